import { expect, test } from 'vitest'
import { flagEvidence } from './evidence-flags.ts'

const day = 86_400_000
const now = 1_795_000_000_000
const usual = {
  passkey: { createdAt: now - day, backedUp: false },
  attachment: 'platform',
  backedUp: false,
  usedAt: now,
}

test('a passkey of a day, used as always, raises no flag', () => {
  expect(flagEvidence(usual)).toEqual([])
})

test.each([
  ['a passkey younger than 24 hours', { passkey: { ...usual.passkey, createdAt: now - day + 1 } }, 'new-passkey'],
  ['a passkey that has been backed up since', { backedUp: true }, 'backup-changed'],
  ['a passkey whose backup is gone', { passkey: { ...usual.passkey, backedUp: true } }, 'backup-changed'],
  ['a passkey of another device', { attachment: 'cross-platform' }, 'cross-platform'],
])('%s raises a flag', (_name, change, flag) => {
  expect(flagEvidence({ ...usual, ...change })).toEqual([flag])
})

test('flags add up, and an unknown attachment raises none', () => {
  expect(flagEvidence({ ...usual, attachment: null, backedUp: true })).toEqual(['backup-changed'])
  const passkey = { createdAt: now, backedUp: true }
  expect(flagEvidence({ ...usual, passkey, attachment: 'cross-platform' })).toEqual([
    'new-passkey',
    'backup-changed',
    'cross-platform',
  ])
})
