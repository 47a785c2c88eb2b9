import type { CoursePolicy } from '#contract/course-policy.ts'
import { digest } from './digest.ts'

/**
 * The rows that an act has left in a table, each whole, for the comparison of the tables with the log (decision 21). Rows that
 * went are `gone`. What a person typed stands there as a digest.
 */
export type Rows = {
  staff: {
    readonly id: string
    readonly organisationId: string
    readonly accountId: string
    readonly role: string
    readonly since: number
    readonly until: number | null
  }
  staffGroups: {
    readonly staffId: string
    readonly groupId: string
    readonly since: number
    readonly until: number | null
  }
  enrolments: {
    readonly personId: string
    readonly groupId: string
    readonly beginsAt: number
    readonly endsAt: number | null
    readonly countsFrom: number
    readonly gone?: true
  }
  groups: {
    readonly id: string
    readonly organisationId: string
    readonly parentId: string | null
    /** A digest. */
    readonly policy: string
    readonly createdAt: number
    readonly firstDay: string | null
    readonly closedAt: number | null
    readonly gone?: true
  }
  attendanceSessions: { readonly id: string; readonly roomId: string | null; readonly gone?: true }
  sessionRulings: {
    readonly attendanceSessionId: string
    readonly sequence: number
    readonly status: string
    /** A digest. */
    readonly reason: string
    readonly decidedBy: string
    readonly decidedAt: number
  }
  /** Of institutes whose own login only reads. */
  accounts: { readonly id: string; readonly readsOnlySince: number | null; readonly gone?: true }
  dayPasses: {
    readonly id: string
    readonly organisationId: string
    /** A digest. */
    readonly courses: string
    readonly madeAt: number
    readonly endsAt: number
    readonly revokedAt: number | null
  }
  /** Their address is a digest. */
  staffInvitations: {
    readonly id: string
    readonly organisationId: string
    readonly emailCanonical: string
    readonly role: string
    readonly holdsWhole: boolean
  }
  studentInvitations: {
    readonly id: string
    readonly organisationId: string
    readonly personId: string
    readonly emailCanonical: string
  }
  /** By what the log keeps of the passkey. */
  passkeyConfirmations: WrittenConfirmation
  staffPasskeyConfirmations: WrittenConfirmation
}

export type WrittenConfirmation = {
  readonly credentialId: string
  readonly organisationId: string
  readonly confirmedAt: number
}

export type WrittenEnrolment = Rows['enrolments']
export type WrittenStaffGroup = Rows['staffGroups']
export type WrittenCourse = Rows['groups']

/** Many rows are one object, whose lists have a value for each row; what is the same in all stands once. */
type Packed = Readonly<Record<string, Value | readonly Value[]>>
type Value = string | number | boolean | null
type PlainRow = Readonly<Record<string, Value>>

export type WrittenRows = { readonly [Table in keyof Rows]?: readonly Packed[] }

/** What the entry of an act holds that writes such rows. Without it, the entry is older than the comparison. */
export type Written = { readonly rows: WrittenRows }

type Given = { readonly [Table in keyof Rows]?: readonly Rows[Table][] }

/** The rows of an act, for its entry. */
export function written(given: Given): Written {
  const tables = Object.entries(given).filter(([, rows]) => rows.length > 0)
  return { rows: Object.fromEntries(tables.map(([table, rows]) => [table, packAll(rows)])) }
}

/** Courses whose rows one entry holds. */
const groupsAPart = 100

/** The people whom an import has enrolled in one course. */
export type BegunEnrolments = Omit<WrittenEnrolment, 'personId' | 'gone'> & { readonly personId: readonly string[] }

/** The same for an import, in several entries: nothing waits for all of them, and none is longer than some 300 kB. */
export function* writtenInParts({
  begun,
  ...few
}: Given & { readonly begun: readonly BegunEnrolments[] }): Generator<Written> {
  yield written(few)
  for (let from = 0; from < begun.length; from += groupsAPart)
    yield { rows: { enrolments: begun.slice(from, from + groupsAPart) } }
}

/** What the log keeps of a text, as it is stored. */
export const keptText = (text: string): string => digest([text])

type GivenCourse = Omit<WrittenCourse, 'policy' | 'gone'> & { readonly policy: CoursePolicy }

/** The row of a course. */
export function writtenCourse(course: GivenCourse): WrittenCourse {
  const { id, organisationId, parentId, policy, createdAt, firstDay, closedAt } = course
  return { id, organisationId, parentId, policy: keptText(JSON.stringify(policy)), createdAt, firstDay, closedAt }
}

/** The row of a day pass. */
export function writtenPass(pass: Omit<Rows['dayPasses'], 'courses'> & { readonly courses: readonly string[] }) {
  const { id, organisationId, courses, madeAt, endsAt, revokedAt } = pass
  const row = { id, organisationId, courses: keptText(JSON.stringify(courses)), madeAt, endsAt, revokedAt }
  return written({ dayPasses: [row] })
}

/** The row of an invitation of one of its people. */
export function writtenInvitation(invitation: Rows['staffInvitations']): Written {
  const { id, organisationId, emailCanonical, role, holdsWhole } = invitation
  const row = { id, organisationId, emailCanonical: keptText(emailCanonical), role, holdsWhole }
  return written({ staffInvitations: [row] })
}

/** The rows of invitations of students. */
export function writtenInvitations(invitations: readonly Rows['studentInvitations'][]): Written {
  const studentInvitations = invitations.map(({ id, organisationId, personId, emailCanonical }) => {
    return { id, organisationId, personId, emailCanonical: keptText(emailCanonical) }
  })
  return written({ studentInvitations })
}

type StaffRow = Rows['staff'] & { readonly holdsWhole: boolean }

/** Rows of a person who acts for an institute, from `since` on, with the group of all members where it is the person's own. */
export function writtenStaff(...people: readonly StaffRow[]): Required<Pick<Given, 'staff' | 'staffGroups'>> {
  const holders = people.filter(({ holdsWhole }) => holdsWhole)
  return {
    staff: people.map(({ id, organisationId, accountId, role, since, until }) => {
      return { id, organisationId, accountId, role, since, until }
    }),
    staffGroups: holders.map(({ id, organisationId, since, until }) => {
      return { staffId: id, groupId: organisationId, since, until }
    }),
  }
}

/** People of one import are in few courses: with the course once, a row takes the length of its person's id. */
function packAll(rows: readonly PlainRow[]): Packed[] {
  return [...Map.groupBy(rows, ({ groupId, gone }) => `${groupId} ${gone}`).values()].map(pack)
}

function pack(rows: readonly PlainRow[]): Packed {
  const [first = {}] = rows
  return Object.fromEntries(
    Object.entries(first).map(([field, value]) => {
      const isSame = rows.every((row) => row[field] === value)
      return [field, isSame ? value : rows.map((row) => row[field] ?? null)]
    }),
  )
}
