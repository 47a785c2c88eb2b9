import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startFacts } from '#server/domain/audit/compared-facts.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { logAct } from '#testing/log-act.ts'
import { insertPasskey } from '#testing/make-passkey.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { noteClockJump } from '../clock/clock-jumps.ts'
import { removeUnverifiedAccounts, unverifiedAccountMs } from './remove-unverified.ts'
import type { Account } from './stores.ts'

const createdAt = 1_000_000
const dueAt = createdAt + unverifiedAccountMs
const contact = { phoneNumber: '12345678', permissions: [], createdAt, updatedAt: createdAt }

describe.each(engines)('accounts without a verified email on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
  })
  afterEach(async () => {
    await checkInvariants(storages.database)
    await storages.close()
  })

  const add = (id: string, changes: Partial<Account> = {}) =>
    storage.accounts.insert(makeAccount(id, { createdAt, ...changes }))
  async function addOrganisation(id: string, isEmailVerified: boolean): Promise<void> {
    await add(id, { label: 'ORG', hasProfile: true, isEmailVerified })
    const address = { addressLine1: 'Street', addressLine2: '', state: 'State', city: 'City' }
    await storage.organisations.insert({ id, name: id, email: `${id}@Example.org`, ...contact, ...address })
  }
  async function addStudent(id: string, organisationId: string, isEmailVerified = false): Promise<void> {
    await add(id, { label: 'STD', hasProfile: true, isEmailVerified })
    const names = { firstName: 'Name', lastName: id, rollNumber: id }
    await storage.students.insert({ id, email: `${id}@Example.org`, ...contact, ...names })
    const membership = { organisationId, studentId: id, joinedAt: createdAt }
    await storage.transaction(({ memberships }) => memberships.insert(membership, id.toUpperCase()))
  }
  const sweepAt = (time: number) => removeUnverifiedAccounts({ ...storage, now: async () => time })
  const left = async () => new Set(rowsOf(await storages.readTables(), 'accounts').map(({ id }) => id))

  test.each([
    ['a millisecond before seven days are over', -1, ['institute', 'student', 'unfinished']],
    ['after seven days', 0, ['institute']],
    ['a millisecond later', 1, ['institute']],
  ])('%s', async (_when, distance, ids) => {
    await addOrganisation('institute', true)
    await addStudent('student', 'institute')
    await add('unfinished')
    expect(await sweepAt(dueAt + distance)).toBe(3 - ids.length)
    expect(await left()).toEqual(new Set(ids))
    const tables = await storages.readTables()
    expect(rowsOf(tables, 'memberships')).toHaveLength(ids.length === 1 ? 0 : 1)
    const removals = rowsOf(tables, 'audit_log').filter(({ action }) => action === 'account.remove-unverified')
    expect(new Set(removals.map(({ outcome, subject }) => `${subject} ${outcome}`))).toEqual(
      new Set(ids.length === 1 ? ['student done', 'unfinished done'] : []),
    )
  })

  test('stay for a week after the clock leapt forward by more than a day', async () => {
    await add('unfinished')
    const { now: before, jumps } = await storage.clock.read()
    const leap = 10 * unverifiedAccountMs
    storages.clock.jump(leap)
    await noteClockJump(storage, { before, after: before + leap, since: before + leap }, jumps)
    expect(await removeUnverifiedAccounts(storage)).toBe(0)
    storages.clock.advance(unverifiedAccountMs)
    expect(await removeUnverifiedAccounts(storage)).toBe(1)
  })

  test('stay where an email was verified once and then changed', async () => {
    await addOrganisation('institute', true)
    await addStudent('moved', 'institute', true)
    await storage.accounts.changeEmail('moved', 'new@example.org', 'new@example.org', createdAt + 1)
    expect((await storage.accounts.find('moved'))?.isEmailVerified).toBe(false)
    expect(await sweepAt(dueAt * 2)).toBe(0)
  })

  test('stay while they have a passkey, a member or an attendance session', async () => {
    await addOrganisation('with-member', false)
    await addStudent('verified', 'with-member', true)
    await addOrganisation('with-class', false)
    await storage.transaction(async (stores) => {
      const { attendance, organisations } = stores
      const times = { startedAt: createdAt, endsAt: createdAt + 1_000, starterSessionId: 'login' }
      const started = { id: 'class', organisationId: 'with-class', groupId: 'with-class', number: 1, ...times }
      await attendance.insert(started)
      await organisations.setClasses('with-class', 1, createdAt)
      await logAct(stores, {
        action: 'attendance.start',
        outcome: 'done',
        accountId: 'with-class',
        facts: startFacts(started),
      })
    })
    await addOrganisation('empty', false)
    await add('with-passkey')
    await insertPasskey(
      storage,
      'with-passkey',
      { credentialId: 'credential', publicKey: new Uint8Array([1]) },
      createdAt,
    )
    expect(await sweepAt(dueAt)).toBe(1)
    expect(await left()).toEqual(new Set(['verified', 'with-class', 'with-member', 'with-passkey']))
  })

  test('go however many there are, in batches that pass over those that stay', async () => {
    await addOrganisation('kept', false)
    await addStudent('verified', 'kept', true)
    for (let n = 0; n < 205; n++) await add(`a${n}`)
    expect(await sweepAt(dueAt)).toBe(205)
    expect(await left()).toEqual(new Set(['kept', 'verified']))
  })

  test('go with the members who gave way in them', async () => {
    await addOrganisation('empty', false)
    await addStudent('gone', 'empty', true)
    await storage.transaction(({ memberships }) => memberships.end('empty', 'gone', 'gave-way', createdAt))
    expect(await sweepAt(dueAt)).toBe(1)
    expect(await left()).toEqual(new Set(['gone']))
  })
})
