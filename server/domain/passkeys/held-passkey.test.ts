import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { heldPasskeyMs } from '#contract/rules.ts'
import { engines } from '#testing/create-database.ts'
import { clockStepMs, holdTime, moveTo } from '#testing/hold-time.ts'
import { insertPasskey } from '#testing/make-passkey.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import { isHeld } from './held-passkey.ts'
import type { CeremonyPurpose, Passkey } from './stores.ts'

const contact = { phoneNumber: '12345678', permissions: [], createdAt: 1, updatedAt: 1 }

describe.each(engines)('a passkey that replaced a lost one, on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let passkey: Passkey
  let heldUntil: number

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    const now = await storage.now()
    heldUntil = now + heldPasskeyMs
    for (const id of ['institute', 'elsewhere']) {
      await storage.accounts.insert(makeAccount(id, { label: 'ORG' }))
      const address = { addressLine1: 'Street', addressLine2: '', state: 'State', city: 'City' }
      await storage.organisations.insert({ id, name: id, email: `${id}@Example.org`, ...contact, ...address })
    }
    await storage.accounts.insert(makeAccount('asha', { label: 'STD' }))
    await insertPasskey(storage, 'asha', { credentialId: 'credential', publicKey: new Uint8Array([1]) }, now)
    const [made] = await storage.passkeys.listOf('asha')
    if (!made) throw new Error('there is no passkey')
    passkey = { ...made, heldUntil }
  })
  afterEach(() => storages.close())

  const held = (purpose: CeremonyPurpose, organisationId?: string) => isHeld(storage, passkey, purpose, organisationId)

  test('proves nothing for twelve hours, and everything after them', async () => {
    moveTo(storages.clock, heldUntil - clockStepMs[engine])
    expect(await held('mark-std', 'institute')).toBe(true)
    expect(await held('step-up', 'asha')).toBe(true)
    moveTo(storages.clock, heldUntil)
    expect(await held('mark-std', 'institute')).toBe(false)
    expect(await held('step-up', 'asha')).toBe(false)
  })

  test('proves presence to the institute that confirmed it, to no other, and allows no step-up', async () => {
    await storage.passkeys.confirmFor('credential', 'institute', await storage.now())
    expect(await held('mark-std', 'institute')).toBe(false)
    expect(await held('mark-std', 'elsewhere')).toBe(true)
    expect(await held('mark-std')).toBe(true)
    expect(await held('step-up', 'institute')).toBe(true)
  })
})
