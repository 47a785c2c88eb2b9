import type {
  BeginCourseImport,
  CourseFacts,
  CourseImport,
  CourseImportCounts,
  CourseImportPart,
  CourseImportView,
  CourseOutcome,
  CourseProblem,
} from '#contract/course-imports.ts'
import type { CourseKind } from '#contract/course-rules.ts'
import type { BegunEnrolments, WrittenCourse, WrittenEnrolment, WrittenStaffGroup } from '../audit/written-rows.ts'
import type { ImportLife, ImportRecord } from '../imports/stores.ts'

/** A course of the institute, as a file is compared with. */
export type KnownCourse = CourseFacts & {
  readonly id: string
  readonly externalId: string | null
  readonly source: string | null
  readonly isClosed: boolean
  readonly hasSections: boolean
  /** A session of it runs now. */
  readonly runs: boolean
}

/** An enrolment that lasts. */
export type KnownEnrolment = {
  readonly courseId: string
  readonly personId: string
  readonly sequence: number
  readonly source: string | null
}

/** A teacher who has a course now. `source`: null where a person said so. */
export type KnownTeaching = { readonly courseId: string; readonly staffId: string; readonly source: string | null }

/** What the institute has. */
export type CourseRoster = {
  readonly courses: readonly KnownCourse[]
  readonly enrolments: readonly KnownEnrolment[]
  readonly teaching: readonly KnownTeaching[]
  /** People who are on the roster and have an id of another system. */
  readonly people: readonly { readonly id: string; readonly externalId: string }[]
  /** Who act for the institute. `emailKey`: canonical; null where the email is not verified. */
  readonly staff: readonly { readonly id: string; readonly name: string; readonly emailKey: string | null }[]
}

/** What was sent of the files. */
export type CourseFile = Pick<CourseImportPart, 'courses' | 'enrolments' | 'teachers'>

export type PlannedCourse = {
  /** From 1, in the order of the files; those that are not in them follow. */
  readonly position: number
  /** Null where it is new. */
  readonly courseId: string | null
  /** Its id in the files. */
  readonly externalId: string
  readonly outcome: CourseOutcome
  readonly problem: CourseProblem | null
  readonly kind: CourseKind
  readonly course: CourseFacts
  readonly before: CourseFacts | null
  /** Where another open course has the code of the file. */
  readonly codeInFile: string | null
  /** Ids of people who are enrolled. */
  readonly begin: readonly string[]
  readonly end: readonly KnownEnrolment[]
  readonly stay: number
  /** Ids of the files that no one on the roster has. */
  readonly unknown: readonly string[]
  /** The person who imports would begin or end: another one does it. */
  readonly ownLeftOut?: true
  /** Ids of staff. */
  readonly teachersBegin: readonly string[]
  readonly teachersEnd: readonly string[]
  /** Ids of the files. */
  readonly teachersToInvite: readonly string[]
}

/** A course of a plan as its page shows it. */
export type ShownCourse = Pick<
  PlannedCourse,
  'position' | 'courseId' | 'outcome' | 'problem' | 'course' | 'before' | 'codeInFile' | 'stay' | 'ownLeftOut'
> & {
  readonly begin: number
  readonly end: number
  readonly unknown: number
  readonly unknownIds: readonly string[]
  /** Names. */
  readonly teachersBegin: readonly string[]
  readonly teachersEnd: readonly string[]
  readonly teachersToInvite: readonly string[]
}

export type SealedCoursePlan = {
  readonly counts: CourseImportCounts
  /** How many the source has begun. */
  readonly ofSource: CourseImport['ofSource']
  readonly invite: CourseImport['invite']
  readonly ownLeftOut?: true
  readonly seal: string
}

export type CourseImportRecord = ImportRecord<BeginCourseImport, SealedCoursePlan>

export type CourseImportStore = ImportLife<BeginCourseImport, SealedCoursePlan> & {
  /** A part that was sent before is replaced. Returns how many courses and enrolments the import has now. */
  readonly addPart: (
    id: string,
    part: CourseImportPart,
  ) => Promise<{ readonly courses: number; readonly enrolments: number }>
  /** Replaces the plan, of which `shown` are the pages. */
  readonly savePlan: (id: string, plan: SealedCoursePlan, shown: readonly ShownCourse[]) => Promise<void>
  readonly listCourses: (id: string, part: CourseImportView, after: number, limit: number) => Promise<ShownCourse[]>
  /**
   * Locks all courses of the institute, and says in a few letters what they, their people and their teachers are: while it
   * says the same, a plan stands. Outside a transaction it only says it.
   */
  readonly readState: (organisationId: string) => Promise<string>
  /** Whether a session of one of these courses runs. */
  readonly anyRuns: (courseIds: readonly string[], now: number) => Promise<boolean>
  /** The plan becomes what the institute has. `ids`: of new courses, by position. The courses are locked. */
  readonly apply: (
    record: CourseImportRecord,
    plan: SealedCoursePlan & { readonly courses: readonly PlannedCourse[] },
    ids: ReadonlyMap<number, string>,
    now: number,
  ) => Promise<WrittenByImport>
  /**
   * Takes back what nothing has used or changed since, but for courses in which the import has begun or ended an enrolment of
   * `own`. Returns of how many courses, and how many the import changed.
   */
  readonly undo: (
    record: CourseImportRecord & { readonly appliedAt: number },
    now: number,
    own: string | undefined,
  ) => Promise<UndoneCourses>
}

/** For the log. */
export type WrittenByImport = {
  readonly groups: readonly WrittenCourse[]
  readonly begun: readonly BegunEnrolments[]
  /** Those that were changed. */
  readonly enrolments: readonly WrittenEnrolment[]
  readonly staffGroups: readonly WrittenStaffGroup[]
}

export type UndoneCourses = Omit<WrittenByImport, 'begun'> & {
  readonly total: number
  readonly undone: number
  readonly ownKept: boolean
}

/** Queries that read all courses: they wait in their own queue. */
export type CourseImportReader = {
  readonly readParts: (importId: string) => Promise<CourseFile[]>
  readonly readCourseRoster: (organisationId: string, now: number) => Promise<CourseRoster>
}
