import { expect, test } from 'vitest'
import { pathPatterns } from '#contract/paths.ts'
import { screens } from './screens.ts'

test('every address has one screen', () => {
  expect(screens.map(({ pattern }) => pattern).toSorted()).toEqual(Object.values(pathPatterns).toSorted())
})

test('what stands below the address of a student or an institute is theirs alone', () => {
  const owners = screens.map(({ pattern, who }) => [
    pattern,
    who === 'STD' ? '/dashboard/' : who === 'ORG' && '/admin/',
  ])
  expect(owners.filter(([, owner]) => owner)).toEqual(
    screens.flatMap(({ pattern }) =>
      (pattern.match(/^\/(?:dashboard|admin)\//) ?? []).map((begin) => [pattern, begin]),
    ),
  )
})
