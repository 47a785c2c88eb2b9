import type { CellStatus } from '#contract/course-cells.ts'
import type { BeginImport, ImportDoubles, ImportPart, ImportSummary, LineProblem } from '#contract/imports.ts'
import type { RosterQuery } from '#contract/report-queries.ts'
import type { PersonDetail, RosterPage } from '#contract/roster.ts'
import type { WrittenEnrolment } from '../audit/written-rows.ts'
import type { ImportLife, ImportRecord } from '../imports/stores.ts'

/** What the office knows of a person. Null: the roster has none, and the student's own stands. */
export type RosterFacts = {
  /** Null in the row of a member: the number is that of the membership. */
  readonly rollNumber: string | null
  readonly given: string | null
  readonly family: string | null
  readonly email: string | null
  /** '' for none. */
  readonly section: string
  readonly externalId: string | null
}

/** How an account is known to be a person's: the office said so, both have one verified email, or an invitation led to it. */
export type LinkedBy = 'choice' | 'email' | 'invitation'

/** A person of the roster, as a file is compared with. */
export type KnownPerson = RosterFacts & {
  readonly id: string
  /** Null without an account. */
  readonly studentId: string | null
  /** Whose account has left by its own act; null of everyone else. */
  readonly formerStudentId: string | null
  /** The person's, or that of the membership. */
  readonly rollNumber: string
  /** Its canonical form. */
  readonly rollKey: string
  /** By which the roster's name is searched, and the canonical form of the roster's email. */
  readonly nameKey: string | null
  readonly emailKey: string | null
  /** Of the account; null where it is not verified. */
  readonly verifiedEmailKey: string | null
  readonly linkedBy: LinkedBy | null
  readonly source: string | null
}

/** One line of a file, of its cells. Null in a column that was not sent. */
export type CheckedLine = {
  readonly line: number
  readonly rollNumber: string
  /** Its canonical form. */
  readonly rollKey: string
  readonly given: string
  readonly family: string
  readonly email: string | null
  /** Its canonical form. */
  readonly emailKey: string | null
  readonly section: string | null
  readonly externalId: string | null
  /** What is wrong with the line itself, whatever else the file and the roster have. */
  readonly problem: LineProblem | null
}

/** The same as it is kept, with the form in which its names are searched. */
export type FileLine = CheckedLine & { readonly nameKey: string }

/** What the roster had of a person, for the plan's page and for an undo. */
export type FormerFacts = RosterFacts & Pick<KnownPerson, 'rollKey' | 'nameKey' | 'emailKey' | 'linkedBy'>

export type LineOutcome = 'new' | 'changed' | 'same' | 'question' | 'problem' | 'gone' | 'absent'

/** What would happen to a line, or below line 0 to a person who is not in the file. */
export type PlannedLine = {
  readonly line: number
  readonly outcome: LineOutcome
  /** Why it is left out, by the line itself or by what else is there. */
  readonly problem: LineProblem | null
  /** The line that is in the way. */
  readonly otherLine: number | null
  /** Of a new line: who was removed from the roster, and is the same person. */
  readonly personId: string | null
  readonly before: FormerFacts | null
  /** How a line that is a member's is known to be theirs. */
  readonly linkedBy: LinkedBy | null
}

/** A line with what its plan says of it. */
export type ShownLine = FileLine & Pick<PlannedLine, 'problem' | 'otherLine' | 'before' | 'personId'>

export type SealedPlan = {
  readonly counts: ImportSummary['counts']
  /** How many people of the roster the source has begun. */
  readonly ofSource: number
  readonly seal: string
}

/** Changes of people. The organisation must be locked. Times are epoch ms. */
export type RosterStore = {
  /** A person who is on the roster now. */
  readonly find: (organisationId: string, id: string) => Promise<KnownPerson | undefined>
  /** The person whose account this is; undefined for no member. */
  readonly findOfStudent: (organisationId: string, studentId: string) => Promise<KnownPerson | undefined>
  /** Those whose email on the roster it is, in its canonical form. */
  readonly listByEmail: (organisationId: string, emailKey: string) => Promise<KnownPerson[]>
  /** Whether another person without an account has the number. */
  readonly isNumberTaken: (organisationId: string, rollKey: string, exceptId?: string) => Promise<boolean>
  readonly insert: (
    person: RosterFacts & { readonly id: string; readonly organisationId: string; readonly rollNumber: string },
    source: string,
    now: number,
  ) => Promise<void>
  /** Replaces what the office knows. `linkedBy`: null leaves it. */
  readonly change: (id: string, facts: RosterFacts, linkedBy: LinkedBy | null, now: number) => Promise<void>
  /** Ends a person without an account, and the enrolments in courses. */
  readonly end: (id: string, now: number) => Promise<readonly WrittenEnrolment[]>
  /** Enrols a person from `now` in the courses of another one, who is about to go. */
  readonly takeOverCourses: (from: string, to: string, now: number) => Promise<readonly WrittenEnrolment[]>
  /**
   * Makes an account the person's. Where the student has a row of an earlier membership, that one gets what the office
   * knows and the courses, and the other goes. Answers the id of the row that stays.
   */
  readonly bind: (
    person: KnownPerson,
    organisationId: string,
    studentId: string,
    now: number,
  ) => Promise<{ readonly id: string; readonly enrolments: readonly WrittenEnrolment[] }>
  /** Moves with each change of the roster: while it stands, a plan stands. */
  readonly version: (organisationId: string) => Promise<number>
  /** Of a change by the office; null before the first. */
  readonly lastChangeAt: (organisationId: string) => Promise<number | null>
}

/** Two rows of the roster that were one person. */
export type PersonLink = {
  readonly id: string
  readonly organisationId: string
  /** The row that stays, and the one that went. */
  readonly personId: string
  readonly formerId: string
  /** Null: neither had an account. */
  readonly studentId: string | null
  /** The account that ended; null where one of the two had none. */
  readonly formerStudentId: string | null
  /** The number that the student had. */
  readonly formerNumber: string | null
  readonly linkedBy: LinkedBy
  /** The account; null where the email did it. */
  readonly decidedBy: string | null
  readonly reason: string | null
  /** Epoch ms. */
  readonly linkedAt: number
}

/** What held of one of two people in a session in which both have an entry. */
export type CellBefore = {
  readonly sessionId: string
  readonly personId: string
  readonly studentId: string | null
  readonly status: CellStatus
  readonly minutes: number | null
}

type Accounts = Pick<KnownPerson, 'id' | 'studentId' | 'formerStudentId'>

export type PersonLinkStore = {
  /** The sessions in which both have a mark or a ruling. */
  readonly listShared: (organisationId: string, one: Accounts, other: Accounts) => Promise<string[]>
  /**
   * Enrolments, marks, rulings and disputes of the row that goes become those of the row that stays, but for the sessions of
   * `cells`. A mark keeps the account that made it. The two are no longer said to be apart.
   */
  readonly insert: (link: PersonLink, cells: readonly CellBefore[]) => Promise<readonly WrittenEnrolment[]>
  /** Whether the office says that the two are two people. */
  readonly areApart: (organisationId: string, one: string, other: string) => Promise<boolean>
  readonly keepApart: (organisationId: string, one: string, other: string) => Promise<void>
  /** The last one of the row that stays which was not undone. */
  readonly find: (organisationId: string, personId: string) => Promise<PersonLink | undefined>
  /** Whether the person was changed, marked or ruled about since. */
  readonly isUsed: (link: PersonLink) => Promise<boolean>
  /** Answers what held where both had an entry. */
  readonly undo: (
    link: PersonLink,
    now: number,
  ) => Promise<{ readonly written: readonly WrittenEnrolment[]; readonly cells: readonly CellBefore[] }>
}

/** One mail to a person of the roster. Its id is that of its token. */
export type StudentInvitation = Readonly<
  Record<'id' | 'organisationId' | 'personId' | 'email' | 'emailCanonical' | 'invitedBy', string>
> & {
  /** Epoch ms. */
  readonly invitedAt: number
}

/** A person as far as an invitation needs it. */
export type Invitable = {
  readonly id: string
  /** Null without an account. */
  readonly studentId: string | null
  readonly email: string | null
  /** How many mails of the institute the address has had, and whether it wants no more. */
  readonly mails: number
  readonly hasStopped: boolean
}

export type InvitationStore = {
  readonly listInvitable: (organisationId: string, personIds: readonly string[]) => Promise<Invitable[]>
  /** How many mails the institute has sent since then, epoch ms. */
  readonly countSince: (organisationId: string, since: number) => Promise<number>
  /** The same, of students and staff, up to one of them, of which `id` is the link's, and `at` when it was sent. A reminder counts its first mail again. */
  readonly countMailsBefore: (
    one: { readonly organisationId: string; readonly id: string; readonly at: number },
    since: number,
  ) => Promise<number>
  /** Those that are open of the same people end. */
  readonly insert: (invitations: readonly StudentInvitation[]) => Promise<void>
  /** An open one. */
  readonly find: (id: string) => Promise<StudentInvitation | undefined>
  /** Of students or staff, open or not; `id`: the link's. */
  readonly findSent: (id: string) => Promise<Pick<StudentInvitation, 'organisationId' | 'emailCanonical'> | undefined>
  readonly lock: (id: string) => Promise<StudentInvitation | undefined>
  readonly end: (id: string, now: number) => Promise<void>
}

/** A number that an import gave to a person, in its canonical form, and the one before. */
export type MovedNumber = Readonly<Record<'id' | 'rollKey' | 'formerNumber' | 'formerKey', string>>

/** `before`: the number that the member had. */
export type Renumbered = Readonly<Record<'studentId' | 'before', string>>

/** What an import or its undo has written. */
export type WrittenByImport = {
  readonly enrolments: readonly WrittenEnrolment[]
  /** The members who have another number now. */
  readonly renumbered: readonly Renumbered[]
}

export type RosterImport = ImportRecord<BeginImport, SealedPlan>

export type ImportStore = ImportLife<BeginImport, SealedPlan> & {
  /** A line that was sent before is replaced. Returns how many lines the import has now. */
  readonly addLines: (id: string, lines: readonly CheckedLine[]) => Promise<number>
  /** `token`: names the plan that is being saved; new lines and another plan take its place. */
  readonly beginPlan: (id: string, token: string) => Promise<void>
  /** False where another plan or new lines came meanwhile. */
  readonly savePart: (id: string, token: string, lines: readonly PlannedLine[]) => Promise<boolean>
  readonly sealPlan: (id: string, token: string, plan: SealedPlan) => Promise<boolean>
  readonly listPart: (id: string, part: ImportPart, after: number, limit: number) => Promise<readonly ShownLine[]>
  /** The lines become what the roster says. `same`: lines of questions that are answered so. `plan`: with these answers. */
  readonly apply: (
    record: RosterImport,
    same: readonly number[],
    plan: SealedPlan,
    now: number,
  ) => Promise<WrittenByImport>
  /** The numbers that an import gave: read before its undo, for which marks wait. */
  readonly readMoved: (id: string) => Promise<readonly MovedNumber[]>
  /** Takes back what nothing has touched since. Returns how many people that are. */
  readonly undo: (
    record: RosterImport & { readonly appliedAt: number },
    moved: readonly MovedNumber[],
    now: number,
  ) => Promise<WrittenByImport & { readonly undone: number }>
}

/** Queries that read the whole roster: they wait in their own queue, and keep no other request waiting. */
export type RosterReader = {
  readonly readRoster: (organisationId: string) => Promise<KnownPerson[]>
  /** Who was removed without an account, as far as lines of the import may be about them; the last first. */
  readonly readFormer: (organisationId: string, importId: string) => Promise<KnownPerson[]>
  readonly readFileLines: (importId: string) => Promise<FileLine[]>
  /** What the last plan has said of each line, in its order. */
  readonly readPlannedLines: (importId: string) => Promise<PlannedLine[]>
  /** New lines that may be someone whom the roster, or another line, has: how many, and the first. */
  readonly readNewDoubles: (organisationId: string, importId: string) => Promise<ImportDoubles>
  readonly listRoster: (organisationId: string, query: RosterQuery, now: number) => Promise<RosterPage>
  readonly findOnRoster: (organisationId: string, id: string, now: number) => Promise<PersonDetail | undefined>
}
