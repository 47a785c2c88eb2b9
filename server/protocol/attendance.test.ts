import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrganisationAttributes } from '#contract/organisation.ts'
import type { StudentAttributes } from '#contract/student.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { clockStepMs, holdTime, moveTo } from '#testing/hold-time.ts'
import type { HttpClient } from '#testing/http-client.ts'
import { accepted, askToAssert, sendAssertion } from '#testing/passkey-ceremony.ts'
import {
  assertPasskey,
  documentsPath,
  logIn,
  markStudent,
  type Person,
  readOwnOrganisation,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { pickTables, rowsOf } from '#testing/rows-of.ts'
import { createSoftwareAuthenticator } from '#testing/software-authenticator.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Spec §4 and rules §6, over the wire. */
describe.each(engines)('attendance on %s', (engine) => {
  let server: TestServer
  let institute: Person
  let otherInstitute: Person
  let student: Person
  let count = 0

  beforeAll(async () => {
    server = await startTestServer(engine)
    institute = await registerOrganisation(server)
    await registerPasskey(institute)
    otherInstitute = await registerOrganisation(server, { email: 'office@narmada.example', name: 'Narmada College' })
    await registerPasskey(otherInstitute)
    student = await registerStudent(server, institute.id)
    await registerPasskey(student)
  })
  afterAll(async () => {
    await checkInvariants(server.database)
    await server.close()
  })
  // Each test begins after all sessions and windows of the one before, with a new login.
  beforeEach(async () => {
    server.clock.advance(2 * hour)
    institute = await logIn(institute, server.openBrowser())
  })

  const registerMember = async () => {
    const person = await registerStudent(server, institute.id, {
      email: `s${++count}@example.org`,
      rollNumber: `S-${count}`,
    })
    await registerPasskey(person)
    return person
  }
  const read = async () =>
    pickTables(await server.readTables(), 'organisations', 'attendance_sessions', 'marks', 'memberships', 'students')
  const start = (http: HttpClient, classes: unknown, id = institute.id) =>
    http.patch<OrganisationAttributes>(`${documentsPath('ORG')}/${id}`, { data: { classes } })
  const classesOf = async (person: Person) => (await readOwnOrganisation(person)).classes
  const newestClass = async (person: Person) => {
    const own = rowsOf(await server.readTables(), 'attendance_sessions').filter(
      ({ organisation_id }) => organisation_id === person.id,
    )
    const newest = own.sort((a, b) => b.number - a.number)[0]
    if (newest === undefined) throw new Error('no class was held')
    return newest
  }
  const wanted = (total: number, id = institute.id) =>
    JSON.stringify({ [id]: { total, expiryTime: server.clock.now() + hour } })
  const mark = (http: HttpClient, studentId: string, attendance: string) =>
    http.patch<StudentAttributes>(`${documentsPath('STD')}/${studentId}`, { data: { attendance } })
  const prove = async (person: Person, http = institute.http) => {
    const subject = { userId: person.id, category: 'STD' } as const
    expect(await assertPasskey(http, subject, person.authenticator)).toBe(true)
  }
  const marksOf = async ({ id }: Person) =>
    rowsOf(await server.readTables(), 'marks').filter(({ student_id }) => student_id === id)
  const audits = async (action: string) =>
    rowsOf(await server.readTables(), 'audit_log').filter((row) => row.action === action)
  const alreadyMarked = refusal(409, 'document_update_conflict', 'Attendance has already been marked')
  const noProof = refusal(401, 'user_invalid_token')

  describe('an attendance session', () => {
    test('begins with one more than before, runs for 60 minutes by the server’s clock, and is recorded', async () => {
      const [before, auditsBefore] = [await classesOf(institute), await audits('attendance.start')]
      const reply = await start(institute.http, before + 1)
      expect(reply).toMatchObject({ status: 200, body: { classes: before + 1 } })
      const { started_at, ends_at, number } = await newestClass(institute)
      expect([ends_at - started_at, number]).toEqual([hour, before + 1])
      expect(reply.body.sessionExpiry).toBe(ends_at)
      expect(reply.body.serverTime).toBeLessThan(ends_at)
      expect(await audits('attendance.start')).toHaveLength(auditsBefore.length + 1)
    })

    test.each([
      ['the same number', 0],
      ['two more', 2],
      ['fewer', -1],
    ])('does not begin with %s', async (_name, step) => {
      const classes = await classesOf(institute)
      const before = await read()
      expect(await start(institute.http, Math.max(0, classes + step))).toMatchObject(
        refusal(400, 'document_invalid_structure'),
      )
      expect(await read()).toEqual(before)
    })

    test.each([
      ['text', '1'],
      ['a fraction', 1.5],
      ['nothing', null],
      ['a list', [1]],
      ['too much', 1e9],
    ])('does not begin with %s', async (_name, classes) => {
      const before = await read()
      expect(await start(institute.http, classes)).toMatchObject(refusal(400, 'document_invalid_structure'))
      expect(await read()).toEqual(before)
    })

    test('may be started again by the same login session, which changes nothing', async () => {
      const classes = (await classesOf(institute)) + 1
      const first = await start(institute.http, classes)
      const before = await read()
      server.clock.advance(10 * minute)
      const retry = await start(institute.http, classes)
      expect(retry).toMatchObject({ status: 200, body: { classes, sessionExpiry: first.body.sessionExpiry } })
      expect(await read()).toEqual(before)
    })

    test('is not joined by a second one, from this login session or another', async () => {
      const other = await logIn(institute, server.openBrowser())
      const classes = (await classesOf(institute)) + 1
      await start(institute.http, classes)
      const before = await read()
      const active = refusal(409, 'attendance_session_active', 'A session is already active')
      expect(await start(other.http, classes)).toMatchObject(active)
      expect(await start(other.http, classes + 1)).toMatchObject(active)
      expect(await start(institute.http, classes + 1)).toMatchObject(active)
      expect(await read()).toEqual(before)
    })

    test('gives way to the next one when its 60 minutes are over, and not before', async () => {
      holdTime()
      const { classes } = await startAttendance(institute)
      const { ends_at } = await newestClass(institute)
      moveTo(server.clock, ends_at - clockStepMs[engine])
      const { http } = await logIn(institute, server.openBrowser())
      expect(await start(http, classes + 1)).toMatchObject(refusal(409, 'attendance_session_active'))
      moveTo(server.clock, ends_at)
      expect(await start(http, classes + 1)).toMatchObject({ status: 200, body: { classes: classes + 1 } })
    })

    test('needs a passkey, in the words of the specification', async () => {
      const plain = await registerOrganisation(server, { email: `plain${++count}@example.org`, name: 'Plain College' })
      const before = await read()
      expect(await start(plain.http, 1, plain.id)).toMatchObject(
        refusal(401, 'user_unauthorized', 'You have not registered your passkey yet!'),
      )
      expect(await read()).toEqual(before)
    })

    test('can be started only by the organisation itself', async () => {
      const before = await read()
      expect(await start(institute.http, 1, otherInstitute.id)).toMatchObject(refusal(401, 'user_unauthorized'))
      expect(await read()).toEqual(before)
    })
  })

  describe('a mark', () => {
    test('counts once, stores the server’s numbers and not the browser’s, and is recorded with its evidence', async () => {
      const member = await registerMember()
      await startAttendance(institute)
      const auditsBefore = await audits('attendance.mark')
      await prove(member)
      const sent = JSON.stringify({ [institute.id]: { total: 1, expiryTime: 12 } })
      const reply = await mark(institute.http, member.id, sent)
      expect(reply.status).toBe(200)
      const field = JSON.parse(reply.body.attendance)
      expect(Object.keys(field)).toEqual([institute.id])
      const [row, ...others] = await marksOf(member)
      expect(others).toEqual([])
      expect(row).toMatchObject({
        organisation_id: institute.id,
        attendance_session_id: (await newestClass(institute)).id,
        credential_id: member.authenticator.credentials[0]?.id,
        method: 'screen',
      })
      expect(JSON.parse(row?.evidence ?? '')).toEqual({
        attachment: 'platform',
        userVerified: true,
        backupEligible: false,
        backedUp: false,
        // The passkey was registered a moment ago.
        flags: ['new-passkey'],
      })
      expect(field[institute.id]).toEqual({ total: 1, expiryTime: (row?.marked_at ?? 0) + hour })
      expect(await audits('attendance.mark')).toHaveLength(auditsBefore.length + 1)
      const { body } = await member.http.get<StudentAttributes>(`${documentsPath('STD')}/${member.id}`)
      expect(JSON.parse(body.attendance)).toEqual(field)
    })

    test.each([true, false])('is recorded with the backup state of its passkey: %s', async (backedUp) => {
      const member = await registerMember()
      const authenticator = createSoftwareAuthenticator({ origin: server.origin, backupEligible: true })
      await registerPasskey({ ...member, authenticator })
      await startAttendance(institute)
      const subject = { userId: member.id, category: 'STD' } as const
      const cred = authenticator.assert(accepted(await askToAssert(institute.http, subject)), { backedUp })
      expect(accepted(await sendAssertion(institute.http, subject, cred))).toEqual({ verification: true })
      expect(await mark(institute.http, member.id, wanted(1))).toMatchObject({ status: 200 })
      const [row] = await marksOf(member)
      expect(JSON.parse(row?.evidence ?? '')).toMatchObject({ backupEligible: true, backedUp })
    })

    test('needs a proof of presence', async () => {
      const member = await registerMember()
      await startAttendance(institute)
      const before = await read()
      expect(await mark(institute.http, member.id, wanted(1))).toMatchObject(noProof)
      expect(await read()).toEqual(before)
    })

    test('needs its proof within 60 seconds', async () => {
      holdTime()
      const [early, late] = [await registerMember(), await registerMember()]
      await startAttendance(institute)
      await prove(early)
      await prove(late)
      const proofs = rowsOf(await server.readTables(), 'presence_proofs')
      const endOf = (person: Person) => proofs.find(({ student_id }) => student_id === person.id)?.expires_at ?? 0
      if (engine === 'sqlite') expect(endOf(late)).toBe(server.clock.now() + minute)
      moveTo(server.clock, endOf(early) - clockStepMs[engine])
      expect(await mark(institute.http, early.id, wanted(1))).toMatchObject({ status: 200 })
      moveTo(server.clock, endOf(late))
      expect(await mark(institute.http, late.id, wanted(1))).toMatchObject(noProof)
      expect(await marksOf(late)).toEqual([])
    })

    test('needs the proof of this login session and this student', async () => {
      const [member, neighbour] = [await registerMember(), await registerMember()]
      await startAttendance(institute)
      await prove(member)
      const other = await logIn(institute, server.openBrowser())
      const before = await read()
      expect(await mark(other.http, member.id, wanted(1))).toMatchObject(noProof)
      expect(await mark(institute.http, neighbour.id, wanted(1))).toMatchObject(noProof)
      expect(await read()).toEqual(before)
      expect(await mark(institute.http, member.id, wanted(1))).toMatchObject({ status: 200 })
    })

    test('needs the attendance session of its proof: an ended one marks no one', async () => {
      holdTime()
      const member = await registerMember()
      await startAttendance(institute)
      const { ends_at } = await newestClass(institute)
      moveTo(server.clock, ends_at - 30 * second)
      institute = await logIn(institute, server.openBrowser())
      await prove(member)
      moveTo(server.clock, ends_at)
      const before = await read()
      expect(await mark(institute.http, member.id, wanted(1))).toMatchObject(refusal(401, 'user_unauthorized'))
      expect(await read()).toEqual(before)
      // Nor does the proof count in the next session.
      await startAttendance(institute)
      const after = await read()
      expect(await mark(institute.http, member.id, wanted(1))).toMatchObject(refusal(401, 'user_unauthorized'))
      expect(await read()).toEqual(after)
    })

    test('counts in the last moment of the session', async () => {
      holdTime()
      const member = await registerMember()
      await startAttendance(institute)
      const { ends_at } = await newestClass(institute)
      moveTo(server.clock, ends_at - 20 * second)
      institute = await logIn(institute, server.openBrowser())
      await prove(member)
      moveTo(server.clock, ends_at - clockStepMs[engine])
      expect(await mark(institute.http, member.id, wanted(1))).toMatchObject({ status: 200 })
    })

    test('whose answer was lost gets the same answer again in its own login session, and is not repeated', async () => {
      const member = await registerMember()
      await startAttendance(institute)
      await prove(member)
      const first = await mark(institute.http, member.id, wanted(1))
      const before = await server.readTables()
      const again = await mark(institute.http, member.id, wanted(1))
      expect([again.status, again.text]).toEqual([first.status, first.text])
      expect(await server.readTables()).toEqual(before)
      const other = await logIn(institute, server.openBrowser())
      expect(await mark(other.http, member.id, wanted(1))).toMatchObject(noProof)
      server.clock.advance(minute)
      expect(await mark(institute.http, member.id, wanted(1))).toMatchObject(noProof)
      expect(await marksOf(member)).toHaveLength(1)
    })

    test('that is repeated in the same session with a new proof changes nothing, and is answered so each time', async () => {
      const member = await registerMember()
      await startAttendance(institute)
      await markStudent(institute, member.email, member.authenticator)
      const before = await read()
      expect(await markStudent(institute, member.email, member.authenticator)).toMatchObject(alreadyMarked)
      expect(await mark(institute.http, member.id, wanted(2))).toMatchObject(alreadyMarked)
      expect(await read()).toEqual(before)
      const added = (await audits('attendance.mark')).filter(({ subject }) => subject === member.id)
      expect(new Set(added.map(({ outcome }) => outcome))).toEqual(new Set(['done', 'unchanged']))
      expect(added).toHaveLength(2)
    })

    test('that is anything but one more here changes nothing and does not spend the proof', async () => {
      const member = await registerMember()
      await startAttendance(institute)
      await prove(member)
      const here = (entry: object) => JSON.stringify({ [institute.id]: entry })
      const wrong = {
        'no JSON': 'attendance',
        'an empty object': '{}',
        'a list': '[]',
        null: 'null',
        'another institute’s entry': wanted(1, otherInstitute.id),
        'another institute’s entry beside the own': JSON.stringify({
          ...JSON.parse(wanted(1)),
          ...JSON.parse(wanted(9, otherInstitute.id)),
        }),
        'a total that is too high': wanted(40),
        'the total as it was': wanted(0),
        'a fraction': wanted(1.5),
        'a total of text': here({ total: '1', expiryTime: 1 }),
        'no expiryTime': here({ total: 1 }),
        'a field more': here({ total: 1, expiryTime: 1, bonus: 5 }),
      }
      const before = await server.readTables()
      for (const [what, attendance] of Object.entries(wrong)) {
        expect(await mark(institute.http, member.id, attendance), what).toMatchObject(
          refusal(400, 'document_invalid_structure'),
        )
        expect(await server.readTables(), what).toEqual(before)
      }
      expect(await mark(institute.http, member.id, wanted(1))).toMatchObject({ status: 200 })
    })

    test('can be given to members only', async () => {
      const foreign = await registerStudent(server, otherInstitute.id, {
        email: `f${++count}@example.org`,
        rollNumber: `F${count}`,
      })
      await startAttendance(institute)
      const before = await read()
      for (const id of [foreign.id, 'NoSuchStudent']) {
        for (const attendance of [wanted(1), 'no JSON']) {
          expect(await mark(institute.http, id, attendance)).toMatchObject(refusal(404, 'document_not_found'))
        }
      }
      expect(await read()).toEqual(before)
    })

    test('cannot be made by the student', async () => {
      const member = await registerMember()
      await startAttendance(institute)
      const before = await read()
      expect(await mark(member.http, member.id, wanted(1))).toMatchObject(refusal(401, 'user_unauthorized'))
      expect(await read()).toEqual(before)
    })

    test('opens a window of an hour that reaches into the next session', async () => {
      holdTime()
      const member = await registerMember()
      await startAttendance(institute)
      const { ends_at } = await newestClass(institute)
      moveTo(server.clock, ends_at - 10 * minute)
      institute = await logIn(institute, server.openBrowser())
      expect(await markStudent(institute, member.email, member.authenticator)).toMatchObject({ status: 200 })
      const windowEnd = ((await marksOf(member))[0]?.marked_at ?? 0) + hour

      moveTo(server.clock, ends_at)
      institute = await logIn(institute, server.openBrowser())
      await startAttendance(institute)
      expect(await markStudent(institute, member.email, member.authenticator)).toMatchObject(alreadyMarked)
      expect(await marksOf(member)).toHaveLength(1)
      moveTo(server.clock, windowEnd - (engine === 'sqlite' ? 0 : clockStepMs[engine]))
      expect(await markStudent(institute, member.email, member.authenticator)).toMatchObject(alreadyMarked)
      moveTo(server.clock, windowEnd + 1)
      expect(await markStudent(institute, member.email, member.authenticator)).toMatchObject({ status: 200 })
      expect(await marksOf(member)).toHaveLength(2)
    })

    test('in one institute neither shows nor changes anything in another', async () => {
      const member = await registerMember()
      const codes = [institute.id, otherInstitute.id]
      await member.http.patch(`${documentsPath('STD')}/${member.id}`, { data: { organisation: codes } })
      otherInstitute = await logIn(otherInstitute, server.openBrowser())
      await startAttendance(institute)
      await startAttendance(otherInstitute)
      await markStudent(institute, member.email, member.authenticator)
      const reply = await markStudent(otherInstitute, member.email, member.authenticator)
      expect(reply).toMatchObject({ status: 200, body: { organisation: [otherInstitute.id] } })
      expect(JSON.parse(reply.body.attendance)).toEqual({
        [otherInstitute.id]: { total: 1, expiryTime: expect.any(Number) },
      })
      const { body } = await member.http.get<StudentAttributes>(`${documentsPath('STD')}/${member.id}`)
      expect(JSON.parse(body.attendance)).toMatchObject({
        [institute.id]: { total: 1 },
        [otherInstitute.id]: { total: 1 },
      })
    })
  })
})
