import type { OrganisationAttributes } from '#contract/organisation.ts'
import type { StudentAttributes } from '#contract/student.ts'

/** The attributes of a profile that each kind of viewer gets (rules §4), as data. `$id` is always included. */

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
    'passKey',
    'students',
    'members',
    'sessionExpiry',
    'serverTime',
  ],
  member: ['name', 'city', 'email', 'phoneNumber', 'addressLine1', 'addressLine2', 'state', 'classes'],
  studentElsewhere: ['name'],
  otherOrganisation: [],
  guest: ['name'],
  guestLookUp: ['passKey'],
} as const satisfies Record<string, readonly (keyof OrganisationAttributes)[]>
export type OrganisationViewer = keyof typeof organisationFields

export const studentFields = {
  self: ['firstName', 'lastName', 'email', 'phoneNumber', 'rollNumber', 'organisation', 'attendance', 'passKey'],
  /** `organisation` and `attendance` are reduced to the viewer's own entry. */
  organisation: [
    'firstName',
    'lastName',
    'email',
    'phoneNumber',
    'rollNumber',
    'organisation',
    'attendance',
    'passKey',
    'emailNotVerified',
  ],
  guestLookUp: [],
} as const satisfies Record<string, readonly (keyof StudentAttributes)[]>
export type StudentViewer = keyof typeof studentFields

/** The view of one profile. Times are epoch ms. */
export type ProfileView = {
  readonly collection: 'organisations' | 'students'
  readonly id: string
  readonly attributes: Readonly<Record<string, unknown>>
  /** Absent for guests, who get only the attributes. */
  readonly system:
    | {
        readonly sequence: number
        readonly createdAt: number
        readonly updatedAt: number
        readonly permissions: readonly string[]
      }
    | undefined
}

/** Keeps the listed fields that have a value. */
export function pickFields<Attributes extends object>(
  attributes: Attributes,
  fields: readonly (keyof Attributes)[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fields.filter((field) => attributes[field] !== undefined).map((field) => [field, attributes[field]]),
  )
}
