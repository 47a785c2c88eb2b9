import { z } from 'zod'
import { setLabelInput } from './account.ts'
import { idAnswer } from './answer-parts.ts'
import {
  instituteLookUp,
  instituteLookUpInput,
  passwordCheck,
  passwordCheckInput,
  profileLookUp,
  profileLookUpInput,
} from './before-login.ts'
import type { Calls } from './calls.ts'
import { creationOptions, requestOptions } from './ceremony-options.ts'
import { exampleAssertion, exampleAttestation } from './examples.ts'
import { labels } from './identifiers.ts'
import {
  confirmSessionInput,
  heldPasskeys,
  openReplacementInput,
  ownPasskeys,
  passkeyOptionsInput,
  passkeyRehearsalInput,
  passkeyVerifyInput,
  passkeyVerifyLoginInput,
  recoveryCodeInput,
  recoveryCodes,
  registrationVerified,
  renamePasskeyInput,
} from './passkey.ts'

/** Labels, what is asked before a login, passkeys and recovery codes. */
export const callsOfLogins = {
  'POST /user/label': {
    act: 'label.set',
    input: setLabelInput,
    example: { userId: '$own-account', label: 'STD' },
    answers: { 200: z.strictObject({ userId: idAnswer, label: z.enum(labels) }) },
  },
  'POST /profiles/look-up': {
    act: 'profiles.look-up',
    input: profileLookUpInput,
    example: { email: 'asha.rao@students.example', category: 'STD' },
    answers: { 200: profileLookUp },
  },
  'POST /institutes/look-up': {
    act: 'institutes.look-up',
    input: instituteLookUpInput,
    example: { code: '$any-institute' },
    answers: { 200: instituteLookUp },
  },
  'POST /passwords/check': {
    act: 'passwords.check',
    input: passwordCheckInput,
    example: { password: 'tramway-umbrella-77' },
    answers: { 200: passwordCheck },
  },
  'POST /passkey/register': {
    act: 'passkey.register',
    input: passkeyOptionsInput,
    example: { userId: '$own-account', category: 'STD' },
    answers: { 200: creationOptions },
  },
  'POST /passkey/verify': {
    act: 'passkey.verify',
    input: passkeyVerifyInput,
    example: { userId: '$own-account', category: 'STD', credential: exampleAttestation },
    answers: { 200: z.strictObject({ message: z.literal(registrationVerified) }) },
  },
  'POST /passkey/login': {
    act: ['passkey.assert.ORG', 'passkey.assert.STD', 'passkey.assert.STF'],
    input: passkeyOptionsInput,
    example: [
      { userId: '$student', category: 'STD' },
      { userId: '$any-institute', category: 'ORG' },
      { userId: '$own-colleague', category: 'STF' },
    ],
    answers: { 200: requestOptions },
  },
  'POST /passkey/verify-login': {
    act: ['passkey.assert-finish.ORG', 'passkey.assert-finish.STD', 'passkey.assert-finish.STF'],
    input: passkeyVerifyLoginInput,
    example: { userId: '$own-account', category: 'STD', cred: exampleAssertion },
    answers: { 200: z.strictObject({ verification: z.boolean() }) },
  },
  'POST /passkey/rehearsal': { act: 'passkey.rehearse', answers: { 200: requestOptions } },
  'PUT /passkey/rehearsal': {
    act: 'passkey.rehearse-finish',
    input: passkeyRehearsalInput,
    example: { cred: exampleAssertion },
    answers: { 200: z.strictObject({ verification: z.boolean() }) },
  },
  'POST /passkey/replacement': {
    act: 'passkey-replacement.request',
    answers: { 200: z.strictObject({ sentTo: z.string() }) },
  },
  'PUT /passkey/replacement': {
    act: 'passkey-replacement.open',
    input: openReplacementInput,
    example: { userId: '$proven-account', secret: '$secret', password: 'tramway-umbrella-77' },
    answers: { 200: z.strictObject({ userId: idAnswer }) },
  },
  'GET /passkeys': { act: 'passkeys.list', answers: { 200: ownPasskeys } },
  'PATCH /passkeys/:passkeyId': {
    act: 'passkeys.rename',
    input: renamePasskeyInput,
    unchecked: ['passkeyId'],
    example: { passkeyId: '$own-passkey', name: 'Mine' },
    answers: { 200: ownPasskeys },
  },
  'DELETE /passkeys/:passkeyId': {
    act: 'passkeys.remove',
    unchecked: ['passkeyId'],
    example: { passkeyId: '$own-passkey' },
    answers: { 200: ownPasskeys },
  },
  'POST /passkeys/:passkeyId/clear': {
    act: 'passkeys.clear',
    unchecked: ['passkeyId'],
    example: { passkeyId: '$own-passkey' },
    answers: { 200: ownPasskeys },
  },
  'POST /recovery-codes': { act: 'recovery-codes.make', answers: { 200: recoveryCodes } },
  'POST /recovery-codes/use': {
    act: 'recovery-codes.use',
    input: recoveryCodeInput,
    example: { userId: '$proven-account', code: '$recovery-code' },
    answers: { 200: z.strictObject({ verification: z.literal(true) }) },
  },
  'GET /held-passkeys': { isCompressed: true, act: 'held-passkeys.list', answers: { 200: heldPasskeys } },
  'POST /held-passkeys/:passkeyId/confirm': {
    act: 'held-passkeys.confirm',
    unchecked: ['passkeyId'],
    example: { passkeyId: '$passkey' },
    answers: { 200: heldPasskeys },
  },
  'POST /session/confirm': {
    act: 'session.confirm',
    input: confirmSessionInput,
    example: { password: 'tramway-umbrella-77' },
    answers: { 200: z.strictObject({ confirmed: z.literal(true) }) },
  },
} as const satisfies Calls
