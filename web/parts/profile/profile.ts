import type { UserModel } from '#contract/account.ts'
import type { Label } from '#contract/identifiers.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import type { OrganisationDocument, StudentDocument } from '../../client/document-calls.ts'

/** What top bar and drawer show of the signed-in account. */
export type Profile = {
  /** Whose screens they are. */
  readonly label: Label
  readonly $id: string
  readonly name: string
  readonly email: string
  readonly phoneNumber: string
  readonly hasPasskey: boolean
  /** Of a person who acts for an institute. */
  readonly acting?: { readonly role: StaffRole; readonly institute: string }
}

/** Spec §2: the organisation's name, or the student's first and last name. */
export function organisationProfile({ $id, name, email, phoneNumber, passKey }: OrganisationDocument): Profile {
  return { label: 'ORG', $id, name, email, phoneNumber, hasPasskey: passKey === true }
}

export function studentProfile({ $id, firstName, lastName, email, phoneNumber, passKey }: StudentDocument): Profile {
  return { label: 'STD', $id, name: `${firstName} ${lastName}`, email, phoneNumber, hasPasskey: passKey === true }
}

/** A person who acts for an institute has a name there, and an account of their own. */
export function personProfile({ $id, email, prefs }: UserModel, institute: string): Profile | undefined {
  const { acting } = prefs
  if (acting === undefined) return undefined
  const { name, role } = acting
  return { label: 'ORG', $id, name, email, phoneNumber: '', hasPasskey: true, acting: { role, institute } }
}
