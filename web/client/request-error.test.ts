import { AppwriteException } from 'appwrite'
import { expect, test } from 'vitest'
import { sentenceOfReason } from '#contract/problems.ts'
import { texts } from '#contract/texts.ts'
import { hindi } from '../language/hindi.ts'
import { CeremonyError } from './passkey-ceremony.ts'
import { fromProblemBody, lostAnswer, messageOf, RequestError, toRequestError } from './request-error.ts'

const word = { type: 'general_argument_invalid', code: 400, reason: 'password-contains', value: 'Kaveri' } as const
const body = { message: sentenceOfReason('password-contains', 'Kaveri'), version: '1.7.0', ...word } as const

test.each([
  ['a product call', fromProblemBody(body, 400)],
  ['the SDK', toRequestError(new AppwriteException(body.message, 400, body.type, JSON.stringify(body)))],
])('a refusal of %s has the reason and the value of its body', (_what, error) => {
  expect(error).toBeInstanceOf(RequestError)
  expect(error).toMatchObject(word)
  expect([messageOf(error, texts), messageOf(error, hindi)]).toEqual([
    'Password must not contain ‘Kaveri’',
    hindi.newPassword.contains('Kaveri'),
  ])
})

test.each(['', 'null', '<html>'])('an SDK answer ‘%s’ without a reason has its type as the reason', (response) => {
  const error = toRequestError(new AppwriteException('No.', 401, 'user_unauthorized', response))
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
])('shows %s in the current language', (_what, error, say) => {
  expect([messageOf(error, texts), messageOf(error, hindi)]).toEqual([say(texts), say(hindi)])
})
