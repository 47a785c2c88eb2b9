import {
  addCourse,
  changeCourse,
  closeCourse,
  listCourses,
  makeCoursesOfSections,
  readCourse,
  reopenCourse,
  setTeachers,
} from '../../domain/groups/courses.ts'
import {
  endEnrolment,
  enrolPeople,
  enrolSection,
  listCoursePeople,
  movePerson,
} from '../../domain/groups/enrolments.ts'
import { addRoom, endRoom, listRooms, renameRoom } from '../../domain/groups/rooms.ts'
import { readFigures } from '../../domain/register/read-figures.ts'
import { readOwnCourses, readOwnSession } from '../../domain/register/read-own-courses.ts'
import { readCoursesReport, setPolicy } from '../../domain/register/read-register.ts'
import { readCellToRule, ruleOnCell } from '../../domain/register/rule-on-cell.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** Courses with their people and rooms. */
export const courseCalls = {
  'GET /courses': listCourses,
  'POST /courses': addCourse,
  'POST /courses/from-sections': makeCoursesOfSections,
  'GET /reports/courses': readCoursesReport,
  'GET /groups/:groupId/figures': readFigures,
  'GET /courses/:courseId': readCourse,
  'PATCH /courses/:courseId': changeCourse,
  'PUT /courses/:courseId/policy': setPolicy,
  'PUT /courses/:courseId/teachers': setTeachers,
  'POST /courses/:courseId/close': closeCourse,
  'POST /courses/:courseId/reopen': reopenCourse,
  'GET /courses/:courseId/people': listCoursePeople,
  'POST /courses/:courseId/people': enrolPeople,
  'POST /courses/:courseId/people/from-section': enrolSection,
  'POST /courses/:courseId/people/:personId/end': endEnrolment,
  'POST /courses/:courseId/people/:personId/move': movePerson,
  'GET /rooms': listRooms,
  'POST /rooms': addRoom,
  'PATCH /rooms/:roomId': renameRoom,
  'DELETE /rooms/:roomId': endRoom,
  'GET /sessions/:sessionId/people/:personId/rulings': readCellToRule,
  'POST /sessions/:sessionId/people/:personId/rulings': ruleOnCell,
  'GET /own/courses': readOwnCourses,
  'GET /own/courses/:courseId/sessions/:sessionId': readOwnSession,
} satisfies Partial<ProductHandlers>
