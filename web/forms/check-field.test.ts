import { describe, expect, test } from 'vitest'
import { fieldTexts as field } from '#contract/field-texts.ts'
import {
  checkEmail,
  checkInstituteCode,
  checkOptionalText,
  checkPhoneNumber,
  checkRollNumber,
  checkText,
} from './check-field.ts'

describe('a field shows what is wrong with it', () => {
  test.each([
    ['email', checkEmail, ' ananya.k@vit-pune.edu.in ', undefined],
    ['email', checkEmail, '', field.needed],
    ['email', checkEmail, 'ananya', field.emailWrong],
    ['email', checkEmail, `${'a'.repeat(250)}@x.in`, field.emailWrong],
    ['phone number', checkPhoneNumber, '+91 (20) 2567-4400', undefined],
    ['phone number', checkPhoneNumber, '12', field.phoneNumberWrong],
    ['roll number', checkRollNumber, '21CS1004', undefined],
    ['roll number', checkRollNumber, 'a@b', field.rollNumberWrong],
    ['institute code', checkInstituteCode, 'k7qf-3m9t', undefined],
    ['institute code', checkInstituteCode, '  ', field.needed],
    ['name', checkText(5), 'Ananya', field.textWrong(5)],
    ['name', checkText(5), 'किरण', undefined],
    ['name', checkText(50), 'a\nb', field.textWrong(50)],
    ['name', checkText(50), 'a\u202eb', field.textHidden],
    ['name', checkText(50), 'Asha\u200b', field.textHidden],
    ['name', checkText(50), '\u2800', field.textWrong(50)],
    ['name', checkText(50), 'علی\u200cرضا', undefined],
    ['optional line', checkOptionalText(50), '\u3164', field.textHidden],
    ['email', checkEmail, 'ananya.k@vit-pune\u200b.edu.in', field.textHidden],
    ['optional line', checkOptionalText(5), ' ', undefined],
    ['optional line', checkOptionalText(5), 'toolong', field.textWrong(5)],
  ] as const)('%s: %s %j', (_name, check, typed, expected) => {
    expect(check(typed)).toBe(expected)
  })
})
