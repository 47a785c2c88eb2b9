import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkInvariants, locate } from '#testing/check-invariants.ts'
import { makeCourse, personOf, startCourse } from '#testing/course-world.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addInstitute,
  addStudent,
  type CheckInDeps,
  checkIn,
  checkInDeps,
  contextOf,
  logPhoneIn,
  logStaffIn,
  type Phone,
  startSession,
} from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { verifyData } from '../../operator/verify/verify-data.ts'
import { noteClockJump } from '../clock/clock-jumps.ts'
import { enter } from '../doors.ts'
import { readRegister } from '../register/read-register.ts'
import { listPeople } from '../roster/people.ts'
import { hashSecret } from '../secret-hash.ts'
import {
  deleteAccount,
  keepAccount,
  keepAccountByLink,
  readOwnAccount,
  removeDeletedAccounts,
} from './delete-account.ts'
import { removeMember } from './remove-member.ts'

const day = 24 * 60 * 60_000
const relyingParty = { id: 'localhost', name: 'Rollkey', origin: 'http://localhost:8080' }
const invalidLink = { type: 'user_invalid_token' }

describe.each(engines)('an account that is to be deleted, on %s,', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let office: Phone
  let phone: Phone
  let passkey: MadePasskey
  let course: string
  let person: string

  /** Asha has been present once in a course and once in a class, and was a member elsewhere. */
  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    for (const id of ['institute', 'former']) await addInstitute(storage, id)
    const names = { firstName: 'Asha', lastName: 'Rao' }
    passkey = await addStudent(storage, 'asha', ['former', 'institute'], names)
    for (const id of ['bala', 'ravi']) await addStudent(storage, id, ['institute'])
    office = await logStaffIn(storage, 'ravi', 'registrar')
    course = await makeCourse(deps, office, 'A', ['asha', 'bala'])
    person = await personOf(storage, 'asha')
    phone = {}
    storages.clock.advance(1)
    const { session } = await startCourse(deps, office, course, { expected: 1 })
    await asAsha()
    await checkIn(deps, phone, passkey, session.id)
    storages.clock.advance(60 * 60_000)
    const formerOffice: Phone = {}
    await logPhoneIn(storage, formerOffice, 'former', 'ORG')
    const removing = await enter('members.remove', contextOf(formerOffice))
    await removeMember(deps, removing, { studentId: 'asha' })
    const inClass = await startSession(storage, 'institute', 1)
    await checkIn(deps, phone, passkey, inClass)
    storages.clock.advance(60 * 60_000)
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const asOffice = async () => {
    await logPhoneIn(storage, office, 'ravi')
    return contextOf(office)
  }
  const asAsha = async () => {
    await logPhoneIn(storage, phone, 'asha')
    return contextOf(phone)
  }
  const begin = async () => deleteAccount(deps, await enter('own-account.delete', await asAsha()))
  const deleteAt = async () => (await readOwnAccount(deps, await enter('own-account.view', await asAsha()))).deleteAt
  /** As the worker that mails it makes the secret. */
  async function mailLink(secret = 'secret') {
    const lifeMs = 7 * day
    const tokens = rowsOf(await storages.readTables(), 'tokens').filter((row) => row.purpose === 'account-deletion')
    const id = String(tokens[0]?.id)
    await storage.tokens.addSecret(id, hashSecret(secret), lifeMs)
    await storage.tokens.beginLife(id, lifeMs)
    return { userId: 'asha', secret }
  }
  const keep = async (link: { readonly userId: string; readonly secret: string }) =>
    keepAccountByLink(deps, await enter('own-account.keep-by-link', contextOf({})), link)
  const keepAs = async (who: Phone) => keepAccount(deps, await enter('own-account.keep', contextOf(who)))
  const sweep = () => removeDeletedAccounts(storage)
  async function verify() {
    const now = storages.clock.now()
    const checked = await verifyData(locate(storages.database), { now, signaturesFor: relyingParty })
    return checked.map(({ rule, rows, wrong }) => ({ rule, rows, wrong }))
  }
  const signatures = async () => (await verify()).filter(({ rule }) => rule.includes('signature'))
  const inRegister = async () => {
    const { people } = await readRegister(deps, await enter('register.view', await asOffice()), { groupId: course })
    return people.find(({ personId }) => personId === person)
  }

  test('goes after seven days and not before, with all that is the person’s own', async () => {
    const from = await storage.now()
    expect(await begin()).toEqual({ deleteAt: await deleteAt() })
    expect((await deleteAt()) ?? 0).toBeGreaterThanOrEqual(from + 7 * day)
    const [account] = rowsOf(await storages.readTables(), 'accounts').filter(({ id }) => id === 'asha')
    storages.clock.advance(7 * day - 60_000)
    expect(await sweep()).toBe(0)
    expect(await storage.passkeys.listOf('asha')).toHaveLength(1)
    storages.clock.advance(2 * 60_000)
    expect(await sweep()).toBe(1)
    expect(await sweep()).toBe(0)
    const gone = await storage.accounts.find('asha')
    expect(gone).toMatchObject({ email: '', name: '', passwordHash: '', isEmailVerified: false })
    expect(gone).toMatchObject({ id: 'asha', userHandle: account?.user_handle })
    const own = await storage.students.find('asha')
    expect(own).toMatchObject({ firstName: '', lastName: '', email: '', phoneNumber: '' })
    for (const table of ['passkeys', 'sessions', 'tokens', 'known_browsers', 'outbox', 'notices'] as const)
      expect(rowsOf(await storages.readTables(), table).filter((row) => row.account_id === 'asha')).toEqual([])
    const kept = JSON.stringify(Object.entries(await storages.readTables()).filter(([name]) => name !== 'people'))
    for (const word of ['asha@', 'Rao', 'Asha']) expect(kept).not.toContain(word)
  })

  test('leaves every signature of a mark right, and register and reports with name and number', async () => {
    const before = await signatures()
    expect(before).toContainEqual({ rule: 'The signatures behind marks are right', rows: 2, wrong: [] })
    const register = await inRegister()
    await begin()
    storages.clock.advance(7 * day + 1)
    await sweep()
    expect(await signatures()).toEqual(before)
    expect((await verify()).flatMap(({ wrong }) => wrong)).toEqual([])
    const { given, family, rollNumber, letters } = register ?? {}
    expect({ given, family }).toEqual({ given: 'Asha', family: 'Rao' })
    expect(await inRegister()).toMatchObject({ given, family, rollNumber, letters, leftAt: expect.any(Number) })
    const [session] = rowsOf(await storages.readTables(), 'attendance_sessions').filter(
      (row) => row.group_id === 'institute',
    )
    const latest = await storage.attendance.listLatestMarks(String(session?.id), 5)
    expect(latest).toMatchObject([{ firstName: 'Asha', lastName: 'Rao', rollNumber: 'asha' }])
    const evidence = await storage.evidence.find(String(session?.id), 'asha')
    expect(evidence).toMatchObject({ student: { name: 'Asha Rao', rollNumber: 'asha' }, isKeyRemoved: true })
    const query = { show: 'all', section: undefined, search: '', limit: 50, offset: 0 } as const
    const { people } = await listPeople(deps, await enter('people.view', await asOffice()), query)
    expect(people).toContainEqual(
      expect.objectContaining({ id: person, studentId: null, name: { given: 'Asha', family: 'Rao' } }),
    )
    // The institute that had removed the student before keeps the name, too.
    const former = rowsOf(await storages.readTables(), 'people').filter((row) => row.organisation_id === 'former')
    expect(former).toMatchObject([{ given: 'Asha', family: 'Rao' }])
  })

  test('lets no one in any more, and another person may register with the same email', async () => {
    const { emailCanonical = '' } = (await storage.accounts.find('asha')) ?? {}
    await begin()
    storages.clock.advance(7 * day + 1)
    await sweep()
    expect(await storage.accounts.findByEmail(emailCanonical)).toBeUndefined()
    expect(await storage.passkeys.findWithOwner(passkey.credentialId)).toBeUndefined()
    const again = makeAccount('again', { emailCanonical })
    expect(await storage.accounts.insert(again)).toBe(true)
    expect(await storage.accounts.findByEmail(emailCanonical)).toMatchObject({ id: 'again' })
  })

  test('stays by the mailed link, which works once and for this account alone', async () => {
    await begin()
    const link = await mailLink()
    for (const wrong of [
      { ...link, userId: 'bala' },
      { ...link, secret: 'other' },
    ])
      await expect(keep(wrong)).rejects.toMatchObject(invalidLink)
    expect(await deleteAt()).not.toBeNull()
    await keep(link)
    expect(await deleteAt()).toBeNull()
    await expect(keep(link)).rejects.toMatchObject(invalidLink)
    storages.clock.advance(8 * day)
    expect(await sweep()).toBe(0)
    expect(await storage.passkeys.listOf('asha')).toHaveLength(1)
  })

  test('stays by a session of its own, and no guest or other student takes it back', async () => {
    await begin()
    await expect(keepAs({})).rejects.toMatchObject({ type: 'general_unauthorized_scope' })
    const other: Phone = {}
    await logPhoneIn(storage, other, 'bala')
    await keepAs(other)
    expect(await deleteAt()).not.toBeNull()
    const link = await mailLink()
    await keepAs(phone)
    expect(await deleteAt()).toBeNull()
    await expect(keep(link)).rejects.toMatchObject(invalidLink)
  })

  test('is not kept by an old link: neither by one before the newest, nor after seven days', async () => {
    await begin()
    const first = await mailLink('first')
    await begin()
    const second = await mailLink('second')
    await expect(keep(first)).rejects.toMatchObject(invalidLink)
    storages.clock.advance(7 * day + 1)
    await expect(keep(second)).rejects.toMatchObject(invalidLink)
  })

  test('needs a step-up', async () => {
    const stale = await asAsha()
    storages.clock.advance(11 * 60_000)
    const late = deleteAccount(deps, await enter('own-account.delete', stale))
    await expect(late).rejects.toMatchObject({ reason: 'step-up-needed' })
    expect(await deleteAt()).toBeNull()
  })

  test('is not that of one of the people of an institute, nor of an institute', async () => {
    const own: Phone = {}
    await logPhoneIn(storage, own, 'ravi')
    const staff = { type: 'user_unauthorized', reason: 'account-of-staff', message: /^You work with an institute/ }
    const asStudent = deleteAccount(deps, await enter('own-account.delete', contextOf(own)))
    await expect(asStudent).rejects.toMatchObject({ ...staff, message: expect.stringMatching(staff.message) })
    await expect(enter('own-account.delete', await asOffice())).rejects.toMatchObject({ reason: staff.reason })
    const login: Phone = {}
    await logPhoneIn(storage, login, 'institute', 'ORG')
    const asInstitute = enter('own-account.delete', contextOf(login))
    await expect(asInstitute).rejects.toMatchObject({ reason: 'account-of-institute' })
  })

  test('stays where the student works with an institute by the end', async () => {
    await begin()
    await logStaffIn(storage, 'asha', 'viewer')
    storages.clock.advance(7 * day + 1)
    expect(await sweep()).toBe(0)
    expect(await storage.accounts.findDeletion('asha')).toBeNull()
    expect(await storage.accounts.find('asha')).toMatchObject({ isEmailVerified: true })
  })

  test('waits while the clock is in doubt', async () => {
    await begin()
    const now = await storage.now()
    await noteClockJump(storage, { before: now, after: now + 8 * day, since: now }, 0)
    storages.clock.advance(8 * day)
    expect(await sweep()).toBe(0)
    storages.clock.advance(7 * day)
    expect(await sweep()).toBe(1)
  })
})
