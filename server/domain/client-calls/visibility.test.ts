import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import { assertVisible } from './visibility.ts'

const contact = { phoneNumber: '12345678', permissions: [], createdAt: 1, updatedAt: 1 }

describe.each(engines)('the document of a student on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>

  beforeAll(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    for (const id of ['institute', 'elsewhere']) {
      await storage.accounts.insert(makeAccount(id, { label: 'ORG' }))
      const address = { addressLine1: 'Street', addressLine2: '', state: 'State', city: 'City' }
      await storage.organisations.insert({ id, name: id, email: `${id}@Example.org`, ...contact, ...address })
    }
    for (const id of ['asha', 'bala']) {
      await storage.accounts.insert(makeAccount(id, { label: 'STD' }))
      const names = { firstName: 'Name', lastName: id, rollNumber: id }
      await storage.students.insert({ id, email: `${id}@Example.org`, ...contact, ...names })
      const membership = { organisationId: 'institute', studentId: id, joinedAt: 1 }
      await storage.transaction(({ memberships }) => memberships.insert(membership, id.toUpperCase()))
    }
    await storage.transaction(({ memberships }) => memberships.end('institute', 'bala', 'taken-out', 2))
  })
  afterAll(() => storages.close())

  const look = (callerId: string, label: 'ORG' | 'STD', id: string) => {
    const context = makeContext({ caller: makeCaller(callerId, label) })
    return assertVisible(storage, context, 'students', id)
  }

  test('is there for the student and for the institutes that the student is a member of', async () => {
    await look('asha', 'STD', 'asha')
    await look('institute', 'ORG', 'asha')
  })

  test.each([
    ['another institute', 'elsewhere', 'ORG', 'asha'],
    ['an institute after the membership has ended', 'institute', 'ORG', 'bala'],
    ['another student', 'bala', 'STD', 'asha'],
    ['an institute that asks for no student', 'institute', 'ORG', 'nothing'],
  ] as const)('is not found by %s', async (_who, callerId, label, id) => {
    await expect(look(callerId, label, id)).rejects.toMatchObject({ type: 'document_not_found' })
  })
})
