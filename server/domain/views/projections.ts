import type { AttendanceField } from '#contract/student.ts'
import type { Organisation, Student } from '../profiles/stores.ts'

/** What each kind of viewer gets of a profile (rules §4), as data, in the order in which it is shown. The id always. */

/** What there is to know of an organisation. Times are epoch ms. */
export type OrganisationFacts = Omit<Organisation, SystemField> & {
  /** The first ones, by roll number. */
  readonly students: readonly StudentView[]
  /** End of the running attendance session; null when none runs. */
  readonly sessionExpiry: number | null
  readonly serverTime: number
}

/** What there is to know of a student. */
export type StudentFacts = Omit<Student, SystemField> & {
  /** Institute codes. */
  readonly organisation: readonly string[]
  readonly attendance: AttendanceField
  readonly isEmailVerified: boolean
}

type SystemField = 'id' | 'sequence' | 'permissions' | 'createdAt' | 'updatedAt'

export const organisationFields = {
  owner: [
    'name',
    'email',
    'phoneNumber',
    'addressLine1',
    'addressLine2',
    'state',
    'city',
    'classes',
    'hasPasskey',
    'students',
    'members',
    'sessionExpiry',
    'serverTime',
  ],
  member: ['name', 'city', 'email', 'phoneNumber', 'addressLine1', 'addressLine2', 'state', 'classes'],
  studentElsewhere: ['name'],
  otherOrganisation: [],
  guest: ['name'],
  guestLookUp: ['hasPasskey'],
} as const satisfies Record<string, readonly (keyof OrganisationFacts)[]>
export type OrganisationViewer = keyof typeof organisationFields

export const studentFields = {
  self: ['firstName', 'lastName', 'email', 'phoneNumber', 'rollNumber', 'organisation', 'attendance', 'hasPasskey'],
  /** `organisation` and `attendance` are reduced to the viewer's own entry. */
  organisation: [
    'firstName',
    'lastName',
    'email',
    'phoneNumber',
    'rollNumber',
    'organisation',
    'attendance',
    'hasPasskey',
    'isEmailVerified',
  ],
  guestLookUp: [],
} as const satisfies Record<string, readonly (keyof StudentFacts)[]>
export type StudentViewer = keyof typeof studentFields

type View<Shown> = {
  readonly id: string
  /** What the viewer gets, in the order of the viewer's list. */
  readonly shown: Partial<Shown>
  /** Absent for guests. Times are epoch ms. */
  readonly system: Pick<Organisation | Student, Exclude<SystemField, 'id'>> | undefined
}

export type OrganisationView = View<OrganisationFacts> & { readonly collection: 'organisations' }
export type StudentView = View<StudentFacts> & { readonly collection: 'students' }

/** The view of one profile. */
export type ProfileView = OrganisationView | StudentView

/** Keeps the listed facts. */
export function pickFacts<Facts extends object>(facts: Facts, fields: readonly (keyof Facts)[]): Partial<Facts> {
  return Object.fromEntries(fields.map((field) => [field, facts[field]])) as Partial<Facts>
}
