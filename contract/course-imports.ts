import { z } from 'zod'
import { countAnswer } from './answer-parts.ts'
import { maxCourseLinesACall, maxEnrolmentLinesACall } from './course-import-rules.ts'
import { type beginInput, cell, importLife } from './imports.ts'
import type { ReadOnly } from './read-only.ts'

/**
 * The import of courses, and of who is in them and teaches them, from a bundle of OneRoster or School Data Sync. As with the
 * roster, the browser reads the files, and nothing is changed before the plan is applied. People and courses are named by
 * the ids that they have in the files. Times are epoch ms.
 */

/** POST /course-imports */
export type BeginCourseImport = z.output<typeof beginInput>

const fileCourse = z.strictObject({
  id: cell,
  code: cell,
  title: cell,
  term: cell,
  isHomeroom: z.boolean(),
  /** The file takes it away. */
  isEnded: z.boolean(),
})
export type FileCourse = ReadOnly<typeof fileCourse>

const fileEnrolment = z.strictObject({ course: cell, person: cell, isTeacher: z.boolean(), isEnded: z.boolean() })
export type FileEnrolment = ReadOnly<typeof fileEnrolment>

const fileTeacher = z.strictObject({ id: cell, name: cell, email: cell })
export type FileTeacher = ReadOnly<typeof fileTeacher>

/** POST /course-imports/:importId/parts. A part that comes again takes the place of the first. */
export const courseImportPartInput = z.strictObject({
  part: z.int().min(1).max(10_000),
  courses: z.array(fileCourse).max(maxCourseLinesACall, `courses may have at most ${maxCourseLinesACall}`),
  enrolments: z
    .array(fileEnrolment)
    .max(maxEnrolmentLinesACall, `enrolments may have at most ${maxEnrolmentLinesACall}`),
  teachers: z.array(fileTeacher).max(maxCourseLinesACall, `teachers may have at most ${maxCourseLinesACall}`),
})
export type CourseImportPart = z.output<typeof courseImportPartInput>

const counts = z.strictObject({
  newCourses: countAnswer,
  /** Another code, title or term. */
  changedCourses: countAnswer,
  sameCourses: countAnswer,
  /** They would be closed. */
  goneCourses: countAnswer,
  /** Left alone, with the reason. */
  leftOutCourses: countAnswer,
  newEnrolments: countAnswer,
  sameEnrolments: countAnswer,
  goneEnrolments: countAnswer,
  /** Enrolments of people who are not on the roster. */
  unknownPeople: countAnswer,
  newTeachers: countAnswer,
  goneTeachers: countAnswer,
  /** Teachers who do not act for the institute. */
  toInvite: countAnswer,
})
export type CourseImportCounts = ReadOnly<typeof counts>

/** How many the source has begun, of which `gone…` would end. */
const ofSource = z.strictObject({ courses: countAnswer, enrolments: countAnswer })

export const courseImport = z.strictObject({
  ...importLife,
  counts,
  ofSource,
  /** What apply names, so that only this plan is applied; '' before the plan. */
  seal: z.string(),
  /** Teachers to be invited first: the first so many of them. */
  invite: z.array(z.strictObject({ name: z.string(), email: z.string() })),
  /** The person who imports would begin or end in a course, and is left out: another person imports it. */
  ownLeftOut: z.literal(true).exactOptional(),
})
export type CourseImport = ReadOnly<typeof courseImport>

/** GET /course-imports: the last twenty, the newest first. */
export const courseImportList = z.strictObject({ imports: z.array(courseImport) })
export type CourseImportList = ReadOnly<typeof courseImportList>

/** What would happen to a course. 'gone': it is not in files that have all, or they take it away. */
const courseOutcomes = ['new', 'changed', 'same', 'gone', 'left-out'] as const
export type CourseOutcome = (typeof courseOutcomes)[number]

/** Why a course of the files is left alone. */
const courseProblems = [
  /** It is closed here: the office opens it again. */
  'closed-here',
  /** It would be closed, and a session of it runs. */
  'session-runs',
  /** It has sections here, which have the people. */
  'has-sections',
  'course-full',
  'title-invalid',
  'id-invalid',
] as const
export type CourseProblem = (typeof courseProblems)[number]

/** Pages of the plan: by what happens to the course, or 'people' for those with enrolments that begin, end or are left out. */
const courseImportParts = ['left-out', 'gone', 'changed', 'new', 'people'] as const
export type CourseImportView = (typeof courseImportParts)[number]

/** GET /course-imports/:importId/courses?part=&after=: at most fifty, `after` the `next` of the page before. */
export const courseImportQuery = z.strictObject({
  part: z.enum(courseImportParts, `part must be one of ${courseImportParts.join(', ')}`),
  after: z.string().max(20).optional(),
})

const courseFacts = z.strictObject({ code: z.string(), title: z.string(), term: z.string() })
export type CourseFacts = ReadOnly<typeof courseFacts>

const plannedCourse = z.strictObject({
  outcome: z.enum(courseOutcomes),
  problem: z.enum(courseProblems).nullable(),
  course: courseFacts,
  /** As it is here; null where it is new. */
  before: courseFacts.nullable(),
  /** The code of the file, where another open course has it. */
  codeInFile: z.string().nullable(),
  /** How many enrolments begin, end and stay. */
  begin: countAnswer,
  end: countAnswer,
  stay: countAnswer,
  /** How many people of the files are not on the roster, and the ids of the first of them. */
  unknown: countAnswer,
  unknownIds: z.array(z.string()),
  /** Names of the teachers who begin, end, and are to be invited first. */
  teachersBegin: z.array(z.string()),
  teachersEnd: z.array(z.string()),
  teachersToInvite: z.array(z.string()),
  /** The person who imports would begin or end in it. */
  ownLeftOut: z.literal(true).exactOptional(),
})
export type PlannedCourseAnswer = ReadOnly<typeof plannedCourse>

export const courseImportPage = z.strictObject({ courses: z.array(plannedCourse), next: z.string().nullable() })
export type CourseImportPage = ReadOnly<typeof courseImportPage>

/** POST /course-imports/:importId/undo. `kept`: courses that something has used or changed meanwhile. */
export const undoneCourseImport = z.strictObject({
  ...courseImport.shape,
  undone: countAnswer,
  kept: countAnswer,
  /** One of these has an enrolment of the person who asks: another person takes it back. */
  ownKept: z.literal(true).exactOptional(),
})
export type UndoneCourseImport = ReadOnly<typeof undoneCourseImport>
