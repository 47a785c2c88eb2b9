import {
  endCourseSession,
  moveCourseSession,
  setSessionStatus,
  startCourseSession,
  takeBackCourseSession,
} from '../../domain/courses/course-sessions.ts'
import {
  addCourse,
  changeCourse,
  listCourses,
  makeCoursesOfSections,
  readCourse,
  setClosed,
  setTeachers,
} from '../../domain/courses/courses.ts'
import {
  endEnrolment,
  enrolPeople,
  enrolSection,
  listCoursePeople,
  movePerson,
} from '../../domain/courses/enrolments.ts'
import { readCoursesReport, readOwnCourses, readRegister, setPolicy } from '../../domain/courses/read-register.ts'
import { readCellHistory, readCourseSheet, readToday } from '../../domain/courses/read-sheet.ts'
import { addRoom, endRoom, listRooms, renameRoom } from '../../domain/courses/rooms.ts'
import { ruleOnCell } from '../../domain/courses/rule-on-cell.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** Courses with their people, rooms, sessions and registers. */
export const courseCalls = {
  async 'GET /courses'(deps, { context }) {
    return listCourses(deps, context)
  },
  async 'POST /courses'(deps, { context, input }) {
    return addCourse(deps, context, input)
  },
  async 'POST /courses/from-sections'(deps, { context, input }) {
    return makeCoursesOfSections(deps, context, input)
  },
  async 'GET /reports/courses'(deps, { context, query }) {
    return readCoursesReport(deps, context, query.after)
  },
  async 'GET /courses/:courseId'(deps, { context, params }) {
    return readCourse(deps, context, params.courseId)
  },
  async 'PATCH /courses/:courseId'(deps, { context, params, input }) {
    return changeCourse(deps, context, params.courseId, input)
  },
  async 'PUT /courses/:courseId/policy'(deps, { context, params, input }) {
    return setPolicy(deps, context, params.courseId, input)
  },
  async 'PUT /courses/:courseId/teachers'(deps, { context, params, input }) {
    return setTeachers(deps, context, params.courseId, input.staff)
  },
  async 'POST /courses/:courseId/close'(deps, { context, params }) {
    return setClosed(deps, context, params.courseId, true)
  },
  async 'POST /courses/:courseId/reopen'(deps, { context, params }) {
    return setClosed(deps, context, params.courseId, false)
  },
  async 'GET /courses/:courseId/people'(deps, { context, params }) {
    return listCoursePeople(deps, context, params.courseId)
  },
  async 'POST /courses/:courseId/people'(deps, { context, params, input }) {
    return enrolPeople(deps, context, params.courseId, input)
  },
  async 'POST /courses/:courseId/people/from-section'(deps, { context, params, input }) {
    return enrolSection(deps, context, params.courseId, input)
  },
  async 'POST /courses/:courseId/people/:personId/end'(deps, { context, params, input }) {
    await endEnrolment(deps, context, params.courseId, params.personId, input.from)
    return undefined
  },
  async 'POST /courses/:courseId/people/:personId/move'(deps, { context, params, input }) {
    await movePerson(deps, context, params.courseId, params.personId, input)
    return undefined
  },
  async 'GET /courses/:courseId/register'(deps, { context, params }) {
    return readRegister(deps, context, params.courseId)
  },
  async 'POST /courses/:courseId/sessions'(deps, { context, params, input }) {
    return startCourseSession(deps, context, params.courseId, input)
  },
  async 'GET /rooms'(deps, { context }) {
    return listRooms(deps, context)
  },
  async 'POST /rooms'(deps, { context, input }) {
    return addRoom(deps, context, input.name)
  },
  async 'PATCH /rooms/:roomId'(deps, { context, params, input }) {
    return renameRoom(deps, context, params.roomId, input.name)
  },
  async 'DELETE /rooms/:roomId'(deps, { context, params }) {
    return endRoom(deps, context, params.roomId)
  },
  async 'GET /today'(deps, { context }) {
    return readToday(deps, context)
  },
  async 'GET /course-sessions/:sessionId'(deps, { context, params }) {
    return readCourseSheet(deps, context, params.sessionId)
  },
  async 'PUT /course-sessions/:sessionId/room'(deps, { context, params, input }) {
    return moveCourseSession(deps, context, params.sessionId, input.roomId === '' ? null : input.roomId)
  },
  async 'POST /course-sessions/:sessionId/end'(deps, { context, params }) {
    return endCourseSession(deps, context, params.sessionId)
  },
  async 'DELETE /course-sessions/:sessionId'(deps, { context, params }) {
    await takeBackCourseSession(deps, context, params.sessionId)
    return undefined
  },
  async 'POST /course-sessions/:sessionId/status'(deps, { context, params, input }) {
    return setSessionStatus(deps, context, params.sessionId, input)
  },
  async 'GET /course-sessions/:sessionId/people/:personId/rulings'(deps, { context, params }) {
    return readCellHistory(deps, context, params.sessionId, params.personId)
  },
  async 'POST /course-sessions/:sessionId/people/:personId/rulings'(deps, { context, params, input }) {
    return ruleOnCell(deps, context, params, input)
  },
  async 'GET /own/courses'(deps, { context }) {
    return readOwnCourses(deps, context)
  },
} satisfies Partial<ProductHandlers>
