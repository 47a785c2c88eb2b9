import { expect, test, vi } from 'vitest'
import { hindiNewPasswordTexts } from '#contract/new-password-texts.hi.ts'
import { sentenceOfReason } from '#contract/problems.ts'
import { hindiTexts as hindi } from '#contract/texts.hi.ts'
import { texts } from '#contract/texts.ts'
import { fetchRefusals, speakLanguage } from '../language/language.ts'
import { CeremonyError } from './passkey-ceremony.ts'
import { fromProblemBody, lostAnswer, messageOf, RequestError } from './request-error.ts'

const word = { type: 'general_argument_invalid', code: 400, reason: 'password-contains', value: 'Kaveri' } as const
const body = { message: sentenceOfReason('password-contains', 'Kaveri'), version: '1.7.0', ...word } as const

test('a refusal has the reason and the value of its body', async () => {
  const error = fromProblemBody(body, 400)
  expect(error).toBeInstanceOf(RequestError)
  expect(error).toMatchObject(word)
  expect(messageOf(error)).toBe('Password must not contain ‘Kaveri’')
  vi.stubGlobal('document', { documentElement: {} })
  await speakLanguage('hi')
  await fetchRefusals()
  expect(messageOf(error)).toBe(hindiNewPasswordTexts.contains('Kaveri'))
  await speakLanguage('en')
})

test('a refusal without a reason has its type as the reason', () => {
  const error = fromProblemBody({ message: 'No.', type: 'user_unauthorized', code: 401 }, 401)
  expect(error).toMatchObject({ reason: 'user_unauthorized', value: undefined })
})

test.each([
  ['a lost answer', lostAnswer(undefined), ({ common }: typeof hindi) => common.networkFailed],
  ['an answer that cannot be read', fromProblemBody(undefined, 502), ({ common }: typeof hindi) => common.loadFailed],
  [
    'a browser without WebAuthn',
    new CeremonyError('webauthn-unsupported'),
    ({ common }: typeof hindi) => common.webauthnUnsupported,
  ],
  [
    'a ceremony that was not completed',
    new CeremonyError('authentication-incomplete'),
    ({ passkey }: typeof hindi) => passkey.authenticationIncomplete,
  ],
])('shows %s in the current language', async (_what, error, say) => {
  expect(messageOf(error)).toBe(say(texts))
  vi.stubGlobal('document', { documentElement: {} })
  await speakLanguage('hi')
  expect(messageOf(error)).toBe(say(hindi))
  await speakLanguage('en')
})
