import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { openForTampering, replacing } from '#testing/tamper.ts'

const contact = { phoneNumber: '12345678', permissions: [], createdAt: 1, updatedAt: 1 }

describe.each(engines)('rulings on %s', (engine) => {
  let storages: TestStorage

  beforeAll(async () => {
    storages = await createTestStorage(engine)
    const storage = await storages.open()
    await storage.accounts.insert(makeAccount('institute', { label: 'ORG', hasProfile: true }))
    await storage.accounts.insert(makeAccount('asha', { label: 'STD', hasProfile: true }))
    const address = { addressLine1: 'Street', addressLine2: '', state: 'State', city: 'City' }
    await storage.organisations.insert({ id: 'institute', name: 'I', email: 'i@Example.org', ...contact, ...address })
    const names = { firstName: 'Asha', lastName: 'Rao', rollNumber: '1' }
    await storage.students.insert({ id: 'asha', email: 'asha@Example.org', ...contact, ...names })
    const membership = { organisationId: 'institute', studentId: 'asha', joinedAt: 1 }
    await storage.transaction(({ memberships }) => memberships.insert(membership, 'ASHA'))
    const times = { startedAt: 1, endsAt: 2, starterSessionId: '' }
    await storage.attendance.insert({
      id: 's1',
      organisationId: 'institute',
      groupId: 'institute',
      number: 1,
      ...times,
    })
    await storage.rulings.addToCells('s1', {
      personId: (await storage.courses.findPersonOf('institute', 'asha')) ?? '',
      studentId: 'asha',
      minutes: null,
      status: 'absent',
      reason: 'Not in the room.',
      note: null,
      sequence: 1,
      decidedBy: 'institute',
      decidedAt: 3,
      cause: 'staff',
    })
  })
  afterAll(() => storages.close())

  test.each([
    ['changed', "update rulings set status = 'present'"],
    ['deleted', 'delete from rulings'],
    ['replaced', replacing(engine, 'rulings', 'attendance_session_id, person_id, sequence', "status = 'present'")],
  ])('are never %s: the database refuses it', async (_how, statement) => {
    const { db, close } = openForTampering(storages.database)
    await expect(db.executeQuery(CompiledQuery.raw(statement))).rejects.toThrow('rulings is append-only')
    await close()
    expect(rowsOf(await storages.readTables(), 'rulings')).toMatchObject([{ sequence: 1, status: 'absent' }])
  })
})
