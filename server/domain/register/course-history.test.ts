import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CellStatus, cellStatuses, isAttended } from '#contract/course-cells.ts'
import { defaultCoursePolicy } from '#contract/course-policy.ts'
import type { CourseRegister } from '#contract/course-sessions.ts'
import { countColumn, workOutWith } from '#contract/register-numbers.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { makeCourse, personOf, startCourse } from '#testing/course-world.ts'
import { holdTime } from '#testing/hold-time.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import { createTestStorage } from '#testing/open-test-storage.ts'
import { readCourseSheet } from '#testing/read-sheets.ts'
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
} from '#testing/room-world.ts'
import { enter } from '../doors.ts'
import { endEnrolment, enrolPeople, movePerson } from '../groups/enrolments.ts'
import type { CourseReader } from '../groups/stores.ts'
import { Problem } from '../problem.ts'
import { setSessionStatus } from '../sessions/change-session.ts'
import { countHere, type PersonCells, readCells } from './cells.ts'
import { readInParts } from './read-in-parts.ts'
import { readRegister, setPolicy } from './read-register.ts'
import { readToday } from './read-sheet.ts'
import { ruleOnCell } from './rule-on-cell.ts'

/**
 * 1,000 random acts on two courses: sessions, check-ins early and late, rulings, moves, cancellations, policies. After each
 * history, both registers are worked out a second time, from a list of what happened.
 */

const minute = 60_000
const students = ['asha', 'bala', 'carl'] as const
type Name = (typeof students)[number]
const courses = ['a', 'b'] as const
type CourseName = (typeof courses)[number]

const act = fc.oneof(
  fc.record({
    do: fc.constant('hold' as const),
    course: fc.constantFrom(...courses),
    came: fc.subarray([...students]),
    after: fc.integer({ min: 0, max: 45 }),
  }),
  fc.record({
    do: fc.constant('rule' as const),
    course: fc.constantFrom(...courses),
    who: fc.constantFrom(...students),
    which: fc.nat(9),
    status: fc.constantFrom(...cellStatuses),
  }),
  fc.record({
    do: fc.constant('move' as const),
    course: fc.constantFrom(...courses),
    who: fc.constantFrom(...students),
    back: fc.integer({ min: 0, max: 200 }),
    meanwhile: fc.constantFrom('left-out' as const, 'absent' as const),
  }),
  fc.record({
    do: fc.constant('enrol' as const),
    course: fc.constantFrom(...courses),
    who: fc.constantFrom(...students),
    back: fc.integer({ min: 0, max: 200 }),
    meanwhile: fc.constantFrom('left-out' as const, 'absent' as const),
  }),
  fc.record({
    do: fc.constant('leave' as const),
    course: fc.constantFrom(...courses),
    who: fc.constantFrom(...students),
  }),
  fc.record({
    do: fc.constant('say' as const),
    course: fc.constantFrom(...courses),
    which: fc.nat(9),
    status: fc.constantFrom('held' as const, 'cancelled' as const, 'no-one-came' as const),
  }),
  fc.record({
    do: fc.constant('policy' as const),
    course: fc.constantFrom(...courses),
    excused: fc.constantFrom('left-out' as const, 'attended' as const, 'missed' as const),
    latePoints: fc.constantFrom(0, 50, 100),
    drop: fc.nat(2),
  }),
)
type Act = typeof act extends fc.Arbitrary<infer Made> ? Made : never

/** What happened, as a clerk would note it. */
type Notes = {
  sessions: {
    id: string
    startedAt: number
    endsAt: number
    word: string
    marks: Map<Name, number>
    rulings: Map<Name, CellStatus>
  }[]
  times: { who: Name; from: number; to: number | null; countsFrom: number }[]
  policy: typeof defaultCoursePolicy
}

/** Letters and numbers of one person, one session after the other. */
function recount({ sessions, times, policy }: Notes, who: Name) {
  const own = times.filter((time) => time.who === who)
  const grades: number[] = []
  const letters = sessions.map(({ endsAt, startedAt, word, marks, rulings }) => {
    const at = marks.get(who)
    const ruled = rulings.get(who)
    const begun = own.filter(({ from }) => from < endsAt)
    const wasEnrolled = begun.some(({ to }) => to === null || to >= endsAt)
    if (at === undefined && ruled === undefined && !wasEnrolled) return '-'
    if (begun.length === 0) return 'G'
    const isTaken = marks.size + rulings.size > 0
    const counts = word !== 'cancelled' && (isTaken || word === 'no-one-came')
    let status: CellStatus | undefined = ruled
    let isClosed = false
    if (status === undefined && at !== undefined) {
      const minutes = (at - startedAt) / minute
      status = minutes >= 30 ? 'absent' : minutes >= 10 ? 'late' : 'present'
      isClosed = minutes >= 30
    }
    const last = begun.toSorted((one, other) => one.from - other.from).at(-1)
    if (status === undefined && endsAt < (last?.countsFrom ?? 0)) return '·'
    if (status === undefined && counts) status = 'absent'
    if (status === undefined) return word === 'cancelled' ? '-' : '?'
    const hasEntry = at !== undefined || ruled !== undefined
    if (counts && (hasEntry || (wasEnrolled && endsAt >= (last?.countsFrom ?? 0)))) {
      const excused = { 'left-out': null, attended: 100, missed: 0 }[policy.excused]
      const grade = { present: 100, late: policy.latePoints, 'left-early': 100, excused, absent: 0 }[status]
      if (grade !== null) grades.push(grade)
    }
    return isClosed ? 'C' : { present: 'P', late: 'L', 'left-early': 'E', excused: 'X', absent: 'A' }[status]
  })
  for (let dropped = 0; dropped < policy.drop; dropped++) {
    const worst = Math.min(...grades)
    if (worst < 100) grades.splice(grades.indexOf(worst), 1)
  }
  return { letters: letters.join(''), counted: grades.length, points: grades.reduce((sum, one) => sum + one, 0) }
}

async function live(acts: readonly Act[]): Promise<void> {
  const storages = await createTestStorage('sqlite')
  const storage = await storages.open()
  const deps = checkInDeps(storage)
  await addInstitute(storage, 'institute')
  const passkeys = {} as Record<Name, MadePasskey>
  for (const id of students) passkeys[id] = await addStudent(storage, id, ['institute'])
  await addStudent(storage, 'ravi', ['institute'])
  const office: Phone = await logStaffIn(storage, 'ravi', 'owner')
  const persons = Object.fromEntries(
    await Promise.all(students.map(async (id) => [id, await personOf(storage, id)] as const)),
  ) as Record<Name, string>
  const ids: Record<CourseName, string> = {
    a: await makeCourse(deps, office, 'A', ['asha', 'bala']),
    b: await makeCourse(deps, office, 'B', ['carl']),
  }
  const began = await storage.now()
  const first = (who: Name) => ({ who, from: began, to: null, countsFrom: began })
  const notes: Record<CourseName, Notes> = {
    a: { sessions: [], times: [first('asha'), first('bala')], policy: defaultCoursePolicy },
    b: { sessions: [], times: [first('carl')], policy: defaultCoursePolicy },
  }
  const fresh = async () => {
    await logPhoneIn(storage, office, 'ravi')
    return contextOf(office)
  }
  const other = (course: CourseName): CourseName => (course === 'a' ? 'b' : 'a')
  const openTime = (course: CourseName, who: Name) =>
    notes[course].times.find((time) => time.who === who && time.to === null)
  const mayBegin = (course: CourseName, who: Name, from: number) =>
    notes[course].times.every((time) => time.who !== who || (time.to ?? 0) <= from)

  for (const one of acts) {
    storages.clock.advance(minute)
    const now = await storage.now()
    const ofCourse = notes[one.course]
    const courseId = ids[one.course]
    const session = 'which' in one ? ofCourse.sessions[one.which % Math.max(1, ofCourse.sessions.length)] : undefined
    switch (one.do) {
      case 'hold': {
        const expected = ofCourse.sessions.length + 1
        const sheet = await startCourse(deps, office, courseId, { expected })
        storages.clock.advance(one.after * minute)
        const marks = new Map<Name, number>()
        for (const who of one.came) {
          const phone: Phone = {}
          await logPhoneIn(storage, phone, who)
          const isIn = openTime(one.course, who) !== undefined
          const done = checkIn(deps, phone, passkeys[who], sheet.session.id)
          // Who is not enrolled is not offered a ceremony.
          if (isIn) await done.then(() => marks.set(who, sheet.session.startedAt + one.after * minute))
          else await expect(done).rejects.toThrow()
        }
        // The list counts in SQL what the sheet works out cell by cell.
        const { running } = await readToday(deps, await enter('sessions.view', contextOf(office)))
        const { session: shown } = await readCourseSheet(deps, await enter('sessions.view', contextOf(office)), {
          sessionId: sheet.session.id,
        })
        expect(running.map(({ present }) => present)).toEqual([shown.present])
        storages.clock.advance(61 * minute)
        const { id, startedAt, endsAt } = sheet.session
        ofCourse.sessions.push({ id, startedAt, endsAt, word: 'held', marks, rulings: new Map() })
        break
      }
      case 'rule': {
        if (!session) break
        const known = { sessionId: session.id, personId: persons[one.who] }
        const history = await storage.courseReads.readRegister(courseId, {
          sessionId: session.id,
          people: [persons[one.who]],
        })
        const ruling = { status: one.status, reason: 'So.', after: history.rulings.length }
        const register = await readRegister(deps, await enter('register.view', contextOf(office)), {
          groupId: courseId,
        })
        const done = ruleOnCell(deps, await enter('cells.rule', await fresh()), { ...known, ...ruling })
        const isKnown = ofCourse.times.some(({ who }) => who === one.who) || session.marks.has(one.who)
        if (isKnown) {
          const { row } = await done
          session.rulings.set(one.who, one.status)
          expect(row).toEqual(await readRow(deps, office, { groupId: courseId, personId: known.personId }))
          // What the screen has said before.
          const column = register.sessions.findIndex(({ id }) => id === session.id)
          const person = register.people.find(({ personId }) => personId === known.personId)
          const said = person && workOutWith(register, person, { column, status: one.status })
          if (said) expect(said).toMatchObject({ ...row?.working })
        } else await expect(done).rejects.toBeInstanceOf(Problem)
        break
      }
      case 'enrol': {
        if (openTime(one.course, one.who)) break
        const from = now - one.back * minute
        const dated = { people: [persons[one.who]], from, meanwhile: one.meanwhile }
        const done = enrolPeople(deps, await enter('courses.manage', await fresh()), { courseId, ...dated })
        if (!mayBegin(one.course, one.who, from)) await expect(done).rejects.toBeInstanceOf(Problem)
        else {
          await done
          ofCourse.times.push({ who: one.who, from, to: null, countsFrom: one.meanwhile === 'absent' ? from : now })
        }
        break
      }
      case 'leave': {
        const open = openTime(one.course, one.who)
        if (!open) break
        await endEnrolment(deps, await enter('courses.manage', await fresh()), {
          courseId,
          personId: persons[one.who],
          from: 0,
        })
        open.to = now
        break
      }
      case 'move': {
        const open = openTime(one.course, one.who)
        const target = other(one.course)
        if (!open || openTime(target, one.who)) break
        const from = now - one.back * minute
        const wanted = { to: ids[target], from, meanwhile: one.meanwhile }
        const done = movePerson(deps, await enter('courses.manage', await fresh()), {
          courseId,
          personId: persons[one.who],
          ...wanted,
        })
        if (from <= open.from || !mayBegin(target, one.who, from)) await expect(done).rejects.toBeInstanceOf(Problem)
        else {
          await done
          open.to = from
          const countsFrom = one.meanwhile === 'absent' ? from : now
          notes[target].times.push({ who: one.who, from, to: null, countsFrom })
        }
        break
      }
      case 'say': {
        if (!session) break
        const done = setSessionStatus(deps, await enter('sessions.status', await fresh()), {
          sessionId: session.id,
          status: one.status,
          reason: 'So.',
        })
        const someoneCame = [...session.marks.keys()].some((who) => isAttended(session.rulings.get(who) ?? 'present'))
        if (one.status === 'no-one-came' && someoneCame) {
          await expect(done).rejects.toMatchObject({ reason: 'someone-came' })
          break
        }
        await done
        session.word = one.status
        break
      }
      case 'policy': {
        const { excused, latePoints, drop } = one
        ofCourse.policy = { ...defaultCoursePolicy, excused, latePoints, drop }
        await setPolicy(deps, await enter('courses.policy', await fresh()), {
          courseId,
          policy: ofCourse.policy,
          isTrial: false,
        })
      }
    }
  }
  const held = courses.flatMap((course) => notes[course].sessions.map(({ id }) => ({ courseId: ids[course], id })))
  for (const { courseId, id: sessionId } of held) {
    const rows = await storage.courseReads.readRegister(courseId, { sessionId })
    const sheet = readCells(rows, await storage.now()).flatMap(({ cells: [cell] }) => cell ?? [])
    const noOne = { present: 0, people: 0, apart: { guests: 0, afterClosing: 0 } }
    const here = (await storage.courseReads.countHere([sessionId])).get(sessionId) ?? noOne
    expect([sessionId, here]).toEqual([sessionId, countHere(sheet)])
  }
  for (const course of courses) {
    const register: CourseRegister = await readRegister(deps, await enter('register.view', contextOf(office)), {
      groupId: ids[course],
    })
    for (const { studentId, letters, working } of register.people) {
      const { counted, points } = working
      expect([course, studentId, { letters, counted, points }]).toEqual([
        course,
        studentId,
        recount(notes[course], studentId as Name),
      ])
    }
    for (const [column, { id, status }] of register.sessions.entries()) {
      if (status === 'cancelled') continue
      const { present, people } = (await storage.courseReads.countHere([id])).get(id) ?? { present: 0, people: 0 }
      expect([id, countColumn(register.people, column)]).toEqual([id, { present, people }])
    }
  }
  for (const course of courses) await expectPartsOf(storage.courseReads, ids[course], await storage.now())
  await checkInvariants(storages.database, storages.clock.now())
  await storages.close()
}

async function readRow(
  deps: CheckInDeps,
  office: Phone,
  { groupId, personId }: Record<'groupId' | 'personId', string>,
) {
  const { people } = await readRegister(deps, await enter('register.view', contextOf(office)), { groupId })
  const person = people.find((one) => one.personId === personId)
  return person && { letters: person.letters, working: person.working }
}

/** A register that is read two people at a time, as files are written, has the same cells. */
async function expectPartsOf(reads: CourseReader, courseId: string, now: number): Promise<void> {
  const whole = readCells(await reads.readRegister(courseId, {}), now)
  const frame = await reads.listRegister(courseId)
  const cells: PersonCells[] = []
  for (let from = 0; from < frame.people.length; from += 2) {
    const part = { ...frame, people: frame.people.slice(from, from + 2) }
    cells.push(...readCells({ ...part, ...(await reads.readFacts(courseId, part)) }, now))
  }
  expect(cells).toEqual(whole)
  const inParts: PersonCells[] = []
  for await (const one of readInParts(reads, courseId, frame, now)) inParts.push(one)
  expect(inParts).toEqual(whole)
}

test('1,000 random acts leave what a clerk would count', async () => {
  holdTime()
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 20, maxLength: 20 }), (acts) => live(acts)),
    { numRuns: 50 },
  )
}, 300_000)
