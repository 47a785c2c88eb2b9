import type { SessionNow } from '#contract/sessions.ts'
import { enter } from '#server/domain/doors.ts'
import { addCourse } from '#server/domain/groups/courses.ts'
import { enrolPeople } from '#server/domain/groups/enrolments.ts'
import { startSession } from '#server/domain/sessions/start-session.ts'
import { type CheckInDeps, contextOf, type Phone } from './room-world.ts'

/** A course with its people, beside the classes of the institute of a room world. */

/** The office makes a course of 'institute' and enrols these students in it. */
export async function makeCourse(
  deps: CheckInDeps,
  office: Phone,
  code: string,
  studentIds: readonly string[],
): Promise<string> {
  const named = { code, title: `Course ${code}`, kind: 'course', department: '', term: '' } as const
  const { id } = await addCourse(deps, await enter('courses.manage', contextOf(office)), named)
  if (studentIds.length > 0) {
    const people = await Promise.all(studentIds.map((studentId) => personOf(deps.storage, studentId)))
    await enrolPeople(deps, await enter('courses.manage', contextOf(office)), {
      courseId: id,
      people,
      meanwhile: 'left-out',
    })
  }
  return id
}

/** The student's person at 'institute'. */
export async function personOf(
  storage: Pick<CheckInDeps['storage'], 'rosters' | 'now'>,
  studentId: string,
): Promise<string> {
  const { people } = await storage.rosters.listRoster(
    'institute',
    { search: '', show: 'all', limit: 100, offset: 0 },
    await storage.now(),
  )
  const person = people.find((one) => one.studentId === studentId)
  if (!person) throw new Error(`${studentId} is not on the roster`)
  return person.id
}

/** A session of the course that starts now, with a room code. */
export async function startCourse(
  deps: CheckInDeps,
  teacher: Phone,
  courseId: string,
  { expected = 1, roomId = undefined as string | undefined, minutes = 60 } = {},
): Promise<SessionNow> {
  const wanted = { expected, minutes, ...(roomId !== undefined && { roomId }) }
  const groupId = courseId
  const started = await startSession(deps, await enter('sessions.start', contextOf(teacher)), { groupId, ...wanted })
  await deps.storage.checkIns.setRoomCode(started.session.id, true)
  return started
}
