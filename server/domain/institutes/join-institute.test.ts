import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import { rowsOf } from '#testing/rows-of.ts'
import type { RequestContext } from '../request-context.ts'
import { joinInstitute } from './join-institute.ts'

const contact = { phoneNumber: '12345678', permissions: [], createdAt: 1, updatedAt: 1 }
const context = {
  requestId: 'request',
  address: '192.0.2.7',
  caller: undefined,
  auditBudget: { admit: () => true },
} as unknown as RequestContext

describe.each(engines)('a roll number on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    for (const id of ['institute', 'elsewhere']) {
      await storage.accounts.insert(makeAccount(id, { label: 'ORG', hasProfile: true, isEmailVerified: true }))
      const address = { addressLine1: 'Street', addressLine2: '', state: 'State', city: 'City' }
      await storage.organisations.insert({ id, name: id, email: `${id}@Example.org`, ...contact, ...address })
    }
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  async function join(id: string, rollNumber: string, isEmailVerified: boolean, organisationId = 'institute') {
    await storage.accounts.insert(makeAccount(id, { label: 'STD', hasProfile: true, isEmailVerified }))
    const names = { firstName: 'Name', lastName: id, rollNumber }
    await storage.students.insert({ id, email: `${id}@Example.org`, ...contact, ...names })
    await storage.transaction((stores) => joinInstitute(stores, context, organisationId, { id, rollNumber }))
  }
  const isMember = async (id: string) => (await storage.memberships.find('institute', id)) !== undefined

  test('stays with a member who has verified the email, in whatever case another writes it', async () => {
    await join('asha', 'cs-07', true)
    for (const [id, rollNumber] of [
      ['bala', 'cs-07'],
      ['chandra', 'CS-07'],
    ] as const) {
      await expect(join(id, rollNumber, true)).rejects.toMatchObject({ type: 'document_unique_constraint_violation' })
    }
    expect(await isMember('asha')).toBe(true)
    await join('dev', 'CS-07', true, 'elsewhere')
  })

  test('passes from a member who never verified the email, and that address gets no mail', async () => {
    await join('asha', 'cs-07', false)
    await join('bala', 'CS-07', false)
    expect([await isMember('asha'), await isMember('bala')]).toEqual([false, true])
    expect(rowsOf(await storages.readTables(), 'outbox')).toEqual([])
  })
})
