import { expect, test } from 'vitest'
import { openingPageOf } from '#contract/opening-pages.ts'
import { pathPatterns } from '#contract/paths.ts'
import { screens } from './screens.ts'

test('every address has one screen', () => {
  expect(screens.map(({ pattern }) => pattern).toSorted()).toEqual(Object.values(pathPatterns).toSorted())
})

test('what stands below the address of a student or an institute is theirs alone', () => {
  const owners = screens.map(({ pattern, who }) => [pattern, who === 'STD' ? 'student' : who === 'ORG' && 'institute'])
  expect(owners.filter(([, owner]) => owner)).toEqual(
    screens.map(({ pattern }) => [pattern, openingPageOf(pattern)]).filter(([, page]) => page),
  )
})
