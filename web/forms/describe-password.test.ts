import { expect, test } from 'vitest'
import { fieldTexts as field } from '#contract/field-texts.ts'
import { describePassword } from './describe-password.ts'

const owner = { email: 'ananya.k@vit-pune.edu.in', names: ['Ananya', 'Krishnan'] }

/** Of the list of common passwords, which a browser does not have. */
test.each(['password1', 'qwertyuiop', 'iloveyou2', 'trustno1', '1q2w3e4r5t'])(
  'of %s, which the server refuses, nothing is said but its length',
  (password) => {
    expect(describePassword(password, owner)).toBe('Long enough. 15 characters or more are better.')
  },
)

test.each([
  ['krishnan-and-a-biscuit', "the owner's name"],
  ['ananya.k and a biscuit', "the owner's email"],
  ['tea with 21cs042 at nine', "the owner's roll number"],
  ['my rollkey password', "the product's name"],
  ['abcdefghijklmnop', 'a sequence'],
  ['aaaaaaaaaaaaaaaaaa', 'one character'],
  ['tea at nine '.repeat(30), 'more than the server takes'],
])('of %s, which has %s, nothing good is said', (password) => {
  const said = describePassword(password, { ...owner, phrases: ['21CS042'] })
  expect([field.passwordFine, field.passwordStrong]).not.toContain(said)
})

test.each([
  ['nothing typed yet', '', field.passwordHint],
  ['counts what is missing', 'abc', field.passwordCount(3, 8)],
  ['counts characters, not bytes', 'किरण', field.passwordCount(4, 8)],
  ['names the word in the way', 'krishnan-1999', 'Password must not contain ‘Krishnan’'],
  ['says that it is long enough', 'tea at nine', field.passwordFine],
  ['says that it is long', 'tea at nine, and a biscuit', field.passwordStrong],
])('%s', (_name, password, expected) => {
  expect(describePassword(password, owner)).toBe(expected)
})
