import type { CellStatus } from '#contract/course-cells.ts'
import type {
  CellHistory,
  CellRulingInput,
  CourseRegister,
  CourseSheet,
  CoursesReport,
  OwnCourses,
  SessionStatusInput,
  StartCourseSession,
  Today,
} from '#contract/course-sessions.ts'
import type {
  CourseChange,
  CourseDetail,
  CourseFields,
  CourseList,
  CoursePeople,
  EnrolledPeople,
  EnrolPeople,
  EnrolSection,
  MovePerson,
  PolicyEffect,
  RoomList,
} from '#contract/courses.ts'
import { callProduct, type ProductAnswer, type ProductInput } from './call-product.ts'
import { readProduct } from './read-product.ts'

/** Calls about courses, their people, rooms, sessions and registers. */

export function readToday(): Promise<Today> {
  return readProduct('GET /today', {}, {})
}

export function listCourses(): Promise<CourseList> {
  return readProduct('GET /courses', {}, {})
}

export function readCourse(courseId: string): Promise<CourseDetail> {
  return callProduct('GET /courses/:courseId', { courseId })
}

export function addCourse(fields: CourseFields): Promise<CourseDetail> {
  return callProduct('POST /courses', {}, fields)
}

export function makeCoursesOfSections(
  sections: readonly string[],
): Promise<ProductAnswer<'POST /courses/from-sections'>> {
  return callProduct('POST /courses/from-sections', {}, { sections: [...sections], term: '' })
}

export function changeCourse(courseId: string, change: CourseChange): Promise<CourseDetail> {
  return callProduct('PATCH /courses/:courseId', { courseId }, change)
}

/** `isClosed`: false opens it again. */
export function setCourseClosed(courseId: string, isClosed: boolean): Promise<CourseDetail> {
  return isClosed
    ? callProduct('POST /courses/:courseId/close', { courseId })
    : callProduct('POST /courses/:courseId/reopen', { courseId })
}

/** All of them. */
export function setTeachers(courseId: string, staff: readonly string[]): Promise<CourseDetail> {
  return callProduct('PUT /courses/:courseId/teachers', { courseId }, { staff: [...staff] })
}

/** `isTrial`: nothing is kept. */
export function setPolicy(
  courseId: string,
  input: ProductInput<'PUT /courses/:courseId/policy'>,
): Promise<PolicyEffect> {
  return callProduct('PUT /courses/:courseId/policy', { courseId }, input)
}

export function listCoursePeople(courseId: string): Promise<CoursePeople> {
  return callProduct('GET /courses/:courseId/people', { courseId })
}

export function enrolPeople(courseId: string, input: EnrolPeople): Promise<EnrolledPeople> {
  return callProduct('POST /courses/:courseId/people', { courseId }, input)
}

export function enrolSection(courseId: string, input: EnrolSection): Promise<EnrolledPeople> {
  return callProduct('POST /courses/:courseId/people/from-section', { courseId }, input)
}

/** Now. */
export async function endEnrolment(courseId: string, personId: string): Promise<void> {
  await callProduct('POST /courses/:courseId/people/:personId/end', { courseId, personId }, { from: 0 })
}

export async function movePerson(courseId: string, personId: string, input: MovePerson): Promise<void> {
  await callProduct('POST /courses/:courseId/people/:personId/move', { courseId, personId }, input)
}

export function listRooms(): Promise<RoomList> {
  return readProduct('GET /rooms', {}, {})
}

export function addRoom(name: string): Promise<RoomList> {
  return callProduct('POST /rooms', {}, { name })
}

export function endRoom(roomId: string): Promise<RoomList> {
  return callProduct('DELETE /rooms/:roomId', { roomId })
}

export function startCourseSession(courseId: string, input: StartCourseSession): Promise<CourseSheet> {
  return callProduct('POST /courses/:courseId/sessions', { courseId }, input)
}

export function readCourseSheet(sessionId: string): Promise<CourseSheet> {
  return callProduct('GET /course-sessions/:sessionId', { sessionId })
}

/** '' for none. */
export function moveCourseSession(sessionId: string, roomId: string): Promise<CourseSheet> {
  return callProduct('PUT /course-sessions/:sessionId/room', { sessionId }, { roomId })
}

export function endCourseSession(sessionId: string): Promise<CourseSheet> {
  return callProduct('POST /course-sessions/:sessionId/end', { sessionId })
}

export async function takeBackCourseSession(sessionId: string): Promise<void> {
  await callProduct('DELETE /course-sessions/:sessionId', { sessionId })
}

export function setSessionStatus(sessionId: string, input: SessionStatusInput): Promise<CourseSheet> {
  return callProduct('POST /course-sessions/:sessionId/status', { sessionId }, input)
}

export type CellAddress = { readonly sessionId: string; readonly personId: string }

export function readCellHistory(cell: CellAddress): Promise<CellHistory> {
  return callProduct('GET /course-sessions/:sessionId/people/:personId/rulings', cell)
}

export function ruleOnCell(cell: CellAddress, input: CellRulingInput): Promise<CellHistory> {
  return callProduct('POST /course-sessions/:sessionId/people/:personId/rulings', cell, input)
}

/** Fifty courses by code. `after`: how many were read already. */
export function readCoursesReport(after: number): Promise<CoursesReport> {
  return readProduct('GET /reports/courses', {}, { after: String(after) })
}

/** The courses in which the student is or was enrolled, with the own cells. */
export function readOwnCourses(): Promise<OwnCourses> {
  return readProduct('GET /own/courses', {}, {})
}

/** Options for the caller's own passkey, which signs session, people and statuses. */
export function beginRollCall(
  session: string,
  statuses: readonly { readonly person: string; readonly status: CellStatus }[],
  reason: string,
): Promise<ProductAnswer<'POST /check-ins'>> {
  return callProduct('POST /check-ins', {}, { way: 'roll-call', session, statuses: [...statuses], reason })
}

export function readRegister(courseId: string): Promise<CourseRegister> {
  return callProduct('GET /courses/:courseId/register', { courseId })
}
