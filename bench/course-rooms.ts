import type { CourseSheet } from '#contract/course-sessions.ts'
import type { CourseDetail } from '#contract/courses.ts'
import { projectId } from '#contract/identifiers.ts'
import type { RosterPage } from '#contract/roster.ts'
import type { DatabaseLocation } from '#server/config/database-location.ts'
import { openForReading } from '#server/storage/open-for-reading.ts'
import { createKeepAliveClient } from '#testing/keep-alive-client.ts'
import type { PopulatedInstitute } from '#testing/populate-institute.ts'
import { openRoomDisplay, type Room } from './room-display.ts'

/** Of one call. */
const pageSize = 100

/** Spreads the students of an institute over courses that run at once, each with a display of its own. */
export async function openCourseRooms(
  origin: string,
  ports: readonly number[],
  institute: PopulatedInstitute,
  tokens: ReadonlyMap<string, string>,
  courses: number,
): Promise<Room[]> {
  const cookie = `session=${institute.sessionToken}`
  const office = createKeepAliveClient(origin, { origin, cookie, 'x-appwrite-project': projectId })
  const persons = new Map<string, string>()
  for (let offset = 0; offset < institute.students.length; offset += pageSize) {
    const page = await office.call<RosterPage>('GET', `/api/v1/people?limit=${pageSize}&offset=${offset}`)
    for (const { id, studentId } of page.people) if (studentId !== null) persons.set(studentId, id)
  }
  const rooms: Room[] = []
  for (let course = 0; course < courses; course++) {
    const students = institute.students.filter((_, index) => index % courses === course)
    const named = { title: 'Course', kind: 'course', department: '', term: '' }
    const { id } = await office.call<CourseDetail>('POST', '/api/v1/courses', { ...named, code: `C-${course}` })
    const people = students.map((student) => persons.get(student.id))
    for (let from = 0; from < people.length; from += pageSize) {
      const some = { people: people.slice(from, from + pageSize), meanwhile: 'left-out' }
      await office.call('POST', `/api/v1/courses/${id}/people`, some)
    }
    const start = { expected: 1, minutes: 60 }
    const { session } = await office.call<CourseSheet>('POST', `/api/v1/groups/${id}/sessions`, start)
    const display = await openRoomDisplay(origin, ports[course % ports.length] ?? 0, institute, session.id)
    const own = students.map((student) => tokens.get(student.id) ?? '')
    rooms.push({ institute: { ...institute, students }, display, tokens: own })
  }
  office.close()
  return rooms
}

/** `more`: numbers of classes that the marks of courses have moved. */
export async function countCourseMarks(
  database: DatabaseLocation,
  institute: PopulatedInstitute,
): Promise<{ readonly once: number; readonly more: number }> {
  const { db, close } = await openForReading(database)
  const marks = await db
    .selectFrom('marks')
    .where('organisation_id', '=', institute.id)
    .where('begun_at', 'is not', null)
    .select('student_id')
    .execute()
  const moved = await db
    .selectFrom('memberships')
    .where('organisation_id', '=', institute.id)
    .where('total', '!=', 0)
    .select('student_id')
    .execute()
  await close()
  return { once: new Set(marks.map(({ student_id }) => student_id)).size, more: moved.length }
}
