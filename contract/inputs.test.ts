import { describe, expect, test } from 'vitest'
import { createAccountInput, setLabelInput } from './account.ts'
import { emailInput, optionalTextInput, passwordInput, secretInput, textInput } from './inputs.ts'
import { createOrganisationInput, updateOrganisationInput } from './organisation.ts'
import { passkeyVerifyInput } from './passkey.ts'
import { attendanceField, createStudentInput, updateStudentInput } from './student.ts'

const firstMessage = (
  schema: { safeParse: (value: unknown) => { error?: { issues: { message: string }[] } | undefined } },
  value: unknown,
) => schema.safeParse(value).error?.issues[0]?.message

describe('a field of text', () => {
  test('is stored composed and trimmed', () => {
    expect(textInput('name', 5).parse(' Jose\u0301 ')).toBe('José')
  })

  test.each(['', '   ', 'x'.repeat(6), 'a\nb'])('refuses %j and names itself', (text) => {
    expect(firstMessage(textInput('city', 5), text)).toBe('city must have 1 to 5 ordinary characters')
  })

  test.each(['\u200b', 'a\u3164', 'a\u202eb'])('refuses %j for what cannot be seen', (text) => {
    const message = 'city has a character that cannot be seen. Please type it by hand'
    expect(firstMessage(textInput('city', 5), text)).toBe(message)
    expect(firstMessage(optionalTextInput('city', 5), text)).toBe(message)
  })

  test.each([7, null, ['x'], { toString: () => 'x' }, undefined, true])('refuses %j instead of a text', (value) => {
    expect(firstMessage(textInput('city', 5), value)).toBe('city must be text')
  })

  test('that is optional may be empty, but follows the same rules otherwise', () => {
    expect(optionalTextInput('line', 5).parse('  ')).toBe('')
    expect(optionalTextInput('line', 5).safeParse('a\u0000').success).toBe(false)
  })
})

describe('an email', () => {
  test.each(['a@b.example', ' A+tag@B.Example ', "o'neil@b.example"])('%j is taken and keeps its case', (email) => {
    expect(emailInput.parse(email)).toBe(email.trim())
  })

  test.each(['', 'a', '@b', 'a@', 'a@b@c', 'a b@c.example', 'a@b\u200b.example', `${'a'.repeat(250)}@b.example`])(
    '%j is refused',
    (email) => {
      expect(emailInput.safeParse(email).success).toBe(false)
    },
  )
})

describe('a password', () => {
  test('is neither trimmed nor composed', () => {
    expect(passwordInput.parse('  e\u0301 12345 ')).toBe('  e\u0301 12345 ')
  })

  test.each([
    ['7 code points', '🎓'.repeat(7), 'Password must be at least 8 characters long'],
    ['257 code points', '🎓'.repeat(257), 'Password must be at most 256 characters long'],
  ])('of %s is refused', (_what, password, message) => {
    expect(firstMessage(passwordInput, password)).toBe(message)
  })

  test('of 256 code points is taken', () => {
    expect(passwordInput.safeParse('🎓'.repeat(256)).success).toBe(true)
  })
})

test.each([
  ['', false],
  ['x', true],
  ['x'.repeat(256), true],
  ['x'.repeat(257), false],
])('a secret %# is checked by its length alone', (secret, isTaken) => {
  expect(secretInput.safeParse(secret).success).toBe(isTaken)
})

const account = { userId: 'unique()', email: 'a@b.example', password: 'tramway-77', name: '' }
const organisation = {
  name: 'Kaveri College',
  email: 'office@kaveri.example',
  phoneNumber: '080 1234567',
  addressLine1: '12 River Road',
  state: 'Karnataka',
  city: 'Mysuru',
}
const student = {
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'asha@students.example',
  phoneNumber: '080 1234567',
  rollNumber: '21CS042',
  organisation: ['K7QF3M9T'],
}

describe('the bodies', () => {
  test.each([
    ['an account without a name', createAccountInput, { ...account, name: undefined }],
    ['an organisation without a second line', createOrganisationInput, organisation],
    [
      'an organisation with what it starts from',
      createOrganisationInput,
      { ...organisation, classes: 0, students: [] },
    ],
    ['a student with an attendance that is empty', createStudentInput, { ...student, attendance: '{}' }],
  ])('take %s', (_what, schema, body) => {
    expect(schema.safeParse(body).success).toBe(true)
  })

  test.each([
    ['labels for an account', createAccountInput, { ...account, labels: ['ORG'] }],
    ['a verified account', createAccountInput, { ...account, emailVerification: true }],
    ['a label beyond the two', setLabelInput, { userId: 'a', label: 'ADMIN' }],
    ['a list for a label', setLabelInput, { userId: 'a', label: ['ORG'] }],
    ['classes for a new organisation', createOrganisationInput, { ...organisation, classes: 1 }],
    ['a passkey for a new organisation', createOrganisationInput, { ...organisation, passKey: true }],
    ['marks for a new student', createStudentInput, { ...student, attendance: '{"a":{"total":1,"expiryTime":1}}' }],
    ['two institutes for a new student', createStudentInput, { ...student, organisation: ['a', 'b'] }],
    ['two intents for an organisation', updateOrganisationInput, { email: 'a@b.example', phoneNumber: '080 1234567' }],
    ['a name for an organisation', updateOrganisationInput, { name: 'Other' }],
    ['text for classes', updateOrganisationInput, { classes: '2' }],
    ['half a class', updateOrganisationInput, { classes: 1.5 }],
    ['two intents for a student', updateStudentInput, { email: 'a@b.example', phoneNumber: '080 1234567' }],
    ['a roll number for a student', updateStudentInput, { rollNumber: '21CS043' }],
    ['an object for attendance', updateStudentInput, { attendance: {} }],
    ['an entry with a field more', attendanceField, { a: { total: 1, expiryTime: 1, by: 'me' } }],
    ['a total below 0', attendanceField, { a: { total: -1, expiryTime: 1 } }],
  ])('take no %s', (_what, schema, body) => {
    expect(schema.safeParse(body).success).toBe(false)
  })

  test.each([
    ['1,364 characters', 'A'.repeat(1_364), true],
    ['1,365 characters', 'A'.repeat(1_365), false],
    ['no character', '', false],
    ['base64 that is not of URLs', 'ab+/', false],
  ])('judge a credential id of %s', (_what, id, isTaken) => {
    const response = { clientDataJSON: 'AA', attestationObject: 'AA' }
    const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
    expect(passkeyVerifyInput.safeParse({ userId: 'a', category: 'STD', credential }).success).toBe(isTaken)
  })
})
