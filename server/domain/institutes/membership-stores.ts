import type { EndedMembership, EndReason } from '#contract/membership.ts'
import type { WrittenEnrolment } from '../audit/written-rows.ts'
import type { ProfileLookUp, Student } from '../profiles/stores.ts'
import type { ReceiptWishes } from '../receipts/stores.ts'
import type { Page } from '../views/page.ts'

/** The membership of a student in an organisation, with the student's attendance there. */
export type Membership = {
  readonly organisationId: string
  readonly studentId: string
  /** Number of counted marks. */
  readonly total: number
  /**
   * Until when no further mark counts, epoch ms; where no mark has begun a window, the end of the class of the last one.
   * Null before the first mark.
   */
  readonly expiryTime: number | null
  /** Epoch ms. */
  readonly joinedAt: number
}

/** A student as its organisation sees it. */
export type Member = {
  /** With the roll number by which this organisation knows the student. */
  readonly student: Student
  readonly membership: Membership
  readonly isEmailVerified: boolean
}

/** The roll number of a student at an organisation, now or when the membership ended. */
export type Place = {
  readonly organisationId: string
  readonly organisationName: string
  readonly rollNumber: string
  /** The student's own. */
  readonly firstName: string
  readonly lastName: string
  /** True when the membership has ended. */
  readonly hasLeft: boolean
  /** It was a second account of one person. */
  readonly isJoined: boolean
}

/** A member who is being marked, and the ways in which they want a receipt. */
export type MarkedMember = Member & { readonly receiptWishes: ReceiptWishes }

export type MemberAttendance = Pick<Membership, 'studentId' | 'total' | 'expiryTime'>

/** An ended membership is no membership: only the functions that say so find it. */
export type MembershipStore = {
  readonly find: (organisationId: string, studentId: string) => Promise<Membership | undefined>
  /** Reads the member, and locks the membership until the transaction ends. */
  readonly lockMember: (organisationId: string, studentId: string) => Promise<MarkedMember | undefined>
  /**
   * Adds a membership and counts it on the organisation, whose members must be locked. An ended one continues with its
   * total. 'roll-number-taken': another member has this roll number; 'member': the student is a member already.
   */
  readonly insert: (
    membership: Pick<Membership, 'organisationId' | 'studentId' | 'joinedAt'>,
    canonicalRollNumber: string,
  ) => Promise<'added' | 'roll-number-taken' | 'member'>
  /** Ends a membership; its marks, its total and its roll number stay. `now`: epoch ms. Returns what ended in courses. */
  readonly end: (
    organisationId: string,
    studentId: string,
    because: EndReason,
    now: number,
  ) => Promise<readonly WrittenEnrolment[]>
  /** Gives a member another roll number in this organisation alone, whose members must be locked. */
  readonly correctRollNumber: (
    organisationId: string,
    studentId: string,
    rollNumber: string,
    canonicalRollNumber: string,
  ) => Promise<'corrected' | 'roll-number-taken'>
  /** The member with this roll number. */
  readonly findHolder: (organisationId: string, canonicalRollNumber: string) => Promise<Member | undefined>
  /** Also finds an ended membership. */
  readonly findPlace: (organisationId: string, studentId: string) => Promise<Place | undefined>
  /** The memberships of a student that have ended, the newest end first. */
  readonly listEnded: (studentId: string) => Promise<EndedMembership[]>
  readonly listOfStudent: (studentId: string) => Promise<Membership[]>
  readonly findMember: (organisationId: string, studentId: string) => Promise<Member | undefined>
  /** Those of the students that are members, by their ids. */
  readonly findMembers: (organisationId: string, studentIds: readonly string[]) => Promise<ReadonlyMap<string, Member>>
  /** One page of an organisation's members, by roll number. */
  readonly listMembers: (organisationId: string, page: Page) => Promise<Member[]>
  /** The organisation's members that match the look-up, at most `limit`. */
  readonly lookUpMembers: (organisationId: string, lookUp: ProfileLookUp, limit: number) => Promise<Member[]>
  readonly saveAttendance: (organisationId: string, ...attendances: readonly MemberAttendance[]) => Promise<void>
  /** Leaves the windows as they are. */
  readonly saveTotal: (organisationId: string, ...attendances: readonly MemberAttendance[]) => Promise<void>
  /** Locks the institute's memberships of those who have a mark in the session, or of one person, until the transaction ends. */
  readonly lockMarked: (organisationId: string, attendanceSessionId: string, personId?: string) => Promise<void>
  /** Ends the windows of the session's marks that are open after `expiryTime`, epoch ms. Returns whose they were. */
  readonly endWindows: (attendanceSessionId: string, expiryTime: number) => Promise<readonly string[]>
  /** Deletes every membership of a student who has no marks and is about to be deleted. */
  readonly removeAllOf: (studentId: string) => Promise<readonly WrittenEnrolment[]>
}
