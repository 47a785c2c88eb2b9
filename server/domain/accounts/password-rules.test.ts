import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, test } from 'vitest'
import { Problem } from '../problem.ts'
import { assertPasswordAllowed, isCommonPassword } from './password-rules.ts'

const owner = { email: 'ada.king@example.org', names: ['Ada', 'Lovelace', undefined] }

function refusal(password: string): string | undefined {
  try {
    assertPasswordAllowed(password, owner)
  } catch (error) {
    expect(error).toBeInstanceOf(Problem)
    expect((error as Problem).type).toBe('general_argument_invalid')
    return (error as Problem).message
  }
  return undefined
}

describe('assertPasswordAllowed', () => {
  test.each([
    'correct horse battery staple',
    'tr0ub4dor&3x',
    'пароль-на-лекции',
    '  spaces matter  ',
    '😀🎓📚🔑🖊️📐🧪🪑',
  ])('allows %j', (password) => {
    expect(refusal(password)).toBeUndefined()
  })

  test.each([
    ['one that is too short', 'seven77', 'Password must be at least 8 characters long'],
    ['one that is too long', 'ab'.repeat(129), 'Password must be at most 256 characters long'],
    ['a repetition', 'aaaaaaaaaa', 'Password must not be one character repeated'],
    ['a sequence', 'stuvwxyz', 'Password must not be a plain sequence'],
    ['the email’s local part', 'x-Ada.King-9', 'Password must not contain ‘ada.king’'],
    ['a name', '12LoveLace34', 'Password must not contain ‘Lovelace’'],
    ['the product’s name', 'my-rollkey-1', 'Password must not contain ‘Rollkey’'],
    ['a common one', 'password1', 'This password is among the most common ones. Please choose another'],
    ['a common one in another case', 'PassWord1', 'This password is among the most common ones. Please choose another'],
  ])('refuses %s: %j', (_name, password, reason) => {
    expect(refusal(password)).toBe(reason)
  })

  test('counts code points, so that eight characters outside the basic plane are enough', () => {
    expect(refusal('🔑🎓🔑📚🔑🧪🔑🪑')).toBeUndefined()
    expect(refusal('🔑🎓🔑📚🔑🧪🔑')).toBe('Password must be at least 8 characters long')
  })
})

describe('isCommonPassword', () => {
  test.each(['baseball', 'QWERTYUIOP', '1qaz2wsx', 'superman'])('knows %s', (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })

  test('compares whole passwords, not parts of them', () => {
    expect(isCommonPassword('baseball ')).toBe(false)
    expect(isCommonPassword('baseball-on-tuesday')).toBe(false)
    expect(isCommonPassword('123456","password')).toBe(false)
  })

  test('knows the package’s list as the package itself reads it', () => {
    const entries = dictionary['passwords-common'].filter((entry) => entry.length >= 8)
    expect(entries.length).toBeGreaterThan(3_000)
    const sample = entries.filter((_entry, index) => index % 20 === 0)
    expect(sample.filter((entry) => !isCommonPassword(entry))).toEqual([])
  })
})
