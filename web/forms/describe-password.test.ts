import { expect, test } from 'vitest'
import { texts } from '#contract/texts.ts'
import { describePassword } from './describe-password.ts'

const owner = { email: 'ananya.k@vit-pune.edu.in', names: ['Ananya', 'Krishnan'] }
const { field } = texts

/** Of the list of common passwords, which a browser does not have. */
test.each(['password1', 'qwertyuiop', 'iloveyou2', 'trustno1', '1q2w3e4r5t'])(
  'of %s, which the server refuses, nothing is said but its length',
  (password) => {
    expect(describePassword(password, owner, texts)).toBe('Long enough. 15 characters or more are better.')
  },
)

test.each([
  ['nothing typed yet', '', field.passwordHint],
  ['counts what is missing', 'abc', field.passwordCount(3, 8)],
  ['counts characters, not bytes', 'किरण', field.passwordCount(4, 8)],
  ['names the word in the way', 'krishnan-1999', 'Password must not contain ‘Krishnan’'],
  ['says that it is long enough', 'tea at nine', field.passwordFine],
  ['says that it is long', 'tea at nine, and a biscuit', field.passwordStrong],
])('%s', (_name, password, expected) => {
  expect(describePassword(password, owner, texts)).toBe(expected)
})
