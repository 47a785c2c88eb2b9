import { describe, expect, test } from 'vitest'
import { explainWeakPassword } from './password-rules.ts'

const owner = { email: 'asha.rao@students.example', names: ['Asha Ramachandran', 'Li', undefined] }
const explain = (password: string) => explainWeakPassword(password, owner)

describe('explainWeakPassword', () => {
  test.each([
    ['8 characters', 'k9#vLq2w'],
    ['256 characters', 'k9#vLq2w'.repeat(32)],
    ['8 characters beyond the basic plane', '🎓🚌🌧🪔🥭🐘🏏🪁'],
    ['space at both ends', '  k9 vLq  '],
    ['no digit and no capital', 'umbrella monsoon tramway'],
    ['a short name of the owner', 'xx-li-yy-zz'],
    ['part of a name', 'ramachand-77'],
    ['steps that turn round', 'abcdcbab'],
    ['the domain of the email', 'students.example'],
  ])('accepts %s', (_what, password) => {
    expect(explain(password)).toBeUndefined()
  })

  test.each([
    ['nothing', '', 'Password must be at least 8 characters long'],
    ['7 characters', 'k9#vLq2', 'Password must be at least 8 characters long'],
    ['7 characters of two code units each', '🎓🚌🌧🪔🥭🐘🏏', 'Password must be at least 8 characters long'],
    ['7 letters whose accents come apart', 'e\u0301'.repeat(7), 'Password must be at least 8 characters long'],
    ['257 characters', `${'k9#vLq2w'.repeat(32)}x`, 'Password must be at most 256 characters long'],
    ['one character again and again', '********', 'Password must not be one character repeated'],
    ['one emoji again and again', '🎓'.repeat(9), 'Password must not be one character repeated'],
    ['the alphabet', 'abcdefghij', 'Password must not be a plain sequence'],
    ['digits downwards', '87654321', 'Password must not be a plain sequence'],
    ['the email’s local part', 'x-asha.rao-1', 'Password must not contain ‘asha.rao’'],
    ['the email’s local part in capitals', 'ASHA.RAO.77', 'Password must not contain ‘asha.rao’'],
    ['a word of a name', '77ramachandran', 'Password must not contain ‘Ramachandran’'],
    ['the product’s name', 'my-ROLLKEY-77', 'Password must not contain ‘Rollkey’'],
  ])('explains %s', (_what, password, sentence) => {
    expect(explain(password)).toBe(sentence)
  })

  test('does not compare with the owner’s words when it has none', () => {
    expect(explainWeakPassword('asha.rao-77', {})).toBeUndefined()
  })

  test('compares phrases as a whole', () => {
    const phrases = ['21CS042', 'Kaveri College']
    expect(explainWeakPassword('x-21cs042-y', { phrases })).toBe('Password must not contain ‘21CS042’')
    expect(explainWeakPassword('my kaveri college!', { phrases })).toBe('Password must not contain ‘Kaveri College’')
    expect(explainWeakPassword('best college in town', { phrases })).toBeUndefined()
  })

  test('compares names whose accents come apart with passwords whose accents do not', () => {
    expect(explainWeakPassword('x-José-Luis-9', { names: ['Jose\u0301'] })).toMatch(/^Password must not contain/)
  })
})
