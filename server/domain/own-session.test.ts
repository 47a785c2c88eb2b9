import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { teacherLockMs } from '#contract/course-rules.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
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
import { enter } from './doors.ts'
import { setTeachers } from './groups/courses.ts'
import { beginAtScreen } from './marks/begin-at-screen.ts'
import { takeEvidence } from './marks/take-evidence.ts'
import { readSessionSheet } from './register/read-reports.ts'
import { readSheet } from './register/read-sheet.ts'
import { readCellHistory, ruleOnCell } from './register/rule-on-cell.ts'
import { moveSession, setSessionStatus } from './sessions/change-session.ts'
import { chooseSessionWays } from './sessions/choose-session-ways.ts'
import { countHeads } from './sessions/count-heads.ts'
import { answerDraw, drawStudents } from './sessions/draw-students.ts'
import { endSessionEarly } from './sessions/end-session.ts'
import { showRoomCode } from './sessions/show-room-code.ts'
import { takeBackSession } from './sessions/take-back-session.ts'

const unknown = { reason: 'document_not_found' }
const minute = 60_000

describe.each(engines)('the id of a session on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let asha: MadePasskey
  let office: Phone
  let teacher: Phone & { readonly staff: { readonly id: string } }
  let course: string
  let ofCourse: string
  let ofClass: string
  let person: string

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    asha = await addStudent(storage, 'asha', ['institute'])
    for (const id of ['ravi', 'mina']) await addStudent(storage, id, ['institute'])
    office = await logStaffIn(storage, 'ravi', 'registrar')
    // Of all classes, and of no course.
    teacher = await logStaffIn(storage, 'mina', 'teacher')
    course = await makeCourse(deps, office, 'MATH', ['asha'])
    ofClass = await startSession(storage, 'institute', 1)
    ofCourse = (await startCourse(deps, office, course)).session.id
    person = await personOf(storage, 'asha')
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const fresh = async (phone: Phone) => {
    await logPhoneIn(storage, phone, phone.caller?.id ?? '')
    return contextOf(phone)
  }
  type Context = ReturnType<typeof contextOf>
  type Act = (context: Context, sessionId: string) => Promise<unknown>
  const ruling = { reason: 'Not in the room.', after: 0 }
  const page = { filter: 'all', search: '', limit: 10, offset: 0 } as const
  const cellOf = (sessionId: string) => ({ sessionId, personId: person })

  const ofClassesAlone: Readonly<Record<string, Act>> = {
    'report of the sheet': async (context, id) =>
      readSessionSheet(deps, await enter('reports.view', context), {
        sessionId: id,
        ...page,
        show: 'all',
      }),
  }
  const ofCoursesAlone: Readonly<Record<string, Act>> = {
    status: async (context, id) =>
      setSessionStatus(deps, await enter('sessions.status', context), {
        sessionId: id,
        status: 'cancelled',
        reason: 'A storm.',
      }),
  }
  const ends: Readonly<Record<string, Act>> = {
    end: async (context, id) => endSessionEarly(deps, await enter('sessions.end', context), { sessionId: id }),
    'take back': async (context, id) =>
      takeBackSession(deps, await enter('sessions.take-back', context), { sessionId: id }),
  }
  const ofBoth: Readonly<Record<string, Act>> = {
    move: async (context, id) =>
      moveSession(deps, await enter('sessions.move', context), { sessionId: id, roomId: '' }),
    sheet: async (context, id) => readSheet(deps, await enter('sessions.view', context), { sessionId: id, ...page }),
    'mark at the screen': async (context, id) =>
      beginAtScreen(deps, await enter('check-in.screen', context), { way: 'screen', session: id, rollNumber: 'asha' }),
    'count heads': async (context, id) =>
      countHeads(deps, await enter('head-count.set', context), { sessionId: id, counted: 7 }),
    draw: async (context, id) =>
      drawStudents({ storage, random: systemRandom }, await enter('draws.make', context), { sessionId: id }),
    'answer a draw': async (context, id) =>
      answerDraw(deps, await enter('draws.answer', context), { sessionId: id, studentId: 'asha', here: true }),
    'show the code': async (context, id) =>
      showRoomCode(deps, await enter('room-code.show', context), { sessionId: id }),
    'choose the ways': async (context, id) =>
      chooseSessionWays(deps, await enter('sessions.ways', context), {
        sessionId: id,
        ways: ['screen', 'room-code'],
      }),
    rule: async (context, id) =>
      ruleOnCell(deps, await enter('cells.rule', context), { ...cellOf(id), ...ruling, status: 'present' }),
    'read rulings': async (context, id) => readCellHistory(deps, await enter('sessions.view', context), cellOf(id)),
    evidence: async (context, id) => takeEvidence(deps, await enter('marks.evidence', context), cellOf(id)),
  }
  const expectUnknown = async (acts: Readonly<Record<string, Act>>, phone: Phone, sessionId: string) => {
    const before = await storages.readTables()
    for (const [name, act] of Object.entries(acts)) {
      await expect(act(await fresh(phone), sessionId), name).rejects.toMatchObject(unknown)
    }
    const { sessions: _, ...after } = await storages.readTables()
    expect(after).toEqual((({ sessions: __, ...rest }) => rest)(before))
  }
  const mark = async (sessionId: string) => {
    const phone: Phone = {}
    await logPhoneIn(storage, phone, 'asha')
    await checkIn(deps, phone, asha, sessionId)
  }

  test.each(['without', 'with'])('of a course names none to the calls of classes, %s a mark', async (marked) => {
    if (marked === 'with') {
      await mark(ofCourse)
      await mark(ofClass)
    }
    for (const phone of [office, teacher]) await expectUnknown(ofClassesAlone, phone, ofCourse)
    storages.clock.advance(25 * 60 * minute)
    for (const phone of [office, teacher]) await expectUnknown(ofClassesAlone, phone, ofCourse)
  })

  test('of a class names none to the calls of courses', async () => {
    for (const phone of [office, teacher]) await expectUnknown(ofCoursesAlone, phone, ofClass)
  })

  test('of a course names none to a teacher of all classes who has another course', async () => {
    await mark(ofCourse)
    const other = await makeCourse(deps, office, 'PHYS', ['asha'])
    await setTeachers(deps, await enter('courses.manage', await fresh(office)), {
      courseId: other,
      staff: [teacher.staff.id],
    })
    await expectUnknown({ ...ofCoursesAlone, ...ofBoth, ...ends }, teacher, ofCourse)
  })

  test('of another institute, and one that is of nothing, names none to any call', async () => {
    await addInstitute(storage, 'elsewhere')
    const foreign = await startSession(storage, 'elsewhere', 1)
    for (const id of [foreign, 'nothing']) {
      for (const phone of [office, teacher]) await expectUnknown({ ...ofCoursesAlone, ...ofBoth, ...ends }, phone, id)
      for (const phone of [office, teacher]) await expectUnknown(ofClassesAlone, phone, id)
    }
  })

  test('of a course serves its teacher in what both kinds share, for the 14 days of the course', async () => {
    await mark(ofCourse)
    await setTeachers(deps, await enter('courses.manage', await fresh(office)), {
      courseId: course,
      staff: [teacher.staff.id],
    })
    for (const [name, act] of Object.entries(ofBoth)) {
      await expect(act(await fresh(teacher), ofCourse), name).resolves.toBeTruthy()
    }
    storages.clock.advance(teacherLockMs + 61 * minute)
    const locked = { reason: 'session-locked' }
    await expect(
      countHeads(deps, await enter('head-count.set', await fresh(teacher)), { sessionId: ofCourse, counted: 8 }),
    ).rejects.toMatchObject(locked)
    await expect(
      answerDraw(deps, await enter('draws.answer', await fresh(teacher)), {
        sessionId: ofCourse,
        studentId: 'asha',
        here: false,
      }),
    ).rejects.toMatchObject(locked)
    // Control: the office does it later, too.
    expect(
      await countHeads(deps, await enter('head-count.set', await fresh(office)), { sessionId: ofCourse, counted: 8 }),
    ).toMatchObject({ counted: 8 })
  })
})
