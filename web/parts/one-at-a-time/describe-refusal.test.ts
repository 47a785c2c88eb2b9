import { expect, test } from 'vitest'
import { CeremonyError } from '../../client/passkey-ceremony.ts'
import { RequestError } from '../../client/request-error.ts'
import { describeRefusal } from './describe-refusal.ts'

const refusal = (type: RequestError['type'], code: number) => new RequestError('The server’s sentence.', type, code)

test.each([
  ['a lost connection', refusal('network_failed', 0), 'offline'],
  ['an ended login', refusal('general_unauthorized_scope', 401), 'logged-out'],
  ['an unconfirmed email', refusal('user_email_not_verified', 403), 'not-confirmed'],
  ['too many attempts', refusal('general_rate_limit_exceeded', 429), 'wait'],
  ['a busy server', refusal('general_service_unavailable', 503), 'wait'],
  ['a bug of the server', refusal('general_unknown', 500), 'other'],
  ['a ceremony that was not confirmed', new DOMException('…', 'NotAllowedError'), 'cancelled'],
  ['a ceremony that another one has ended', new DOMException('…', 'AbortError'), 'cancelled'],
  ['any other error', new CeremonyError('webauthn-unsupported'), 'other'],
])('after %s the next step fits', (_, error, next) => {
  expect(describeRefusal(error, { passKey: true }, undefined).next).toBe(next)
})

test('a student without a passkey gets the advice to register one', () => {
  expect(describeRefusal(refusal('user_unauthorized', 401), {}, undefined).next).toBe('no-passkey')
})

test('the same refusal of a student with a passkey gets other advice', () => {
  expect(describeRefusal(refusal('user_unauthorized', 401), { passKey: true }, undefined).next).toBe('other')
})

test.each([
  ['passkey-held', 'held'],
  ['passkey-suspect', 'suspect'],
  ['passkey-changed', 'changed'],
] as const)('the reason %s alone decides, whatever the sentence says', (reason, next) => {
  const error = new RequestError('Any sentence.', 'user_unauthorized', 401, { reason })
  expect(describeRefusal(error, { passKey: true }, undefined).next).toBe(next)
})

test('the server’s sentence is shown unchanged', () => {
  expect(describeRefusal(refusal('general_unknown', 500), undefined, undefined).message).toBe('The server’s sentence.')
})

test('a student whose passkey stays on one device is told so, when its ceremony came to nothing', () => {
  const cancelled = new DOMException('…', 'NotAllowedError')
  const describe = (state: 'ready' | 'one-device') =>
    describeRefusal(cancelled, { passKey: true }, { state, heldUntil: null }).next
  expect(describe('one-device')).toBe('one-device')
  expect(describe('ready')).toBe('cancelled')
})

test('a student whose passkey is held is told until when, where that is known', () => {
  const held = new RequestError('Held.', 'user_unauthorized', 401, { reason: 'passkey-held' })
  const readiness = { state: 'held', heldUntil: 1_795_000_000_000 } as const
  expect(describeRefusal(held, { passKey: true }, readiness)).toEqual({
    message: 'Held.',
    next: 'held',
    until: 1_795_000_000_000,
  })
  expect(describeRefusal(held, { passKey: true }, undefined)).toEqual({ message: 'Held.', next: 'held' })
})

test.each(['attendance-not-started', 'attendance-ended'] as const)(
  'after %s the lecturer starts a session',
  (reason) => {
    const over = new RequestError('Over.', 'user_unauthorized', 401, { reason })
    expect(describeRefusal(over, { passKey: true }, undefined).next).toBe('ended')
  },
)

test('a student whose new passkey is held beside the old one is told until when, after a ceremony that came to nothing', () => {
  const cancelled = new CeremonyError('authentication-incomplete', new DOMException('…', 'NotAllowedError'))
  const until = 1_795_000_000_000
  const describe = (state: 'ready' | 'one-device') =>
    describeRefusal(cancelled, { passKey: true }, { state, heldUntil: until })
  expect(describe('ready')).toMatchObject({ next: 'cancelled', until })
  expect(describe('one-device')).toMatchObject({ until })
})

test('a missing passkey is known by its reason, whatever the look-up said', () => {
  const missing = new RequestError('None.', 'user_unauthorized', 401, { reason: 'student-passkey-missing' })
  expect(describeRefusal(missing, { passKey: true }, undefined).next).toBe('no-passkey')
})
