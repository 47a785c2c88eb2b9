import { defaultCoursePolicy } from '#contract/course-policy.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { passkeyIdOf } from '#server/domain/audit/passkey-id.ts'
import { courseImports } from '#server/domain/course-imports/course-imports.ts'
import { endDayPass, makeDayPass } from '#server/domain/day-passes/make-day-pass.ts'
import { enter } from '#server/domain/doors.ts'
import { closeCourse, setTeachers } from '#server/domain/groups/courses.ts'
import { endEnrolment, movePerson } from '#server/domain/groups/enrolments.ts'
import { addRoom } from '#server/domain/groups/rooms.ts'
import { confirmHeldMemberPasskey } from '#server/domain/passkeys/held-member-passkeys.ts'
import { setPolicy } from '#server/domain/register/read-register.ts'
import { invitePeople } from '#server/domain/roster/invite-people.ts'
import { moveSession, setSessionStatus } from '#server/domain/sessions/change-session.ts'
import { inviteStaff } from '#server/domain/staff/invite.ts'
import { confirmStaffPasskey } from '#server/domain/staff/lost-passkey.ts'
import { endStaff } from '#server/domain/staff/manage-staff.ts'
import { changeOwnLogin } from '#server/domain/staff/own-login.ts'
import { makeCourse, personOf, startCourse } from './course-world.ts'
import type { TestStorage } from './open-test-storage.ts'
import {
  addSigningInstitute,
  addStudent,
  type CheckInDeps,
  checkInDeps,
  contextOf,
  logPhoneIn,
  logStaffIn,
  type Phone,
} from './room-world.ts'

const minute = 60_000

/**
 * An institute in which each act was done that says who may do what, or how a cell counts. Enrolled in 'MATH': asha by hand;
 * bala was ended, carl moved to 'PHYS', and dina, who has no account, came to 'A' by an import.
 */
export async function decideEverything(storages: TestStorage): Promise<void> {
  const storage = await storages.open()
  const deps = { ...checkInDeps(storage), random: systemRandom }
  const heldUntil = (await storage.now()) + 60 * minute
  await addSigningInstitute(storage, 'institute')
  for (const id of ['asha', 'bala', 'carl', 'ravi', 'tara', 'meera', 'odile'])
    await addStudent(storage, id, ['institute'])
  for (const id of ['hana', 'fatima']) await addStudent(storage, id, ['institute'], { heldUntil })
  const office = await logStaffIn(storage, 'ravi', 'registrar')
  const owner = await logStaffIn(storage, 'odile', 'owner')
  const [tara, meera] = [await logStaffIn(storage, 'tara', 'teacher'), await logStaffIn(storage, 'meera', 'teacher')]
  const hana = await logStaffIn(storage, 'hana', 'desk')
  const tick = async (ms = minute) => {
    storages.clock.advance(ms)
    await logPhoneIn(storage, office, 'ravi')
    await logPhoneIn(storage, owner, 'odile')
  }
  const maths = await makeCourse(deps, office, 'MATH', ['asha', 'bala', 'carl'])
  const physics = await makeCourse(deps, office, 'PHYS', [])
  const chemistry = await makeCourse(deps, office, 'CHEM', [])
  await setTeachers(deps, await enter('courses.manage', contextOf(office)), { courseId: maths, staff: [tara.staff.id] })
  await setPolicy(deps, await enter('courses.policy', contextOf(office)), {
    courseId: maths,
    policy: { ...defaultCoursePolicy, goal: 80 },
    isTrial: false,
  })
  await closeCourse(deps, await enter('courses.manage', contextOf(office)), { courseId: chemistry })
  await tick()
  await endEnrolment(deps, await enter('courses.manage', contextOf(office)), {
    courseId: maths,
    personId: await personOf(storage, 'bala'),
    from: 0,
  })
  await movePerson(deps, await enter('courses.manage', contextOf(office)), {
    courseId: maths,
    personId: await personOf(storage, 'carl'),
    ...{ to: physics, meanwhile: 'left-out' },
  })
  await endStaff(deps, await enter('staff.manage', contextOf(owner)), { staffId: meera.staff.id })
  for (const held of [hana]) {
    const [passkey] = await storage.passkeys.listOf(held.staff.accountId)
    if (passkey)
      await confirmStaffPasskey(deps, await enter('staff.confirm-passkey', contextOf(owner)), {
        staffId: held.staff.id,
        passkeyId: passkeyIdOf(passkey),
      })
  }
  const [ofStudent] = await storage.passkeys.listOf('fatima')
  if (ofStudent)
    await confirmHeldMemberPasskey(deps, await enter('held-passkeys.confirm', contextOf(office)), {
      passkeyId: passkeyIdOf(ofStudent),
    })
  await inviteStaff(deps, await enter('staff.manage', contextOf(owner)), {
    email: 'n@example.org',
    role: 'teacher',
    title: '',
    holdsWhole: true,
  })
  const person = { rollNumber: 'E1', given: 'Emil', family: 'E', email: 'e@example.org', section: '', externalId: null }
  await storage.roster.insert({ ...person, id: 'emil', organisationId: 'institute' }, 'hand', await storage.now())
  await invitePeople({ ...deps, invitationsADay: 10 }, await enter('people.invite', contextOf(office)), {
    people: ['emil'],
  })
  await changeOwnLogin(deps, await enter('own-login.change', contextOf(owner)), { readsOnly: true })
  await makePasses(deps, office, maths)
  await tick()
  await importCourse(deps, office)
  await holdSession(() => tick(60 * minute), deps, office, maths)
  await storage.close()
}

/** One that is good, and one that was ended. */
async function makePasses(deps: CheckInDeps, office: Phone, course: string): Promise<void> {
  for (const name of ['Meera Nair', 'Ended'])
    await makeDayPass(deps, await enter('day-passes.make', contextOf(office)), {
      name,
      courses: [course],
      timeZone: 'Asia/Kolkata',
    })
  const passes = await deps.storage.dayPasses.list('institute', await deps.storage.now())
  const ended = passes.find(({ name }) => name === 'Ended')
  await endDayPass(deps, await enter('day-passes.end', contextOf(office)), { passId: ended?.id ?? '' })
}

async function importCourse(deps: CheckInDeps, office: Phone): Promise<void> {
  const { storage } = deps
  const names = { rollNumber: 'D1', given: 'Dina', family: 'D', email: null, section: '', externalId: 'X' }
  await storage.roster.insert({ ...names, id: 'dina', organisationId: 'institute' }, 'SIS', await storage.now())
  const { id } = await courseImports.begin(deps, await enter('course-imports.plan', contextOf(office)), {
    source: 'SIS',
    fileName: '',
    isWhole: false,
  })
  const course = { id: 'a', code: 'A', title: 'A', term: '', isHomeroom: false, isEnded: false }
  const enrolment = { course: 'a', person: 'X', isTeacher: false, isEnded: false }
  await courseImports.add(deps, await enter('course-imports.plan', contextOf(office)), {
    importId: id,
    ...{ part: 1, courses: [course], enrolments: [enrolment], teachers: [] },
  })
  const { seal } = await courseImports.plan(deps, await enter('course-imports.plan', contextOf(office)), {
    importId: id,
  })
  await courseImports.apply(deps, await enter('course-imports.apply', contextOf(office)), {
    importId: id,
    seal,
    isReviewed: false,
  })
}

/** It moved to another room, and was said to be cancelled, and held after all. */
async function holdSession(
  later: () => Promise<void>,
  deps: CheckInDeps,
  office: Phone,
  course: string,
): Promise<void> {
  for (const name of ['Hall', 'Lab']) await addRoom(deps, await enter('courses.manage', contextOf(office)), { name })
  const [hall, lab] = await deps.storage.courses.listRooms('institute')
  const { session } = await startCourse(deps, office, course, { roomId: hall?.id })
  await moveSession(deps, await enter('sessions.move', contextOf(office)), {
    sessionId: session.id,
    roomId: lab?.id ?? '',
  })
  await later()
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
}
