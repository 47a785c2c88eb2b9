import type { Label } from '#contract/identifiers.ts'
import type { OrganisationDocument, StudentDocument } from '../../client/document-calls.ts'

/** What top bar and drawer show of the signed-in account. */
export type Profile = {
  readonly label: Label
  readonly $id: string
  readonly name: string
  readonly email: string
  readonly phoneNumber: string
  readonly hasPasskey: boolean
}

/** Spec §2: the organisation's name, or the student's first and last name. */
export function organisationProfile({ $id, name, email, phoneNumber, passKey }: OrganisationDocument): Profile {
  return { label: 'ORG', $id, name, email, phoneNumber, hasPasskey: passKey === true }
}

export function studentProfile({ $id, firstName, lastName, email, phoneNumber, passKey }: StudentDocument): Profile {
  return { label: 'STD', $id, name: `${firstName} ${lastName}`, email, phoneNumber, hasPasskey: passKey === true }
}
