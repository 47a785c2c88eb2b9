import type { Page } from '../profiles/page.ts'
import type { ProfileLookUp, Student } from '../profiles/stores.ts'
import type { ReceiptWishes } from '../receipts/queue-receipt.ts'

/** Joins a student to an organisation, with the student's attendance there. */
export type Membership = {
  readonly organisationId: string
  readonly studentId: string
  /** Number of counted marks. */
  readonly total: number
  /** Until when no further mark counts, epoch ms; null before the first mark. */
  readonly expiryTime: number | null
  /** Epoch ms. */
  readonly joinedAt: number
}

/** A student as its organisation sees it. */
export type Member = { readonly student: Student; readonly membership: Membership }

/** A member who is being marked, with how they want to be told of it. */
export type MarkedMember = Member & { readonly receiptWishes: ReceiptWishes }

export type MembershipStore = {
  readonly find: (organisationId: string, studentId: string) => Promise<Membership | undefined>
  /** Reads the member, and locks the membership until the transaction ends. */
  readonly lockMember: (organisationId: string, studentId: string) => Promise<MarkedMember | undefined>
  /**
   * Adds a membership and counts it on the organisation.
   * 'roll-number-taken': another member has this roll number; 'member': is one already.
   */
  readonly insert: (
    membership: Membership,
    canonicalRollNumber: string,
  ) => Promise<'added' | 'roll-number-taken' | 'member'>
  readonly listOfStudent: (studentId: string) => Promise<Membership[]>
  readonly findMember: (organisationId: string, studentId: string) => Promise<Member | undefined>
  /** One page of an organisation's members, by roll number. */
  readonly listMembers: (organisationId: string, page: Page) => Promise<Member[]>
  /** The organisation's members that the look-up names, at most `limit` of them. */
  readonly lookUpMembers: (organisationId: string, lookUp: ProfileLookUp, limit: number) => Promise<Member[]>
  readonly saveAttendance: (
    organisationId: string,
    studentId: string,
    total: number,
    expiryTime: number,
  ) => Promise<void>
  /** Ends every membership of a student. */
  readonly removeAllOf: (studentId: string) => Promise<void>
}
