import { describe, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { findWantedPage, wantedPage } from './wanted-page.ts'

const asha = 'asha-1'
const find = (wanted: unknown) => findWantedPage({ wanted }, 'STD', asha)

describe('the page that was wanted before the login', () => {
  test.each([
    '/dashboard/asha-1?receipt=session-7',
    paths.studentDashboard(asha),
    paths.organisationDetail(asha, 'K7QF3M9T'),
  ])('is kept with its query: %s', (wanted) => {
    expect(find(wanted)).toBe(wanted)
  })

  test('is taken from the address without the part after #', () => {
    expect(wantedPage(new URL('https://attend.example/dashboard/asha-1?receipt=7#top'))).toEqual({
      wanted: '/dashboard/asha-1?receipt=7',
    })
  })

  test('of an organisation may be any of its screens', () => {
    const sheet = paths.sessionSheet('K7QF3M9T', 'session-7')
    expect(findWantedPage({ wanted: sheet }, 'ORG', 'K7QF3M9T')).toBe(sheet)
  })

  test.each([
    ['of another account', '/dashboard/ravi-2?receipt=session-7'],
    ["another label's", paths.reports(asha)],
    ['of no known route', '/dashboard/asha-1/K7QF3M9T/further'],
    ['a page for guests', '/login'],
    ['of another site', 'https://evil.example/dashboard/asha-1'],
    ['of another site, without its scheme', '//evil.example/dashboard/asha-1'],
    ['of another site, as some browsers read it', '/\\evil.example/dashboard/asha-1'],
    ['of another site, behind a space', ' https://evil.example/dashboard/asha-1'],
    ['a path that climbs out', '/dashboard/asha-1/../../login'],
    ['a script', 'javascript:alert(1)//dashboard/asha-1'],
    ['nothing', ''],
    ['no text', ['/dashboard/asha-1']],
    ['missing', undefined],
  ])('is forgotten when it is %s', (_, wanted) => {
    expect(find(wanted)).toBeUndefined()
  })

  test('is ignored in a state that other code has written', () => {
    expect([null, undefined, 7, 'wanted', {}].map((state) => findWantedPage(state, 'STD', asha))).toEqual(
      Array(5).fill(undefined),
    )
  })
})
