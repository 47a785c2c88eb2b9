import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CheckInOffer } from '#contract/check-in.ts'
import type { CellStatus } from '#contract/course-cells.ts'
import { authenticateDayPass } from '#server/domain/day-passes/authenticate-day-pass.ts'
import { makeDayPass } from '#server/domain/day-passes/make-day-pass.ts'
import { openDayPass } from '#server/domain/day-passes/open-day-pass.ts'
import { rollByDayPass } from '#server/domain/day-passes/roll-by-day-pass.ts'
import { enter } from '#server/domain/doors.ts'
import { addCourse } from '#server/domain/groups/courses.ts'
import { enrolPeople, movePerson } from '#server/domain/groups/enrolments.ts'
import { beginRollCall } from '#server/domain/marks/begin-roll-call.ts'
import { setSessionStatus } from '#server/domain/sessions/change-session.ts'
import { makeCourse, personOf, startCourse } from '#testing/course-world.ts'
import { engines } from '#testing/create-database.ts'
import { moveTo } from '#testing/hold-time.ts'
import { makeContext } from '#testing/make-context.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addInstitute,
  addStudent,
  type CheckInDeps,
  checkIn,
  checkInDeps,
  contextOf,
  finishHand,
  logPhoneIn,
  logStaffIn,
  type Phone,
  sign,
} from '#testing/room-world.ts'
import { tamper } from '#testing/tamper.ts'
import { verifyOpened } from './verify-data.ts'

const relyingParty = { id: 'localhost', name: 'Rollkey', origin: 'http://localhost:8080' }
const hour = 60 * 60_000

/**
 * A session of 'MATH' with a mark, a roll call of two people, and a word of a day pass; asha moved from one section of 'LAB' to
 * the other.
 */
async function live(storages: TestStorage) {
  // A day pass is over at midnight: in Kolkata it is half past ten in the morning.
  moveTo(storages.clock, Date.UTC(2030, 0, 7, 5))
  const storage = await storages.open()
  const deps = checkInDeps(storage)
  await addInstitute(storage, 'institute')
  const asha = await addStudent(storage, 'asha', ['institute'])
  for (const id of ['bala', 'carl', 'dina']) await addStudent(storage, id, ['institute'])
  const ravi = await addStudent(storage, 'ravi', ['institute'])
  const office = await logStaffIn(storage, 'ravi', 'registrar')
  const people = {
    asha: await personOf(storage, 'asha'),
    bala: await personOf(storage, 'bala'),
    carl: await personOf(storage, 'carl'),
    dina: await personOf(storage, 'dina'),
  }
  const course = await makeCourse(deps, office, 'MATH', Object.keys(people))
  const { session } = await startCourse(deps, office, course)
  const phone: Phone = {}
  await logPhoneIn(storage, phone, 'asha')
  await checkIn(deps, phone, asha, session.id)
  const said: Readonly<Record<string, CellStatus>> = { [people.bala]: 'absent', [people.carl]: 'late' }
  const statuses = Object.entries(said).map(([person, status]) => ({ person, status }))
  const begun = { way: 'roll-call', session: session.id, statuses, reason: '' } as const
  const offer = (await beginRollCall(deps, await enter('check-in.hand', contextOf(office)), {
    ...begun,
    statuses: [...statuses],
  })) as CheckInOffer
  await finishHand(deps, office, offer, sign(ravi, offer))
  await rollByNewPass(deps, office, course, session.id, people.dina)
  const sections = await moveWithinSections(storages, deps, office, people.asha)
  storages.clock.advance(hour)
  await logPhoneIn(storage, office, 'ravi')
  await setSessionStatus(deps, await enter('sessions.status', contextOf(office)), {
    sessionId: session.id,
    status: 'cancelled',
    reason: 'It rained.',
  })
  await setSessionStatus(deps, await enter('sessions.status', contextOf(office)), {
    sessionId: session.id,
    status: 'held',
    reason: 'It did not.',
  })
  await storage.close()
  return { people, course, ...sections, session: session.id, rollCall: offer.ceremony?.id ?? '' }
}

async function rollByNewPass(deps: CheckInDeps, office: Phone, course: string, session: string, person: string) {
  const wanted = { name: 'Meera Nair', courses: [course], timeZone: 'Asia/Kolkata' }
  const { secret } = await makeDayPass(deps, await enter('day-passes.make', contextOf(office)), wanted)
  const { token } = await openDayPass(deps, await enter('day-pass.open', makeContext({ cookies: {} })), { secret })
  const context = makeContext({ dayPass: await authenticateDayPass(deps, token, true) })
  await rollByDayPass(deps, await enter('day-pass.use', context), {
    sessionId: session,
    statuses: [{ person, status: 'present' }],
    reason: '',
  })
}

async function moveWithinSections(storages: TestStorage, deps: CheckInDeps, office: Phone, person: string) {
  const named = { title: 'Lab', department: '', term: '' }
  const { id: parentId } = await addCourse(deps, await enter('courses.manage', contextOf(office)), {
    ...named,
    code: 'LAB',
    kind: 'course',
  })
  const sections: string[] = []
  for (const code of ['LAB-1', 'LAB-2'])
    sections.push(
      (
        await addCourse(deps, await enter('courses.manage', contextOf(office)), {
          ...named,
          code,
          kind: 'section',
          parentId,
        })
      ).id,
    )
  const [from = '', to = ''] = sections
  await enrolPeople(deps, await enter('courses.manage', contextOf(office)), {
    courseId: from,
    people: [person],
    meanwhile: 'left-out',
  })
  storages.clock.advance(1_000)
  await movePerson(deps, await enter('courses.manage', contextOf(office)), {
    courseId: from,
    personId: person,
    to,
    meanwhile: 'left-out',
  })
  return { lab: parentId, from, to }
}

describe.each(engines)('what courses keep on %s', (engine) => {
  let storages: TestStorage
  let world: Awaited<ReturnType<typeof live>>
  beforeAll(async () => {
    storages = await createTestStorage(engine)
    world = await live(storages)
  })
  afterAll(() => storages.close())

  /** Each row that is wrong, behind its rule; with the signatures. */
  const look = (...statements: string[]) =>
    tamper(storages.database, statements, async (opened) => {
      const findings = await verifyOpened(opened, { now: storages.clock.now(), signaturesFor: relyingParty })
      return findings.flatMap(({ rule, wrong }) => wrong.map((line) => `${rule}: ${line}`))
    })
  /** The same, of what is no comparison with the log. */
  const lookAtRules = async (...statements: string[]) =>
    (await look(...statements)).filter((line) => !line.includes('match the audit log'))

  test('that the server wrote is no fault, and its roll call is checked', async () => {
    expect(await look()).toEqual([])
    const findings = await tamper(storages.database, [], (opened) =>
      verifyOpened(opened, { now: storages.clock.now(), signaturesFor: relyingParty }),
    )
    const rowsOf = new Map(findings.map(({ rule, rows }) => [rule, rows]))
    expect(rowsOf.get('The signatures of roll calls are right')).toBe(1)
  })

  describe('a roll call', () => {
    const saysOther = 'A ruling of a signed roll call says what the roll call says of the person'
    const isWhole =
      'A finished roll call is of a course of its institute, and has a ruling for each of its people and no mark'
    const isSigned = 'The signatures of roll calls are right'
    const ruling = (who: 'bala' | 'carl' | 'dina', rule = saysOther) =>
      `${rule}: attendance_session_id ${world.session}, person_id ${world.people[who]}, sequence 1`
    const signed = (fault: string) => `${isSigned}: roll call ${world.rollCall} of session ${world.session}: ${fault}`
    const unfitting = () => signed('the institute’s signature does not fit')
    const incomplete = () => `${isWhole}: id ${world.rollCall}`
    const of = (who: keyof typeof world.people) => `person_id = '${world.people[who]}'`

    /** The ruling of the day pass. */
    const givenToRollCall = () =>
      `update rulings set hand_check_in_id = '${world.rollCall}', decided_by = 'ravi' where ${of('dina')}`

    test('does not say what a ruling of it says', async () => {
      expect(await lookAtRules(`update rulings set status = 'present' where ${of('bala')}`)).toEqual([ruling('bala')])
      for (const change of ["reason = 'Ill.'", "cause = 'staff'", 'person_id = student_id'])
        expect(await lookAtRules(`update rulings set ${change} where ${of('bala')}`)).toContainEqual(
          expect.stringMatching(`^${saysOther}: `),
        )
    })

    test('does not name the person of a ruling that names it', async () => {
      expect(await lookAtRules(givenToRollCall())).toEqual([ruling('dina'), incomplete()])
    })

    test('is of another session than a ruling that names it, was not finished, or is not there', async () => {
      for (const change of ["attendance_session_id = 'another'", 'signature = null', "id = 'another'"])
        expect(await lookAtRules(`update hand_check_ins set ${change}`)).toEqual(
          expect.arrayContaining([ruling('bala'), ruling('carl')]),
        )
    })

    test('was signed by another person than the one who ruled', async () => {
      expect(await lookAtRules("update hand_check_ins set signed_by = 'asha'")).toEqual(
        expect.arrayContaining([ruling('bala'), ruling('carl'), signed('its key was not registered by its signer')]),
      )
    })

    test('has lost a ruling', async () => {
      expect(await lookAtRules(`delete from rulings where ${of('carl')}`)).toEqual([incomplete()])
    })

    test('that says the same as a changed ruling, or one more, is not what was signed', async () => {
      const changed = "update hand_check_ins set roll_call = replace(roll_call, 'absent', 'present')"
      expect(await lookAtRules(changed, `update rulings set status = 'present' where ${of('bala')}`)).toEqual([
        unfitting(),
      ])
      const added = `update hand_check_ins set roll_call = replace(roll_call, ']]', '],["${world.people.dina}","present"]]')`
      expect(await lookAtRules(added, givenToRollCall())).toEqual([unfitting()])
    })

    test.each([
      ['nonce', "'AAAA'"],
      ['signature', "'AAAA'"],
      ['begun_at', 'begun_at + 1'],
      ['roll_call', "'none'"],
    ])('is not what was signed, once its %s was changed', async (column, other) => {
      expect(await lookAtRules(`update hand_check_ins set ${column} = ${other}`)).toContain(unfitting())
    })

    test('of a class is none, nor one of another institute', async () => {
      expect(await lookAtRules("update hand_check_ins set organisation_id = 'another'")).toContain(incomplete())
      expect(await lookAtRules("update attendance_sessions set group_id = 'institute'")).toContain(incomplete())
    })

    test('stands behind no mark', async () => {
      const byHand = `update marks set method = 'hand', proof_id = '${world.rollCall}',
        credential_id = (select credential_id from hand_check_ins)`
      const listed = `update hand_check_ins set students = '["asha"]'`
      expect(await lookAtRules(byHand, listed)).toEqual(
        expect.arrayContaining([
          `The signatures behind marks are right: mark by hand of student asha in session ${world.session}: the institute’s signature is about other marks`,
          incomplete(),
        ]),
      )
    })

    test('by a day pass has no signature, and none is missed', async () => {
      const unsigned = 'What a day pass says is a roll call, and a roll call without a signature is that of a day pass'
      expect(await lookAtRules(`update rulings set hand_check_in_id = null where ${of('bala')}`)).toEqual([
        ruling('bala', unsigned),
        incomplete(),
      ])
    })
  })

  describe('a session', () => {
    test('and its marks move no class and no total of the institute', async () => {
      expect(await lookAtRules('update organisations set classes = 1')).toEqual([
        'The classes of an institute are the attendance sessions of all its members: id institute',
      ])
      expect(await lookAtRules("update memberships set total = 1 where student_id = 'asha'")).toContain(
        'A total is the number of marks that stand: organisation_id institute, student_id asha',
      )
    })

    test.each(['present', 'expected'])('is not settled: %s', async (column) => {
      expect(await lookAtRules(`update attendance_sessions set ${column} = 1`)).toContain(
        `A session of a course has no settled numbers: id ${world.session}`,
      )
    })

    test('that no one took is one that may be untaken, until there is an entry', async () => {
      const untaken = `A session of a course that no one took is one that may be untaken: id ${world.session}`
      const noted = 'update attendance_sessions set may_be_untaken = null'
      const [marks, rulings, words] = ['marks', 'rulings', 'session_rulings'].map((table) => `delete from ${table}`)
      if (!marks || !rulings || !words) throw new Error('three tables')
      expect(await lookAtRules(noted, marks, rulings, words)).toContain(untaken)
      for (const gone of [
        [rulings, words],
        [marks, words],
        [marks, rulings],
      ])
        expect(await lookAtRules(noted, ...gone)).not.toContain(untaken)
      const takenBack = 'update attendance_sessions set number = -1'
      expect(await lookAtRules(noted, marks, rulings, words, takenBack)).not.toContain(untaken)
    })

    test('has words of people without gaps', async () => {
      const gap = 'What people said of a session of a course is numbered without gaps'
      const word = (sequence: number) => `${gap}: attendance_session_id ${world.session}, sequence ${sequence}`
      expect(await lookAtRules('delete from session_rulings where sequence = 1')).toEqual([word(2)])
      expect(await lookAtRules('update session_rulings set sequence = 3 where sequence = 2')).toEqual([word(3)])
      expect(await lookAtRules('update session_rulings set sequence = 0 where sequence = 1')).toContain(word(0))
      expect(await lookAtRules("update session_rulings set status = 'late' where sequence = 2")).toEqual([word(2)])
    })

    test('of another institute than its course is named, and so is a gap between the rulings of a cell', async () => {
      const [session, organisation] = [world.session, "organisation_id = 'another'"]
      expect(await lookAtRules(`update groups set ${organisation} where id = '${world.course}'`)).toContain(
        `An attendance session is of its group’s institute: id ${session}`,
      )
      expect(await lookAtRules(`update marks set ${organisation}`)).toContain(
        `A mark belongs to the institute of its class: attendance_session_id ${session}, student_id asha`,
      )
      expect(await lookAtRules(`update rulings set sequence = 2 where person_id = '${world.people.bala}'`)).toContain(
        `The rulings about a person in a session are numbered without gaps: attendance_session_id ${session}, person_id ${world.people.bala}, sequence 2`,
      )
    })
  })

  describe('a mark', () => {
    const begun =
      'A mark of a course began in its session and no later than it was made, and that of a class says nothing of it'
    const started = '(select started_at from attendance_sessions)'

    test.each([`${started} - 1`, 'marked_at + 1', 'null'])('did not begin at %s', async (begunAt) => {
      expect(await lookAtRules(`update marks set begun_at = ${begunAt}`)).toContain(
        `${begun}: attendance_session_id ${world.session}, student_id asha`,
      )
    })

    test.each([started, 'marked_at'])('may have begun at %s', async (begunAt) => {
      expect(await lookAtRules(`update marks set begun_at = ${begunAt}`)).toEqual([])
    })

    test('of a class does not say when it began', async () => {
      const ofClass = "update attendance_sessions set group_id = 'institute'"
      const named = `${begun}: attendance_session_id ${world.session}, student_id asha`
      expect(await lookAtRules(ofClass)).toContain(named)
      expect(await lookAtRules(ofClass, 'update marks set begun_at = null')).not.toContain(named)
    })
  })

  describe('enrolments', () => {
    const overlap = 'Enrolments of a person in a course and its sections do not overlap'
    const enrolment = (group: string) => `${overlap}: person_id ${world.people.asha}, group_id ${group}, sequence 1`

    test.each(['null', 'ends_at + 1'])('in two sections of a course do not overlap: one ends at %s', async (endsAt) => {
      const { from, to } = world
      const found = await lookAtRules(`update enrolments set ends_at = ${endsAt} where group_id = '${from}'`)
      expect(found.sort()).toEqual([enrolment(from), enrolment(to)].sort())
    })

    test('in a course and its section do not overlap', async () => {
      const { lab, from, to } = world
      const moved = `update enrolments set group_id = '${lab}', ends_at = null where group_id = '${from}'`
      expect((await lookAtRules(moved)).sort()).toEqual([enrolment(lab), enrolment(to)].sort())
    })

    test('in two courses may overlap', async () => {
      const { from } = world
      const apart = `update groups set parent_id = null where id = '${from}'`
      expect(await lookAtRules(apart, `update enrolments set ends_at = null where group_id = '${from}'`)).toEqual([])
    })

    test('are in sections of a course of the institute that is no section', async () => {
      const { from, to } = world
      for (const change of [`'${to}'`, "'institute'", "'nothing'"])
        expect(await lookAtRules(`update groups set parent_id = ${change} where id = '${from}'`)).toEqual([
          `A section is a part of a course of its institute that is no section itself: id ${from}`,
        ])
      const elsewhere = `insert into groups (id, organisation_id, kind) values ('foreign', 'another', 'course')`
      expect(await lookAtRules(elsewhere, `update groups set parent_id = 'foreign' where id = '${from}'`)).toContain(
        `A section is a part of a course of its institute that is no section itself: id ${from}`,
      )
    })
  })
})
