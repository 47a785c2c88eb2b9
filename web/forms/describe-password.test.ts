import { expect, test } from 'vitest'
import { texts } from '#contract/texts.ts'
import { describePassword } from './describe-password.ts'

const owner = { email: 'ananya.k@vit-pune.edu.in', names: ['Ananya', 'Krishnan'] }
const { field } = texts

test.each([
  ['nothing typed yet', '', field.passwordHint],
  ['counts what is missing', 'abc', field.passwordCount(3, 8)],
  ['counts characters, not bytes', 'किरण', field.passwordCount(4, 8)],
  ['names the word in the way', 'krishnan-1999', 'Password must not contain ‘Krishnan’'],
  ['says that it is enough', 'tea at nine', field.passwordFine],
  ['says that it is long', 'tea at nine, and a biscuit', field.passwordStrong],
])('%s', (_name, password, expected) => {
  expect(describePassword(password, owner, texts)).toBe(expected)
})
