import { expect, test } from 'vitest'
import { checkInstituteCode } from './check-institute-code.ts'

test.each([
  ['the stored form', 'K7QF3M9T'],
  ['the form that people read', 'K7QF-3M9T'],
  ['small letters with spaces around', ' k7qf 3m9t '],
])('takes %s', (_, typed) => {
  expect(checkInstituteCode(typed, ['P4XW8R2D'])).toEqual({ kind: 'new', code: 'K7QF3M9T' })
})

test('knows a code that is in the list, however it is typed', () => {
  expect(checkInstituteCode('k7qf-3m9t', ['P4XW8R2D', 'K7QF3M9T'])).toEqual({ kind: 'duplicate' })
})

test.each(['', '   '])('misses a code in %j', (typed) => {
  expect(checkInstituteCode(typed, [])).toEqual({ kind: 'missing' })
})

test.each(['../students', 'a?b', 'a/b', '.', 'x'.repeat(37)])(
  'lets nothing through that would change the address: %s',
  (typed) => {
    expect(checkInstituteCode(typed, [])).toEqual({ kind: 'invalid' })
  },
)
