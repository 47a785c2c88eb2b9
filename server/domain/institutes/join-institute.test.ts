import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { untilLockAwaited } from '#testing/until-lock-awaited.ts'
import { enter } from '../doors.ts'
import { viewMember } from '../views/student-view.ts'
import { joinInstitute } from './join-institute.ts'
import { listEndedMemberships } from './list-ended-memberships.ts'

const contact = { phoneNumber: '12345678', permissions: [], createdAt: 1, updatedAt: 1 }
const context = makeContext()
const taken = { type: 'document_unique_constraint_violation' }

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
    await register(id, rollNumber, organisationId)
  }
  const register = (id: string, rollNumber: string, organisationId = 'institute') =>
    storage.transaction((stores) => joinInstitute(stores, context, organisationId, { id, rollNumber }))
  /** Of those who gave way, in their order. */
  const waysGiven = async () =>
    rowsOf(await storages.readTables(), 'audit_log').flatMap(({ action, outcome, subject }) =>
      action === 'membership.give-way' && outcome === 'done' ? [subject] : [],
    )
  const isMember = async (id: string) => (await storage.memberships.find('institute', id)) !== undefined

  test('stays with a holder who has verified the email, and is refused to others, in whatever case they write it', async () => {
    await join('asha', 'cs-07', true)
    for (const [id, rollNumber] of [
      ['bala', 'cs-07'],
      ['chandra', 'CS-07'],
    ] as const) {
      await expect(join(id, rollNumber, true)).rejects.toMatchObject(taken)
    }
    expect(await isMember('asha')).toBe(true)
    await join('dev', 'CS-07', true, 'elsewhere')
  })

  test('passes to the next student who registers with it, and the former holder gets no mail', async () => {
    await join('asha', 'cs-07', false)
    await join('bala', 'CS-07', false)
    expect([await isMember('asha'), await isMember('bala')]).toEqual([false, true])
    expect(await storage.organisations.find('institute')).toMatchObject({ members: 1 })
    expect(rowsOf(await storages.readTables(), 'outbox')).toEqual([])
    expect(await waysGiven()).toEqual(['asha'])
  })

  test('stays theirs when the email is changed later', async () => {
    await join('asha', 'cs-07', false)
    const now = await storage.now()
    await storage.accounts.markEmailVerified('asha', now)
    await storage.accounts.changeEmail('asha', 'moved@example.org', 'moved@example.org', now)
    expect(await storage.accounts.find('asha')).toMatchObject({ isEmailVerified: false })
    await expect(join('bala', 'cs-07', false)).rejects.toMatchObject(taken)
  })

  test('passes to a student who joins with it, too', async () => {
    await join('asha', 'cs-07', true, 'elsewhere')
    await join('bala', 'cs-07', false)
    await register('asha', 'cs-07')
    expect([await isMember('asha'), await isMember('bala')]).toEqual([true, false])
  })

  test('is shown to its former holder after the next login, who can take it up again until another student has verified it', async () => {
    await join('asha', 'cs-07', false)
    await join('bala', 'cs-07', false)
    await storage.accounts.markEmailVerified('asha', await storage.now())
    const asha = makeContext({ caller: makeCaller('asha', 'STD') })
    expect(await listEndedMemberships({ storage }, await enter('memberships.ended', asha))).toEqual({
      memberships: [
        {
          organisationId: 'institute',
          organisationName: 'institute',
          rollNumber: 'cs-07',
          leftAt: expect.any(Number),
          because: 'gave-way',
        },
      ],
    })
    expect(await storage.memberships.listOfStudent('asha')).toEqual([])
    await register('asha', 'cs-07')
    expect([await isMember('asha'), await isMember('bala')]).toEqual([true, false])
    expect(await listEndedMemberships({ storage }, await enter('memberships.ended', asha))).toEqual({ memberships: [] })
    expect(await waysGiven()).toEqual(['asha', 'bala'])
  })

  test.runIf(engine === 'postgresql')(
    'is refused to a student who registers while its holder is verifying',
    async () => {
      await join('asha', 'cs-07', false)
      const [verified, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const verifying = storage.transaction(async ({ accounts, now }) => {
        await accounts.markEmailVerified('asha', await now())
        verified.resolve()
        await gate.promise
      })
      await verified.promise
      const joining = join('bala', 'cs-07', false)
      const refused = expect(joining).rejects.toMatchObject(taken)
      await untilLockAwaited(storages.database, joining)
      gate.resolve()
      await verifying
      await refused
      expect(await isMember('asha')).toBe(true)
    },
  )

  test('is in the institute’s table from the first moment, with the email marked as not verified', async () => {
    await join('asha', 'cs-07', false)
    const view = async () => {
      const member = await storage.memberships.findMember('institute', 'asha')
      return member && viewMember(member).shown
    }
    expect(await view()).toMatchObject({ rollNumber: 'cs-07', isEmailVerified: false })
    await storage.accounts.markEmailVerified('asha', await storage.now())
    expect(await view()).toMatchObject({ isEmailVerified: true })
  })
})
