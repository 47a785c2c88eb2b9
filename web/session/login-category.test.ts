import { afterEach, expect, test, vi } from 'vitest'
import { paths } from '#contract/paths.ts'
import { findLoginCategory, rememberCategory } from './login-category.ts'

afterEach(() => vi.unstubAllGlobals())

function openBrowser(): void {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
}

test('a browser that is new opens the login for students', () => {
  openBrowser()
  expect(findLoginCategory(null)).toBe('STD')
})

test('the tab last used is open again', () => {
  openBrowser()
  rememberCategory('ORG')
  expect(findLoginCategory(null)).toBe('ORG')
  rememberCategory('STD')
  expect(findLoginCategory(null)).toBe('STD')
})

test.each([
  [paths.markAttendance('K7QF3M9T'), 'ORG'],
  [paths.organisationDashboard('K7QF3M9T'), 'ORG'],
  [`${paths.studentDashboard('asha-1')}?receipt=7`, 'STD'],
] as const)('a page that needs a login opens the tab of its owners: %s', (wanted, category) => {
  openBrowser()
  rememberCategory(category === 'ORG' ? 'STD' : 'ORG')
  expect(findLoginCategory({ wanted })).toBe(category)
})

test('a page that leads to the login names the tab', () => {
  openBrowser()
  expect(findLoginCategory({ category: 'ORG' })).toBe('ORG')
})

test.each([{ wanted: 7 }, { category: 'TEACHER' }, 'ORG', undefined])(
  'a state that something else has written is no tab: %j',
  (state) => {
    openBrowser()
    expect(findLoginCategory(state)).toBe('STD')
  },
)

test('a browser that forbids storage opens the login all the same', () => {
  vi.stubGlobal('localStorage', undefined)
  rememberCategory('ORG')
  expect(findLoginCategory(null)).toBe('STD')
})
