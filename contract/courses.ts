import { z } from 'zod'
import { countAnswer, idAnswer, timeAnswer } from './answer-parts.ts'
import { coursePolicy } from './course-policy.ts'
import { courseKinds, maxCourseCodeLength, maxCourseTitleLength, maxRoomNameLength } from './course-rules.ts'
import { idPattern } from './identifiers.ts'
import { optionalTextInput, textInput } from './inputs.ts'
import type { ReadOnly } from './read-only.ts'
import { maxPeopleAtOnce, maxSectionLength, passkeyStates } from './roster-rules.ts'

/** Courses, sections and homerooms, their people and rooms. Times are epoch ms. */

const idInput = (field: string) => z.string().regex(idPattern, `${field} must be an id`)

const fields = {
  code: textInput('code', maxCourseCodeLength),
  title: textInput('title', maxCourseTitleLength),
  kind: z.enum(courseKinds, 'kind must be course, section or homeroom'),
  department: optionalTextInput('department', maxCourseTitleLength),
  term: optionalTextInput('term', maxCourseTitleLength),
  /** The course that a section is a part of, whose roster is that of its sections. */
  parentId: idInput('parentId').exactOptional(),
}

/** As '2026-11-27', a day of the institute. */
const firstDayInput = z.iso.date('firstDay must be a date')

/** POST /courses */
export const addCourseInput = z.strictObject(fields)
export type CourseFields = z.output<typeof addCourseInput>

/** PATCH /courses/:courseId. What is left out stays. */
export const changeCourseInput = z
  .strictObject({ ...fields, firstDay: firstDayInput })
  .omit({ kind: true, parentId: true })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'a change names at least one field')
export type CourseChange = z.output<typeof changeCourseInput>

/** POST /courses/from-sections: a course of each, with the people of the section. */
export const coursesOfSectionsInput = z.strictObject({
  sections: z.array(textInput('sections', maxSectionLength)).min(1).max(200, 'sections may name at most 200'),
  term: optionalTextInput('term', maxCourseTitleLength),
})

const course = z.strictObject({
  id: idAnswer,
  kind: z.enum(courseKinds),
  code: z.string(),
  title: z.string(),
  department: z.string(),
  term: z.string(),
  parentId: idAnswer.nullable(),
  teachers: z.array(z.strictObject({ staffId: idAnswer, name: z.string() })),
  /** Who are enrolled now. */
  people: countAnswer,
  /** Sessions that were started and not taken back. */
  sessions: countAnswer,
  lastStartedAt: timeAnswer.nullable(),
  closedAt: timeAnswer.nullable(),
})
export type Course = ReadOnly<typeof course>

/** GET /courses, by code: those that the caller may see. */
export const courseList = z.strictObject({ courses: z.array(course) })
export type CourseList = ReadOnly<typeof courseList>

/** GET /courses/:courseId, and the answer to each change. */
export const courseDetail = z.strictObject({
  ...course.shape,
  policy: coursePolicy,
  /** Enrolments begin on it at the earliest: the day on which the course was made, or an earlier one. */
  firstDay: z.iso.date(),
  sections: z.array(course),
})
export type CourseDetail = ReadOnly<typeof courseDetail>

/** The person who asked is among them and was left out: another one does it. */
const ownLeftOut = z.literal(true).exactOptional()

/** POST /courses/from-sections */
export const coursesOfSections = z.strictObject({ courses: z.array(course), ownLeftOut })
export type CoursesOfSections = ReadOnly<typeof coursesOfSections>

/** PUT /courses/:courseId/policy. `isTrial`: nothing is kept. */
export const coursePolicyInput = z.strictObject({
  policy: coursePolicy,
  isTrial: z.boolean('isTrial must be true or false'),
})

/** How many of those who are enrolled now are below the goal, by the policy of before and by the new one. */
export const policyEffect = z.strictObject({
  people: countAnswer,
  belowBefore: countAnswer,
  belowAfter: countAnswer,
})
export type PolicyEffect = ReadOnly<typeof policyEffect>

/** PUT /courses/:courseId/teachers: all of them. */
export const courseTeachersInput = z.strictObject({
  staff: z.array(idInput('staff')).max(20, 'staff may name at most 20'),
})

const enrolment = z.strictObject({
  beginsAt: timeAnswer,
  endsAt: timeAnswer.nullable(),
  /** Sessions that ended before it count only with a mark or a ruling. */
  countsFrom: timeAnswer,
  enteredAt: timeAnswer,
  /** The section; the course itself where it has none. */
  courseId: idAnswer,
})

const coursePerson = z.strictObject({
  personId: idAnswer,
  rollNumber: z.string(),
  given: z.string(),
  family: z.string(),
  section: z.string(),
  /** Null without an account. */
  studentId: idAnswer.nullable(),
  passkey: z.enum(passkeyStates),
  /** The oldest first. */
  enrolments: z.array(enrolment),
  isEnrolled: z.boolean(),
})
export type CoursePerson = ReadOnly<typeof coursePerson>

/** GET /courses/:courseId/people, by roll number: who are or were enrolled. */
export const coursePeople = z.strictObject({
  people: z.array(coursePerson),
  /** People of the section that has the course's code, who were never in the course: as many as one call enrols. */
  newOfSection: z.array(idAnswer),
})
export type CoursePeople = ReadOnly<typeof coursePeople>

/** GET /new-of-sections: the same of all open courses, by code. */
export const newOfSections = z.strictObject({
  courses: z.array(z.strictObject({ courseId: idAnswer, code: z.string(), people: z.array(idAnswer) })),
})
export type NewOfSections = ReadOnly<typeof newOfSections>

/** Back-dated: what the sessions that ended meanwhile count for the person. */
const backDated = {
  /** Without it: now. */
  from: z.int('from must be a time').min(0, 'from must be a time').exactOptional(),
  meanwhile: z.enum(['left-out', 'absent'], 'meanwhile must be left-out or absent'),
}

/** POST /courses/:courseId/people */
export const enrolPeopleInput = z.strictObject({
  people: z.array(idInput('people')).min(1).max(maxPeopleAtOnce, `people may name at most ${maxPeopleAtOnce}`),
  ...backDated,
})
export type EnrolPeople = z.output<typeof enrolPeopleInput>

/** POST /courses/:courseId/people/from-section */
export const enrolSectionInput = z.strictObject({ section: textInput('section', maxSectionLength), ...backDated })
export type EnrolSection = z.output<typeof enrolSectionInput>

/** POST /courses/:courseId/people/:personId/end */
export const endEnrolmentInput = z.strictObject({
  /** 0: now. */
  from: z.int('from must be a time').min(0, 'from must be a time'),
})

/** POST /courses/:courseId/people/:personId/move */
export const movePersonInput = z.strictObject({ to: idInput('to'), ...backDated })
export type MovePerson = z.output<typeof movePersonInput>

/** How many were enrolled or were already, and who is in another section: each can be moved from there. */
export const enrolledPeople = z.strictObject({
  ...{ enrolled: countAnswer, already: countAnswer, ownLeftOut },
  elsewhere: z.array(
    coursePerson.pick({ personId: true, given: true, family: true }).extend({ courseId: idAnswer, code: z.string() }),
  ),
})
export type EnrolledPeople = ReadOnly<typeof enrolledPeople>

const room = z.strictObject({ id: idAnswer, name: z.string() })
export type Room = ReadOnly<typeof room>

/** GET /rooms, by name, and the answer to each change. */
export const roomList = z.strictObject({ rooms: z.array(room) })
export type RoomList = ReadOnly<typeof roomList>

/** POST /rooms, PATCH /rooms/:roomId */
export const roomInput = z.strictObject({ name: textInput('name', maxRoomNameLength) })
