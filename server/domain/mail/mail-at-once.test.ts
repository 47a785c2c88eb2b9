import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { enter } from '../doors.ts'
import { correctRollNumber } from '../institutes/correct-roll-number.ts'
import { removeMember } from '../institutes/remove-member.ts'

const contact = { phoneNumber: '12345678', permissions: [], createdAt: 1, updatedAt: 1 }

describe.each(engines)('an address that was never verified, on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    await storage.accounts.insert(makeAccount('institute', { label: 'ORG', hasProfile: true, isEmailVerified: true }))
    const address = { addressLine1: 'Street', addressLine2: '', state: 'State', city: 'City' }
    await storage.organisations.insert({
      id: 'institute',
      name: 'Kaveri',
      email: 'i@example.org',
      ...contact,
      ...address,
    })
  })
  afterEach(() => storages.close())

  async function addMember(id: string, isEmailVerified: boolean): Promise<void> {
    await storage.accounts.insert(makeAccount(id, { label: 'STD', hasProfile: true, isEmailVerified }))
    const names = { firstName: 'Name', lastName: id, rollNumber: id }
    await storage.students.insert({ id, email: `${id}@Example.org`, ...contact, ...names })
    const membership = { organisationId: 'institute', studentId: id, joinedAt: 1 }
    await storage.transaction(({ memberships }) => memberships.insert(membership, id.toUpperCase()))
  }
  const institute = async () =>
    makeContext({ caller: makeCaller('institute', 'ORG', { authenticatedAt: await storage.now() }) })
  const correct = async (studentId: string, rollNumber: string) =>
    correctRollNumber({ storage }, await enter('members.correct', await institute()), { studentId, rollNumber })
  const mailsTo = async (id: string) =>
    rowsOf(await storages.readTables(), 'outbox').filter((row) => row.account_id === id)

  test('gets no mail, however often an institute corrects its roll number, gives it away or removes it', async () => {
    await addMember('squatter', false)
    await addMember('asha', true)
    for (let time = 0; time < 40; time += 1) await correct('squatter', `S-${time}`)
    await correct('asha', 'S-39')
    expect(await storage.memberships.findMember('institute', 'squatter')).toBeUndefined()
    await addMember('other', false)
    await removeMember({ storage }, await enter('members.remove', await institute()), { studentId: 'other' })
    expect([await mailsTo('squatter'), await mailsTo('other')]).toEqual([[], []])
  })
})
