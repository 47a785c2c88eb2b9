import { defaultCoursePolicy } from '#contract/course-policy.ts'
import { staffRoles } from '#contract/staff-rights.ts'
import { makeDayPass } from '#server/domain/day-passes/make-day-pass.ts'
import { addCourse, closeCourse, setTeachers } from '#server/domain/groups/courses.ts'
import { enrolPeople, movePerson } from '#server/domain/groups/enrolments.ts'
import { addRoom } from '#server/domain/groups/rooms.ts'
import { changeInstituteSettings } from '#server/domain/institutes/institute-settings.ts'
import { setPolicy } from '#server/domain/register/read-register.ts'
import { addPerson } from '#server/domain/roster/people.ts'
import { setSessionStatus } from '#server/domain/sessions/change-session.ts'
import { inviteStaff } from '#server/domain/staff/invite.ts'
import { coursePlans, invited, rooms } from './course-plans.ts'
import type { CoursePerson } from './fill-session.ts'
import { answerDisputes, type Held, holdSession } from './hold-session.ts'
import { type Course, type CourseWorld, openTerm, type Term } from './term-of-courses.ts'

const hour = 60 * 60_000
const day = 24 * hour
/** Places of those who come to Data Structures later, of who goes from there, and of who joins the institute late. */
const [late, comes, goes, lateJoiner] = [26, 58, 110, 64]

type Step = { readonly at: number; readonly run: () => Promise<unknown> }

/**
 * Runs the term of the courses by the calls of the domain. `starts`: of the institute's classes, epoch ms. Returns when each
 * student (id) was marked last.
 */
export async function fillCourses(world: CourseWorld, starts: readonly number[]): Promise<ReadonlyMap<string, number>> {
  const term = openTerm(world)
  world.setClock((starts[0] ?? world.now) - 2 * day)
  // The classes begin by this machine's clock.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  await changeInstituteSettings(term.deps, await term.as('owner', 'settings.change'), {
    timeZone,
    ways: ['screen', 'room-code'],
  })
  for (const name of rooms) await addRoom(term.deps, await term.as('registrar', 'courses.manage'), { name })
  const courses = coursePlans.map((plan): Course => ({ ...plan, id: '', enrolled: new Set(), held: 0 }))
  const lastMarks = new Map<string, number>()
  const held: Held[] = []
  const steps = courses.flatMap((course): Step[] => {
    const times = planSessions(term, course, starts)
    const hold = async (at: number) => held.push(await holdSession(term, course, at, lastMarks))
    const opened = { at: (times[0] ?? world.now - 20 * day) - 2 * day, run: () => openCourse(term, course) }
    return [opened, ...times.map((at) => ({ at, run: () => hold(at) }))]
  })
  const changes = planChanges(term, courses, starts)
  for (const { at, run } of [...steps, ...changes].toSorted((one, other) => one.at - other.at)) {
    world.setClock(at)
    await run()
  }
  await answerDisputes(term, held)
  world.setClock(world.now)
  await closeTerm(term, courses, held)
  return lastMarks
}

/** The course begins with its people, two days before its first session. */
async function openCourse(term: Term, course: Course): Promise<void> {
  const { code, title, department, teacher } = course
  const [first, last] = course.people
  const named = { code, title, department, kind: 'course', term: 'Autumn 2026' } as const
  const { id: courseId } = await addCourse(term.deps, await term.as('registrar', 'courses.manage'), named)
  const staff = [term.colleagues[teacher].staff.id]
  await setTeachers(term.deps, await term.as('registrar', 'courses.manage'), { courseId, staff })
  const policy = { ...defaultCoursePolicy, ...course.policy }
  await setPolicy(term.deps, await term.as('registrar', 'courses.policy'), { courseId, policy, isTrial: false })
  course.id = courseId
  const places = term.people.map((_, place) => place).filter((place) => place >= first && place <= last)
  const isFirst = code === 'CS201'
  const isThere = (place: number) => place !== lateJoiner && !(isFirst && (place === late || place === comes))
  await enrol(term, course, [...places.filter(isThere), ...(isFirst ? [goes] : [])])
  if (code === 'EE205') await enrolWithoutAccount(term, course)
}

async function enrolWithoutAccount(term: Term, course: Course): Promise<void> {
  const facts = { rollNumber: '21EE1015', givenName: 'Harpreet Kaur', familyName: 'Gill', email: '', section: '' }
  const { id: personId } = await addPerson(term.deps, await term.as('registrar', 'people.add'), facts)
  await enrolPersons(term, course, [{ personId, studentId: null, passkey: undefined, diligence: -20 }])
}

function enrol(term: Term, course: Course, places: readonly number[], from?: number): Promise<void> {
  const wanted = places.flatMap((place) => term.people[place] ?? [])
  return enrolPersons(term, course, wanted, from)
}

async function enrolPersons(term: Term, course: Course, wanted: readonly CoursePerson[], from?: number): Promise<void> {
  const people = wanted.map(({ personId }) => personId)
  const dated = { people, meanwhile: 'left-out', ...(from !== undefined && { from }) } as const
  await enrolPeople(term.deps, await term.as('registrar', 'courses.manage'), { courseId: course.id, ...dated })
  for (const person of wanted) course.enrolled.add(person)
}

/** When the sessions of a course begin; the last one runs. */
function planSessions({ now }: Term, course: Course, starts: readonly number[]): number[] {
  const { days, after, sessions, skipped, running } = course
  const times = starts.filter((at) => days.includes(new Date(at).getDay())).map((at) => at + after)
  const held = sessions === 0 ? [] : times.slice(0, times.length - skipped).slice(-sessions)
  return running === undefined ? held : [...held, now - running]
}

/** One is enrolled for the time before, two move, and one is new. */
function planChanges(term: Term, courses: readonly Course[], starts: readonly number[]): Step[] {
  const [course, other, third] = courses
  if (!course || !other || !third) return []
  const times = planSessions(term, course, starts)
  const at = (session: number) => (times[session] ?? term.now) - hour
  const move = async (place: number, from: Course, to: Course) => {
    const person = term.people[place]
    if (!person) return
    const moved = { courseId: from.id, personId: person.personId, to: to.id, meanwhile: 'left-out' } as const
    await movePerson(term.deps, await term.as('registrar', 'courses.manage'), moved)
    from.enrolled.delete(person)
    to.enrolled.add(person)
  }
  return [
    { at: at(5), run: () => enrol(term, course, [late], at(0)) },
    { at: at(8), run: () => move(comes, other, course) },
    { at: at(14), run: () => move(goes, course, other) },
    { at: (starts.at(-2) ?? 0) - hour, run: () => enrol(term, third, [lateJoiner]) },
  ]
}

/** What the office has done by now. */
async function closeTerm(term: Term, courses: readonly Course[], held: readonly Held[]): Promise<void> {
  const { deps, as } = term
  const closed = courses.find(({ code }) => code === 'HS110')
  if (closed) await closeCourse(deps, await as('registrar', 'courses.manage'), { courseId: closed.id })
  const cancelled = held.findLast(({ course, number }) => course.code === 'MA203' && number === 9)
  const said = { status: 'cancelled', reason: 'The Aula was flooded.' } as const
  if (cancelled)
    await setSessionStatus(deps, await as('registrar', 'sessions.status'), { sessionId: cancelled.id, ...said })
  const pass = { name: 'Joaquim Pereira', courses: [courses[1]?.id ?? ''], timeZone: 'Asia/Kolkata' }
  await makeDayPass(deps, await as('registrar', 'day-passes.make'), pass)
  for (const role of staffRoles) {
    const wanted = { email: invited[role], role, title: '', holdsWhole: role === 'teacher' }
    await inviteStaff(deps, await as('owner', 'staff.manage'), wanted)
  }
}
