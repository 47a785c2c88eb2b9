import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EvidenceFile, InstallationKeys } from '#contract/evidence.ts'
import { type CheckedEvidence, checkEvidence, readEvidence } from '#contract/evidence-check.ts'
import { recentAuthenticationMs } from '#contract/rules.ts'
import { createInstallationKey } from '#server/adapters/keys/installation-key.ts'
import { makeCourse, personOf, startCourse } from '#testing/course-world.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
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
import { ruleOnStudent } from '#testing/rule-on-student.ts'
import { openForTampering } from '#testing/tamper.ts'
import { enter } from '../doors.ts'
import { setTeachers } from '../groups/courses.ts'
import { countClass } from '../groups/whole.ts'
import { ruleOnCell } from '../register/rule-on-cell.ts'
import { makeMark } from './make-mark.ts'
import { takeEvidence } from './take-evidence.ts'

const unknown = { reason: 'document_not_found' }

describe.each(engines)('the evidence of a mark on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let passkeys: Record<'asha' | 'bala', MadePasskey>
  let session: string
  let ashas: Phone
  let balas: Phone
  let screen: Phone
  let elsewhere: Phone

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    for (const id of ['institute', 'elsewhere']) await addInstitute(storage, id)
    passkeys = {
      asha: await addStudent(storage, 'asha', ['institute']),
      bala: await addStudent(storage, 'bala', ['institute', 'elsewhere']),
    }
    session = await startSession(storage, 'institute', 1)
    ;[ashas, balas, screen, elsewhere] = [{}, {}, {}, {}]
    await logPhoneIn(storage, ashas, 'asha')
    await logPhoneIn(storage, balas, 'bala')
    await logPhoneIn(storage, screen, 'institute', 'ORG')
    await logPhoneIn(storage, elsewhere, 'elsewhere', 'ORG')
    await checkIn(deps, ashas, passkeys.asha, session)
  })
  afterEach(() => storages.close())

  const take = async (phone: Phone, studentId = 'asha', attendanceSessionId = session, given = deps) =>
    takeEvidence(given, await enter('marks.evidence', contextOf(phone)), {
      sessionId: attendanceSessionId,
      ...((phone.caller?.label === 'ORG' || phone.staff) && { personId: await personOf(storage, studentId) }),
    })
  const keysOf = ({ installationKey, relyingParty }: CheckInDeps): InstallationKeys => ({
    origin: relyingParty.origin,
    keys: installationKey.publicKeys,
  })
  const check = (file: EvidenceFile, keys = keysOf(deps)): Promise<CheckedEvidence> => checkEvidence(file, keys)

  test('is given to the student and to the institute, and fits', async () => {
    for (const phone of [ashas, screen]) {
      const file = await take(phone)
      expect(file).toMatchObject({
        organisation: { id: 'institute' },
        attendanceSession: { id: session, number: 1 },
        student: { id: 'asha', name: 'Name asha', rollNumber: 'asha' },
        mark: { way: 'room-code', isWithdrawn: false },
        passkey: { credentialId: passkeys.asha.credentialId, standing: 'registered' },
      })
      expect(await check(file)).toMatchObject({ fitsKey: true, fitsInstallation: true })
    }
    const written = rowsOf(await storages.readTables(), 'audit_log').filter(({ action }) => action === 'mark.evidence')
    const detail = JSON.stringify({ organisationId: 'institute', sessionId: session, number: 1 })
    expect(written).toMatchObject([
      { account_id: 'asha', subject: 'asha', detail },
      { account_id: 'institute', subject: 'asha', detail },
    ])
  })

  test('is refused to other students and other institutes, as an unknown mark is', async () => {
    for (const phone of [balas, elsewhere]) await expect(take(phone)).rejects.toMatchObject(unknown)
    for (const phone of [ashas, screen]) await expect(take(phone, 'asha', 'unknown')).rejects.toMatchObject(unknown)
    await expect(take(screen, 'bala')).rejects.toMatchObject(unknown)
    const ofPerson = { sessionId: session, personId: await personOf(storage, 'asha') }
    for (const phone of [ashas, balas]) {
      const taken = takeEvidence(deps, await enter('marks.evidence', contextOf(phone)), ofPerson)
      await expect(taken).rejects.toMatchObject({ type: 'user_unauthorized' })
    }
  })

  test('is given to an institute after a password or a passkey of the last ten minutes alone', async () => {
    storages.clock.advance(recentAuthenticationMs + 1)
    await expect(take(screen)).rejects.toMatchObject({ reason: 'step-up-needed' })
    expect(await take(ashas)).toMatchObject({ student: { id: 'asha' } })
    await expect(take(elsewhere)).rejects.toMatchObject(unknown)
  })

  test('is refused with the reason where the mark has no signature', async () => {
    await storage.transaction(async (stores) => {
      const member = await stores.memberships.lockMember('institute', 'bala')
      const locked = await stores.checkIns.lockSession(session)
      if (!member || !locked) throw new Error('there is no member and no session')
      await makeMark(stores, member, locked, countClass('session'), {
        method: 'kiosk',
        credentialId: passkeys.bala.credentialId,
        proofId: 'proof',
        evidence: { attachment: null, userVerified: true, backupEligible: false, backedUp: false, flags: [] },
        earlier: undefined,
        now: await stores.now(),
      })
    })
    for (const phone of [balas, screen]) {
      await expect(take(phone, 'bala')).rejects.toMatchObject({ reason: 'mark-unsigned' })
    }
    await expect(take(elsewhere, 'bala')).rejects.toMatchObject(unknown)
  })

  test('says that the institute has withdrawn the mark', async () => {
    const key = { attendanceSessionId: session, studentId: 'asha' }
    await ruleOnStudent(deps, await enter('cells.rule', contextOf(screen)), {
      sessionId: key.attendanceSessionId,
      studentId: key.studentId,
      status: 'absent',
      reason: 'Not in the room.',
      after: 0,
    })
    expect(await take(ashas)).toMatchObject({ mark: { isWithdrawn: true } })
  })

  test('says that the passkey was removed, or is no passkey of the student', async () => {
    const standing = async () => (await take(ashas)).passkey.standing
    await storage.passkeys.remove(passkeys.asha.credentialId, 'asha', await storage.now())
    expect(await standing()).toBe('removed')
    const { db, close } = openForTampering(storages.database)
    await db.deleteFrom('removed_passkeys').execute()
    await close()
    expect(await standing()).toBe('unknown')
  })

  test('fits after the installation has moved to another port, where its keys name the earlier origin', async () => {
    const moved = { ...deps, relyingParty: { ...deps.relyingParty, origin: 'http://localhost:8090' } }
    const file = await take(ashas, 'asha', session, moved)
    const keys = keysOf(moved)
    expect(await check(file, keys)).toMatchObject({ fitsKey: true, fitsInstallation: false })
    expect(await check(file, { ...keys, earlierOrigins: ['http://localhost:8080'] })).toMatchObject({
      fitsKey: true,
      fitsInstallation: true,
    })
  })

  test('fits after the installation has a new key, as long as its file keeps the old one', async () => {
    const [old, newest] = [randomBytes(32), randomBytes(32)]
    const before = { ...deps, installationKey: createInstallationKey([old]) }
    const after = { ...deps, installationKey: createInstallationKey([newest, old]) }
    const alone = { ...deps, installationKey: createInstallationKey([newest]) }
    const [older, newer] = [await take(ashas, 'asha', session, before), await take(ashas, 'asha', session, after)]
    expect(older.installation.keyId).not.toBe(newer.installation.keyId)
    for (const file of [older, newer])
      expect(await check(file, keysOf(after))).toMatchObject({ fitsInstallation: true })
    expect(await check(newer, keysOf(alone))).toMatchObject({ fitsInstallation: true })
    expect(await check(older, keysOf(alone))).toMatchObject({ fitsKey: true, fitsInstallation: false })
  })

  test('of a class keeps its fields and their order, and is given to a teacher who holds the classes alone', async () => {
    const teacher = await logStaffIn(storage, 'bala', 'teacher')
    const fields = ['format', 'writtenAt', 'origin', 'relyingPartyId', 'organisation', 'attendanceSession']
    const rest = ['student', 'mark', 'challenge', 'passkey', 'assertion', 'installation']
    expect(Object.keys(await take(teacher))).toEqual([...fields, ...rest])
  })

  test('of a class is refused to a teacher of courses alone, as an unknown mark is', async () => {
    const ofCourses = await logStaffIn(storage, 'bala', 'teacher', '', false)
    await expect(take(ofCourses)).rejects.toMatchObject(unknown)
  })

  describe('in a session of a course', () => {
    let office: Phone
    let held: string
    let course: string

    beforeEach(async () => {
      await addStudent(storage, 'ravi', ['institute'])
      office = await logStaffIn(storage, 'ravi', 'registrar')
      course = await makeCourse(deps, office, 'M1', ['asha'])
      const started = await startCourse(deps, office, course)
      held = started.session.id
      await checkIn(deps, ashas, passkeys.asha, held)
    })

    test('names the course, and fits', async () => {
      const file = await take(ashas, 'asha', held)
      expect(file).toMatchObject({
        format: 'rollkey evidence v2',
        attendanceSession: { id: held, number: 1 },
        course: { id: course, code: 'M1', title: 'Course M1' },
        mark: { way: 'room-code', isWithdrawn: false },
      })
      expect(readEvidence(JSON.stringify(file))).toEqual(file)
      expect(await check(file)).toMatchObject({ fitsKey: true, fitsInstallation: true, owner: 'registered' })
      expect(await take(ashas)).toMatchObject({ format: 'rollkey evidence v1' })
      expect(await take(ashas)).not.toHaveProperty('course')
    })

    test('does not fit with another course, or as one of a class', async () => {
      const file = await take(ashas, 'asha', held)
      if (file.format !== 'rollkey evidence v2') throw new Error('It names no course')
      const { course: named, ...rest } = file
      for (const change of [{ id: 'other' }, { code: 'M2' }, { title: 'Physics' }]) {
        expect(await check({ ...file, course: { ...named, ...change } })).toMatchObject({ fitsInstallation: false })
      }
      const asClass = { ...rest, format: 'rollkey evidence v1' } as EvidenceFile
      expect(await check(asClass)).toMatchObject({ fitsKey: true, fitsInstallation: false })
      expect(readEvidence(JSON.stringify({ ...file, format: 'rollkey evidence v1' }))).toBe('other')
      expect(readEvidence(JSON.stringify({ ...rest, format: 'rollkey evidence v2' }))).toBe('other')
    })

    test('is given to a teacher of the course alone', async () => {
      for (const id of ['mira', 'tara']) await addStudent(storage, id, ['institute'])
      const [own, foreign] = [
        await logStaffIn(storage, 'mira', 'teacher'),
        await logStaffIn(storage, 'tara', 'teacher'),
      ]
      await setTeachers(deps, await enter('courses.manage', contextOf(office)), {
        courseId: course,
        staff: [own.staff.id],
      })
      await logPhoneIn(storage, own, 'mira')
      expect(await take(own, 'asha', held)).toMatchObject({ course: { id: course } })
      await expect(take(foreign, 'asha', held)).rejects.toMatchObject(unknown)
    })

    test('says that a person has decided that it does not count, and not that it came late', async () => {
      const [person] = (await storage.rosters.readRoster('institute')).filter(({ studentId }) => studentId === 'asha')
      await logPhoneIn(storage, office, 'ravi')
      const key = { sessionId: held, personId: person?.id ?? '' }
      await ruleOnCell(deps, await enter('cells.rule', contextOf(office)), {
        ...key,
        status: 'late',
        reason: 'A bus.',
        after: 0,
      })
      expect(await take(ashas, 'asha', held)).toMatchObject({ mark: { isWithdrawn: false } })
      await ruleOnCell(deps, await enter('cells.rule', contextOf(office)), {
        ...key,
        status: 'absent',
        reason: 'Not in the room.',
        after: 1,
      })
      expect(await take(ashas, 'asha', held)).toMatchObject({ mark: { isWithdrawn: true } })
    })
  })
})
