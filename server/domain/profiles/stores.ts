import type { InstituteSettings } from '#contract/settings.ts'
import type { Page } from '../views/page.ts'

/** The profile documents as they are stored. Times are epoch ms. */

type Profile = {
  readonly id: string
  /** Increases with each profile of the same collection. */
  readonly sequence: number
  readonly email: string
  readonly phoneNumber: string
  readonly hasPasskey: boolean
  /** As a client sent them. They decide nothing. */
  readonly permissions: readonly string[]
  readonly createdAt: number
  readonly updatedAt: number
}

export type Organisation = Profile & {
  readonly name: string
  readonly addressLine1: string
  readonly addressLine2: string
  readonly state: string
  readonly city: string
  /** Number of attendance sessions started. */
  readonly classes: number
  /** Number of memberships. */
  readonly members: number
}

export type Student = Profile & {
  readonly firstName: string
  readonly lastName: string
  readonly rollNumber: string
}

type MadeByStorage = 'sequence' | 'hasPasskey'
export type NewOrganisation = Omit<Organisation, MadeByStorage | 'classes' | 'members'>
export type NewStudent = Omit<Student, MadeByStorage>

/** What the owner of either kind of profile may change. */
export type ProfileChange = Partial<Pick<Profile, 'email' | 'phoneNumber' | 'permissions'>>

/** A look-up. The alternatives are joined by OR, and the values within each list by OR too. */
export type ProfileLookUp = {
  readonly ids: readonly string[]
  readonly canonicalEmails: readonly string[]
  readonly canonicalRollNumbers: readonly string[]
}

type ProfileStore<Kind, New> = {
  readonly find: (id: string) => Promise<Kind | undefined>
  /** By the exact email of the account. */
  readonly findByEmail: (emailCanonical: string) => Promise<Kind | undefined>
  /** Returns false, and changes nothing, when one with this id exists. */
  readonly insert: (profile: New) => Promise<boolean>
  /** Locks the row until the transaction ends, and returns its present state; undefined when there is none. */
  readonly change: (id: string, change: ProfileChange) => Promise<Kind | undefined>
  readonly remove: (id: string) => Promise<void>
}

/** The settings of an institute, with the account that changed them last; null while none did. Epoch ms. */
export type KeptSettings = Omit<InstituteSettings, 'changed'> & {
  readonly changedBy: string | null
  readonly changedAt: number | null
}

export type OrganisationStore = ProfileStore<Organisation, NewOrganisation> & {
  /** Reads and locks the row until the transaction ends. */
  readonly lock: (id: string) => Promise<Organisation | undefined>
  /**
   * Keeps the set of members unchanged until the transaction ends. Marks can still be made. Returns false when there is
   * no such organisation.
   */
  readonly lockMembers: (id: string) => Promise<boolean>
  /** Whether it has or had people who act for it, courses, rooms, day passes, a desk or invitations. */
  readonly isInUse: (id: string) => Promise<boolean>
  readonly readSettings: (id: string) => Promise<KeptSettings | undefined>
  readonly saveSettings: (id: string, settings: InstituteSettings, by: string, now: number) => Promise<void>
  readonly setClasses: (id: string, classes: number, now: number) => Promise<void>
  /** The organisations with one of these emails, by name. */
  readonly listByEmails: (canonicalEmails: readonly string[], direction: Page['direction']) => Promise<Organisation[]>
  /** The organisations that the student is a member of, by name. */
  readonly listOfStudent: (studentId: string, page: Page) => Promise<{ total: number; organisations: Organisation[] }>
}

export type StudentStore = ProfileStore<Student, NewStudent> & {
  /** Reads and locks the row until the transaction ends. */
  readonly lock: (id: string) => Promise<Student | undefined>
  readonly touch: (ids: readonly string[], now: number) => Promise<void>
  readonly setRollNumber: (id: string, rollNumber: string) => Promise<void>
  readonly rename: (id: string, name: Pick<Student, 'firstName' | 'lastName'>, now: number) => Promise<void>
}
