import { expect, test } from 'vitest'
import type { OwnPasskey } from '#contract/passkey.ts'
import { findHold, findTried, pickCounting } from './passkey-task.ts'

const passkey = (id: string, createdAt: number, lastUsedAt: number | null): OwnPasskey => ({
  id,
  credentialId: id,
  name: id,
  provider: null,
  isSynced: true,
  createdAt,
  lastUsedAt,
  heldUntil: null,
  isSuspect: false,
})

test.each([
  ['no passkey', [], undefined],
  ['one that was never used', [passkey('phone', 1, null)], undefined],
  ['one that was used', [passkey('phone', 1, 2)], 'phone'],
  ['a new one beside one that was used before', [passkey('computer', 1, 2), passkey('phone', 3, null)], undefined],
  ['two, of which the older was used since', [passkey('computer', 1, 4), passkey('phone', 3, null)], 'computer'],
  ['two that were both used', [passkey('computer', 1, 4), passkey('phone', 3, 5)], 'phone'],
])('of %s the last used one is told, once anything was used after the newest came', (_which, passkeys, expected) => {
  expect(findTried(passkeys)?.id).toBe(expected)
})

const old = passkey('old', 1, 4)
const held = { ...passkey('new', 3, null), heldUntil: 50 }
const copied = { ...passkey('copied', 5, 6), isSuspect: true }
const own = (passkeys: readonly OwnPasskey[], heldUntil: number | null) => ({
  readiness: { state: 'ready', heldUntil } as const,
  passkeys,
})

test('a held passkey does not count, and one that may have been copied neither', () => {
  expect(pickCounting(own([old, held, copied], 50)).map(({ id }) => id)).toEqual(['old'])
  expect(findHold(own([old, held], 50), 'new')).toBe(50)
  expect(findHold(own([old, held], 50), 'old')).toBeNull()
})

test('one that every institute has confirmed counts while its time still runs', () => {
  expect(pickCounting(own([old, held], null))).toEqual([old, held])
  expect(findHold(own([held], null), 'new')).toBeNull()
})
