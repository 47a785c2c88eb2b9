import type { ShownAct } from '#contract/staff.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import type { WrittenStaffGroup } from '../audit/written-rows.ts'

/** One person at one institute, with one role and title, from one time to another. */
export type Staff = {
  readonly id: string
  readonly organisationId: string
  readonly accountId: string
  readonly name: string
  /** '' for none. */
  readonly title: string
  readonly role: StaffRole
  /** A teacher's: the classes of the whole institute are the teacher's own. All others have them by their role. */
  readonly holdsWhole: boolean
  /** Epoch ms. */
  readonly since: number
  /** Null while it lasts. */
  readonly until: number | null
}

export type StaffInvitation = Pick<Staff, 'organisationId' | 'title' | 'role' | 'holdsWhole'> & {
  readonly id: string
  readonly email: string
  readonly emailCanonical: string
  /** The account. */
  readonly invitedBy: string
  readonly invitedAt: number
  /** Of its newest link. */
  readonly tokenId: string
  readonly expiresAt: number
  /** How many mails were to carry it. */
  readonly mails: number
}

/** An account that is told what happens at the institute. */
export type Owner = { readonly id: string; readonly email: string; readonly isEmailVerified: boolean }

/** A passkey that replaced a lost one. Times are epoch ms. */
export type HeldStaffPasskey = {
  readonly credentialId: string
  readonly accountId: string
  readonly createdAt: number
  readonly heldUntil: number
}

/** A course that a person had when the work ended, and does not have since coming back. */
export type FormerCourse = {
  /** The row of now. */
  readonly staffId: string
  readonly id: string
  readonly code: string
  readonly title: string
}

export type InvitationEnd = 'joined' | 'withdrawn' | 'replaced'

/** An entry of the audit log. */
export type KeptAct = {
  readonly sequence: number
  readonly at: number
  readonly action: ShownAct
  readonly subject: string | null
  /** As they were written. */
  readonly facts: {
    readonly sessionId?: string
    readonly number?: number
    readonly groupId?: string
    readonly report?: string
    /** Of a session that began or moved: one row, or none. */
    readonly rows?: { readonly attendanceSessions?: readonly { readonly roomId?: string | null }[] }
  }
}

/** What the log knows by its id alone. */
export type ActSubject =
  | 'student'
  | 'person'
  | 'course'
  | 'session'
  | 'room'
  | 'screen'
  | 'day-pass'
  | 'invitation'
  | 'roster-import'
  | 'course-import'

/** `name`: of an invitation the email, of an import the file; '' for a session. `code`: of a course; the roll number of a person. */
export type NamedSubject = {
  readonly name: string
  readonly code: string
  /** The rest is of a session. */
  readonly groupId?: string
  readonly number?: number
}

/** Which entries: what a person did for an institute, and not about the own person. */
export type WantedActs = Pick<Staff, 'organisationId' | 'accountId'> & {
  readonly actions: readonly ShownAct[]
  /** None before this time. */
  readonly since: number
  /** The sequence of an entry, which is not among them. */
  readonly before: number | undefined
  readonly limit: number
}

export type StaffStore = {
  /** All who act or acted for an institute, with what their account has now. */
  readonly list: (
    organisationId: string,
  ) => Promise<(Staff & { readonly email: string; readonly passkeys: number; readonly lastHereAt: number | null })[]>
  /** All rows at the institute, of these accounts or of all people. */
  readonly listOf: (organisationId: string, accountIds?: readonly string[]) => Promise<Staff[]>
  /** The institutes that an account may act for, by name. */
  readonly listInstitutesOf: (accountId: string) => Promise<(Staff & { readonly organisationName: string })[]>
  readonly isStaffAnywhere: (accountId: string) => Promise<boolean>
  /** Whether anyone acts for the institute, or ever did. */
  readonly hasPeople: (organisationId: string) => Promise<boolean>
  readonly findNow: (organisationId: string, accountId: string) => Promise<Staff | undefined>
  /** Locks the owners of the institute until the transaction ends, in one order for all. Returns their row ids. */
  readonly lockOwners: (organisationId: string) => Promise<string[]>
  /** Reads and locks one who still acts for the institute. */
  readonly lock: (organisationId: string, id: string) => Promise<Staff | undefined>
  /** Those among these people whose course, or the one that it is a section of, this is. */
  readonly listHolders: (groupId: string, among: readonly string[]) => Promise<readonly string[]>
  /** The same of one person. */
  readonly holdsGroup: (id: string, groupId: string) => Promise<boolean>
  /** False when this person was ended; until the transaction ends, no other can end the person. */
  readonly isStill: (id: string) => Promise<boolean>
  /** The groups that are the person's own now. */
  readonly listGroups: (id: string) => Promise<readonly WrittenStaffGroup[]>
  readonly insert: (staff: Staff) => Promise<void>
  readonly end: (id: string, until: number) => Promise<void>
  /** Ends a row, and begins the next one of the same person, which takes over the courses, and the question about former ones. */
  readonly replace: (id: string, next: Staff) => Promise<void>
  /** Of a new row: the office is asked about the courses of the person's former time, where there were any. */
  readonly askAboutCourses: (staff: Pick<Staff, 'id' | 'organisationId' | 'accountId'>) => Promise<void>
  /** Of all about whom the office is asked. Open courses that they do not have, by code. */
  readonly listFormerCourses: (organisationId: string) => Promise<FormerCourse[]>
  /** Ends the question, and gives these courses back. */
  readonly answerAboutCourses: (id: string, given: readonly Pick<FormerCourse, 'id'>[], now: number) => Promise<void>

  /** The newest first. `earlier`: where earlier ones may be; it may answer none of many entries. */
  readonly listActs: (
    wanted: WantedActs,
  ) => Promise<{ readonly acts: readonly KeptAct[]; readonly earlier: number | null }>
  /** Those of the institute that are there, whether or not they have ended. */
  readonly nameSubjects: (
    organisationId: string,
    kind: ActSubject,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, NamedSubject>>

  /** The open ones. `isSpent`: as of `lockAddress`. */
  readonly listInvitations: (organisationId: string) => Promise<(StaffInvitation & { readonly isSpent: boolean })[]>
  /** Stores a new one, or all of one that is locked. */
  readonly saveInvitation: (invitation: StaffInvitation) => Promise<void>
  /** Reads and locks an open one. */
  readonly lockInvitation: (organisationId: string, id: string) => Promise<StaffInvitation | undefined>
  /** Reads and locks the open ones that an account has sent. */
  readonly lockInvitationsBy: (organisationId: string, accountId: string) => Promise<StaffInvitation[]>
  readonly findByToken: (tokenId: string) => Promise<StaffInvitation | undefined>
  readonly endInvitation: (id: string, because: InvitationEnd, now: number) => Promise<void>
  /** The open invitation of one address, locked, and whether it has had its mails since it last joined, or wants none. */
  readonly lockAddress: (
    organisationId: string,
    emailCanonical: string,
  ) => Promise<{ readonly open: StaffInvitation | undefined; readonly isSpent: boolean }>

  /** Held passkeys of those who act for the institute, and of its own login, that it has not confirmed. */
  readonly listHeldPasskeys: (organisationId: string) => Promise<HeldStaffPasskey[]>
  /** Returns false when it was confirmed already. */
  readonly confirmPasskey: (credentialId: string, organisationId: string, now: number) => Promise<boolean>
  /** Whether every institute that the account acts for, or whose own login it is, has confirmed it; false where there is none. */
  readonly isConfirmedByAll: (credentialId: string, accountId: string) => Promise<boolean>
  /** The other owners of the institutes that an account acts for, and the own logins of these institutes. */
  readonly listOwnersOver: (accountId: string) => Promise<Owner[]>
  /** The owners of the institute, and its own login. */
  readonly listOwnersOf: (organisationId: string) => Promise<Owner[]>
  /** Whether the institute's own login has a passkey that is neither held nor suspect. */
  readonly hasOwnPasskey: (organisationId: string) => Promise<boolean>
  /** Whether an owner has one that is neither held nor suspect, nor lost. */
  readonly hasOwnerWithPasskey: (organisationId: string) => Promise<boolean>

  readonly stopMails: (organisationId: string, emailCanonical: string, now: number) => Promise<void>
  readonly hasStoppedMails: (organisationId: string, emailCanonical: string) => Promise<boolean>
}
