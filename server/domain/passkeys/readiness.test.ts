import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import { readReadiness } from './readiness.ts'
import type { Passkey } from './stores.ts'

const hour = 3_600_000
const now = 1_795_000_000_000
const phone = { backupEligible: true, transports: ['internal', 'hybrid'] }
const computer = { backupEligible: false, transports: ['internal'] }

let storages: TestStorage
let storage: Awaited<ReturnType<TestStorage['open']>>

beforeAll(async () => {
  storages = await createTestStorage('sqlite')
  storage = await storages.open()
  await storage.accounts.insert(makeAccount('student', { label: 'STD' }))
  for (const id of ['north', 'south']) {
    await storage.accounts.insert(makeAccount(id, { label: 'ORG' }))
    const contact = { name: id, email: `${id}@example.org`, phoneNumber: '12345678', createdAt: 1, updatedAt: 1 }
    const address = { addressLine1: 'Street', addressLine2: '', state: 'State', city: 'City' }
    await storage.organisations.insert({ id, ...contact, ...address, permissions: [] })
  }
})
afterAll(() => storages.close())

async function addPasskey(changes: Partial<Passkey>): Promise<Passkey> {
  const passkey: Passkey = {
    ...phone,
    credentialId: systemRandom.id(),
    accountId: 'student',
    publicKey: 'key',
    counter: 0,
    backedUp: false,
    aaguid: '00000000-0000-0000-0000-000000000000',
    name: 'Passkey',
    createdAt: now,
    lastUsedAt: null,
    suspectBecause: null,
    suspectSince: null,
    heldUntil: null,
    replacedAt: null,
    ...changes,
  }
  await storage.passkeys.insert(passkey)
  return passkey
}
const read = async (kinds: readonly Partial<Passkey>[], institutes = ['north', 'south'], at = now) =>
  readReadiness({ ...storage, now: async () => at }, await Promise.all(kinds.map(addPasskey)), institutes)

const suspect = { suspectBecause: 'counter' } as const
const changed = { suspectBecause: 'backup-eligibility' } as const
const held = { heldUntil: now + hour }

test.each([
  ['no passkey', [], { state: 'none', heldUntil: null }],
  ['a phone', [phone], { state: 'ready', heldUntil: null }],
  ['a key for a USB port', [{ ...computer, transports: ['usb'] }], { state: 'ready', heldUntil: null }],
  [
    'a passkey that does not say how it is reached',
    [{ ...computer, transports: [] }],
    { state: 'ready', heldUntil: null },
  ],
  ['a computer', [computer], { state: 'one-device', heldUntil: null }],
  ['a computer that shares its passkeys', [{ ...computer, backupEligible: true }], { state: 'ready', heldUntil: null }],
  ['a computer and a phone', [computer, phone], { state: 'ready', heldUntil: null }],
  ['a copied one', [suspect], { state: 'refused', heldUntil: null }],
  ['a copied one and a phone', [suspect, phone], { state: 'ready', heldUntil: null }],
  ['a changed one', [changed], { state: 'changed', heldUntil: null }],
  ['a changed one and a phone', [changed, phone], { state: 'ready', heldUntil: null }],
  ['a changed one and a copied one', [changed, suspect], { state: 'refused', heldUntil: null }],
  ['a held one', [held], { state: 'held', heldUntil: now + hour }],
  ['two held ones', [{ heldUntil: now + 2 * hour }, held], { state: 'held', heldUntil: now + hour }],
  ['a copied one and a held one', [suspect, held], { state: 'held', heldUntil: now + hour }],
  ['a held one and a computer', [held, computer], { state: 'one-device', heldUntil: now + hour }],
  ['a held one beside the one that it replaced', [phone, held], { state: 'ready', heldUntil: now + hour }],
])('a student with %s is told so', async (_which, passkeys, readiness) => {
  expect(await read(passkeys)).toEqual(readiness)
})

test('a held passkey counts from its time on, not one step before', async () => {
  expect(await read([held], ['north'], now + hour - 1)).toMatchObject({ state: 'held' })
  expect(await read([held], ['north'], now + hour)).toEqual({ state: 'ready', heldUntil: null })
})

test('beside another one it is held until its time, and no longer', async () => {
  expect(await read([phone, held], ['north'], now + hour - 1)).toEqual({ state: 'ready', heldUntil: now + hour })
  expect(await read([phone, held], ['north'], now + hour)).toEqual({ state: 'ready', heldUntil: null })
})

test('a held passkey counts where it was confirmed, and everywhere once every institute has confirmed it', async () => {
  const passkey = await addPasskey(held)
  const at = (institutes: readonly string[]) =>
    readReadiness({ ...storage, now: async () => now }, [passkey], institutes)
  await storage.passkeys.confirmFor(passkey.credentialId, 'north', now)
  expect(await at(['north'])).toMatchObject({ state: 'ready' })
  expect(await at(['north', 'south'])).toEqual({ state: 'held', heldUntil: now + hour })
  expect(await at([])).toMatchObject({ state: 'held' })
  await storage.passkeys.confirmFor(passkey.credentialId, 'south', now)
  expect(await at(['north', 'south'])).toMatchObject({ state: 'ready' })
})
