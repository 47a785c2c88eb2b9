import type { Calls } from './calls.ts'
import { defaultCoursePolicy } from './course-policy.ts'
import { courseRegister, groupFigures, ownCourses, ownSession } from './course-sessions.ts'
import {
  addCourseInput,
  changeCourseInput,
  courseDetail,
  courseList,
  coursePeople,
  coursePolicyInput,
  coursesOfSections,
  coursesOfSectionsInput,
  courseTeachersInput,
  endEnrolmentInput,
  enrolledPeople,
  enrolPeopleInput,
  enrolSectionInput,
  movePersonInput,
  policyEffect,
  roomInput,
  roomList,
} from './courses.ts'

/** Courses, who is in them, and rooms. */
export const callsOfCourses = {
  'GET /courses': { isCompressed: true, act: 'courses.view', answers: { 200: courseList } },
  'POST /courses': {
    act: 'courses.manage',
    input: addCourseInput,
    example: { code: 'PHYS-1', title: 'Physics', kind: 'section', department: '', term: '', parentId: '$course?' },
    answers: { 200: courseDetail },
  },
  'POST /courses/from-sections': {
    act: 'courses.manage',
    input: coursesOfSectionsInput,
    example: { sections: ['10A'], term: '' },
    answers: { 200: coursesOfSections },
  },
  'GET /courses/:courseId': { act: 'courses.view', example: { courseId: '$course' }, answers: { 200: courseDetail } },
  'PATCH /courses/:courseId': {
    act: 'courses.manage',
    input: changeCourseInput,
    example: { courseId: '$course', title: 'Maths' },
    answers: { 200: courseDetail },
  },
  'PUT /courses/:courseId/policy': {
    act: 'courses.policy',
    input: coursePolicyInput,
    example: { courseId: '$course', policy: defaultCoursePolicy, isTrial: true },
    answers: { 200: policyEffect },
  },
  'PUT /courses/:courseId/teachers': {
    act: 'courses.manage',
    input: courseTeachersInput,
    example: { courseId: '$course', staff: ['$staff'] },
    answers: { 200: courseDetail },
  },
  'POST /courses/:courseId/close': {
    act: 'courses.manage',
    example: { courseId: '$course' },
    answers: { 200: courseDetail },
  },
  'POST /courses/:courseId/reopen': {
    act: 'courses.manage',
    example: { courseId: '$course' },
    answers: { 200: courseDetail },
  },
  'GET /courses/:courseId/people': {
    isCompressed: true,
    act: 'courses.view',
    example: { courseId: '$course' },
    answers: { 200: coursePeople },
  },
  'POST /courses/:courseId/people': {
    act: 'courses.manage',
    input: enrolPeopleInput,
    example: { courseId: '$course', people: ['$person'], meanwhile: 'left-out' },
    answers: { 200: enrolledPeople },
  },
  'POST /courses/:courseId/people/from-section': {
    act: 'courses.manage',
    input: enrolSectionInput,
    example: { courseId: '$course', section: '10A', meanwhile: 'left-out' },
    answers: { 200: enrolledPeople },
  },
  'POST /courses/:courseId/people/:personId/end': {
    act: 'courses.manage',
    input: endEnrolmentInput,
    example: { courseId: '$course', personId: '$person', from: 0 },
    answers: { 204: 'nothing' },
  },
  'POST /courses/:courseId/people/:personId/move': {
    act: 'courses.manage',
    input: movePersonInput,
    example: { courseId: '$course', personId: '$person', to: '$course', meanwhile: 'left-out' },
    answers: { 204: 'nothing' },
  },
  'GET /groups/:groupId/figures': {
    act: 'register.view',
    example: { groupId: '$group' },
    answers: { 200: groupFigures },
  },
  'GET /groups/:groupId/register': {
    isCompressed: true,
    act: 'register.view',
    example: { groupId: '$group' },
    answers: { 200: courseRegister },
  },
  'GET /rooms': { act: 'courses.view', answers: { 200: roomList } },
  'POST /rooms': { act: 'courses.manage', input: roomInput, example: { name: 'Hall' }, answers: { 200: roomList } },
  'PATCH /rooms/:roomId': {
    act: 'courses.manage',
    input: roomInput,
    example: { roomId: '$room', name: 'Lab' },
    answers: { 200: roomList },
  },
  'DELETE /rooms/:roomId': { act: 'courses.manage', example: { roomId: '$room' }, answers: { 200: roomList } },
  'GET /own/courses': { isCompressed: true, act: 'courses.own', answers: { 200: ownCourses } },
  'GET /own/courses/:courseId/sessions/:sessionId': {
    act: 'courses.own',
    example: { courseId: '$course', sessionId: '$course-session' },
    answers: { 200: ownSession },
  },
} as const satisfies Calls
