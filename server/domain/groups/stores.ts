import type { CellStatus } from '#contract/course-cells.ts'
import type { CoursePolicy } from '#contract/course-policy.ts'
import type { CourseKind, SessionStatus } from '#contract/course-rules.ts'
import type { CoursePerson, Course as CourseSummary } from '#contract/courses.ts'
import type { WayOfMark } from '#contract/ways.ts'
import type { WrittenStaffGroup } from '../audit/written-rows.ts'

/** A group that is not the whole institute. Times are epoch ms. */
export type Course = {
  readonly id: string
  readonly organisationId: string
  readonly kind: CourseKind
  readonly code: string
  readonly title: string
  /** '' for none, as the next one. */
  readonly department: string
  readonly term: string
  /** Of a section: the course that it is a part of. */
  readonly parentId: string | null
  readonly policy: CoursePolicy
  readonly closedAt: number | null
  readonly createdAt: number
  /** As '2026-11-27', where the office has set it; null for the day on which the course was made. */
  readonly firstDay: string | null
}

/** Where a course came from: 'hand', or a file in which it has an id. */
export type CourseOrigin = { readonly source: string; readonly externalId: string | null }

export type Room = { readonly id: string; readonly organisationId: string; readonly name: string }

/** A time in which a person is enrolled in a course or in one of its sections. */
export type Enrolment = {
  readonly personId: string
  readonly groupId: string
  readonly sequence: number
  readonly beginsAt: number
  readonly endsAt: number | null
  readonly countsFrom: number
}

export type NewEnrolment = Omit<Enrolment, 'sequence' | 'endsAt'> & {
  readonly source: string
  readonly enteredBy: string
  readonly enteredAt: number
}

/** What a person of the institute said of a session. */
export type SessionRuling = {
  /** 1 for the first of its session, and so on. */
  readonly sequence: number
  readonly status: SessionStatus
  readonly reason: string
  readonly decidedBy: string
  readonly decidedAt: number
}

/** Writes, and what they rest on. A use case that changes enrolments has locked the course. */
export type CourseStore = {
  readonly find: (organisationId: string, id: string) => Promise<Course | undefined>
  /** Reads the course, and locks it until the transaction ends: its enrolments and sessions queue there. */
  readonly lock: (organisationId: string, id: string) => Promise<Course | undefined>
  /** An open one of the same code. */
  readonly isCodeTaken: (organisationId: string, code: string, exceptId?: string) => Promise<boolean>
  readonly hasSections: (id: string) => Promise<boolean>
  /** Whether a student is or was enrolled in a course of any institute. */
  readonly hasEnrolled: (studentId: string) => Promise<boolean>
  readonly insert: (
    course: Omit<Course, 'closedAt' | 'createdAt' | 'firstDay'> & CourseOrigin,
    now: number,
  ) => Promise<void>
  readonly change: (
    id: string,
    fields: Pick<Course, 'code' | 'title' | 'department' | 'term' | 'firstDay'>,
  ) => Promise<void>
  readonly setPolicy: (id: string, policy: CoursePolicy) => Promise<void>
  /** Null opens it again. */
  readonly setClosed: (id: string, at: number | null) => Promise<void>
  /** Of people who act for the institute now; the others keep what they had. Returns what began and ended. */
  readonly setTeachers: (id: string, staffIds: readonly string[], now: number) => Promise<readonly WrittenStaffGroup[]>

  /** Those of these people who are on the roster now. */
  readonly listOnRoster: (organisationId: string, personIds: readonly string[]) => Promise<string[]>
  readonly listOfSection: (organisationId: string, section: string) => Promise<string[]>
  /** The person of the institute who a student is or was; undefined for everyone else. */
  readonly findPersonOf: (organisationId: string, studentId: string) => Promise<string | undefined>
  /** Of the course and its sections, of these people. */
  readonly listEnrolments: (courseId: string, personIds: readonly string[]) => Promise<Enrolment[]>
  /** When the first enrolment in the course itself began; undefined where there is none. */
  readonly findFirstBegin: (courseId: string) => Promise<number | undefined>
  readonly countEnrolled: (courseId: string) => Promise<number>
  readonly enrol: (...enrolments: readonly NewEnrolment[]) => Promise<void>
  readonly endEnrolment: (enrolment: Enrolment, at: number) => Promise<void>

  readonly listRooms: (organisationId: string) => Promise<Room[]>
  /** Reads a room that is used, and locks it until the transaction ends: no other session starts there meanwhile. */
  readonly lockRoom: (organisationId: string, id: string) => Promise<Room | undefined>
  readonly isRoomNameTaken: (organisationId: string, name: string, exceptId?: string) => Promise<boolean>
  readonly saveRoom: (room: Room, now: number) => Promise<void>
  readonly endRoom: (id: string, now: number) => Promise<void>

  /** Whether a student has a mark in the session that no ruling says was none. */
  readonly hasStandingMark: (sessionId: string) => Promise<boolean>
  readonly findSessionRuling: (sessionId: string) => Promise<SessionRuling | undefined>
  /** The session is locked. */
  readonly addSessionRuling: (sessionId: string, ruling: SessionRuling) => Promise<void>
}

/** A person of a register, as the roster names them. */
export type RegisterPersonRow = {
  readonly personId: string
  readonly studentId: string | null
  readonly rollNumber: string
  readonly given: string
  readonly family: string
  /** When the account left by its own act; absent of everyone else. */
  readonly leftAt?: number
}

export type SessionRow = {
  readonly id: string
  readonly groupId: string
  /** Of the whole institute. */
  readonly isClass: boolean
  readonly number: number
  readonly roomId: string | null
  readonly roomName: string | null
  readonly startedAt: number
  readonly endsAt: number
  readonly lateAfterMs: number | null
  readonly closesAfterMs: number | null
  readonly hasRoomCode: boolean
  readonly startedBy: string | null
  readonly status: SessionStatus
  readonly isTaken: boolean
}

export type MarkRow = {
  readonly sessionId: string
  readonly begunAt: number
  readonly markedAt: number
  readonly way: WayOfMark
}

export type RulingRow = {
  readonly sessionId: string
  readonly personId: string
  readonly sequence: number
  readonly status: CellStatus
  readonly minutes: number | null
  readonly reason: string
  readonly cause: 'dispute' | 'staff' | 'roll-call'
  readonly decidedBy: string
  readonly decidedAt: number
}

/** The columns and rows of a register. */
export type RegisterFrame = {
  /** By their start. */
  readonly sessions: readonly SessionRow[]
  /** By roll number: who are or were enrolled, or have a mark or a ruling. */
  readonly people: readonly RegisterPersonRow[]
}

/** What its cells are worked out of. */
export type RegisterFacts = {
  readonly enrolments: readonly Enrolment[]
  /** They are taken apart when they are asked for. */
  readonly marksOf: (studentId: string) => readonly MarkRow[]
  /** Of each cell in their order: the last one holds. */
  readonly rulings: readonly RulingRow[]
}

/** One session of a register, or some of its people, by their ids. Without either it is the whole one. */
export type RegisterPart = { readonly sessionId?: string; readonly people?: readonly string[] }

/** Which courses: all of the institute, those that a person of it holds, or one. */
export type CourseChoice = {
  readonly organisationId: string
  readonly heldBy?: string
  readonly id?: string
  /** One of these. */
  readonly ids?: readonly string[]
  readonly parentId?: string
  readonly isOpen?: boolean
  /** The first so many by code. */
  readonly limit?: number
}

/** Queries that may read many rows. They wait in their own queue, and read what is there now. */
/** Of an open course: a person of the section that has its code, who was never in it. */
export type NewOfSection = Readonly<Record<'courseId' | 'code' | 'personId', string>>

export type CourseReader = {
  /** By the courses' codes. Without `courseId`: of all open courses. A course that has sections enrols no one itself. */
  readonly listNewOfSections: (organisationId: string, limit: number, courseId?: string) => Promise<NewOfSection[]>
  /** By code. */
  readonly listCourses: (choice: CourseChoice, now: number) => Promise<CourseSummary[]>
  readonly listPolicies: (courseIds: readonly string[]) => Promise<ReadonlyMap<string, CoursePolicy>>
  readonly listPeople: (courseId: string, now: number) => Promise<CoursePerson[]>
  /** Of a course with its sections. */
  readonly listRegister: (courseId: string, part?: RegisterPart) => Promise<RegisterFrame>
  /** Without people: of all who have any. */
  readonly readFacts: (
    courseId: string,
    part: Pick<RegisterFrame, 'sessions'> & Partial<Pick<RegisterFrame, 'people'>>,
  ) => Promise<RegisterFacts>
  /** Both. A whole register is read in parts (read-in-parts.ts). */
  readonly readRegister: (courseId: string, part: RegisterPart) => Promise<RegisterFrame & RegisterFacts>
  /** Sessions of courses that run now, and those that ended without a mark, a ruling or a word. The newest first. */
  readonly listOpenSessions: (
    choice: Pick<CourseChoice, 'organisationId' | 'heldBy' | 'ids'>,
    now: number,
  ) => Promise<{ readonly running: readonly OpenSession[]; readonly notTaken: readonly OpenSession[] }>
  /** Who are here and expected in these sessions, as `countHere` (cells.ts) reads their sheets: one statement for all. */
  readonly countHere: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, HereCounts>>
  /** Whose mark came last of those who are here, the newest first. */
  readonly listNewestHere: (sessionId: string, limit: number) => Promise<readonly ShownName[]>
  /** A person of the institute, by the id of the roster or by that of the student. */
  readonly findPerson: (
    organisationId: string,
    id: string,
  ) => Promise<(RegisterPersonRow & { readonly section: string }) | undefined>
  /**
   * The courses in which a student is or was enrolled, with the person of each institute; or those of one person, also as a
   * guest, within a choice.
   */
  readonly listOf: (
    who: { readonly studentId: string } | ({ readonly personId: string } & CourseChoice),
  ) => Promise<
    readonly (Pick<Course, 'id' | 'organisationId' | 'code' | 'title' | 'policy'> & { readonly personId: string })[]
  >
}

/** As a student writes the own name. */
export type ShownName = { readonly firstName: string; readonly lastName: string }

export type OpenSession = SessionRow & HereCounts & { readonly course: Pick<Course, 'id' | 'code' | 'title'> }

/** See `countHere` (cells.ts). */
export type HereCounts = {
  readonly present: number
  readonly people: number
  readonly apart: { readonly guests: number; readonly afterClosing: number }
}
