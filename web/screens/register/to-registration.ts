import type { Label } from '#contract/identifiers.ts'
import { normaliseInstituteCode } from '#contract/identifiers.ts'
import { joinNames, normaliseText } from '#contract/text-fields.ts'
import type { OrganisationValues } from './organisation-values.ts'
import type { StudentValues } from './student-values.ts'

/** The result of a registration form: the account's name and the profile document. */
export type Registration = {
  readonly label: Label
  readonly email: string
  readonly password: string
  readonly name: string
  readonly profile: Readonly<Record<string, string | readonly string[]>>
}

/** The pin code is asked for but not stored (spec §3). */
export function toOrganisationRegistration(values: OrganisationValues): Registration {
  const { pinCode: _notStored, password, ...profile } = values
  const texts = normaliseAll(profile)
  return { label: 'ORG', email: texts.email, password, name: texts.name, profile: texts }
}

export function toStudentRegistration(values: StudentValues): Registration {
  const { instituteCode, password, ...profile } = values
  const texts = normaliseAll(profile)
  return {
    label: 'STD',
    email: texts.email,
    password,
    name: joinNames(texts.firstName, texts.lastName),
    profile: { ...texts, organisation: [normaliseInstituteCode(instituteCode)] },
  }
}

function normaliseAll<Name extends string>(values: Readonly<Record<Name, string>>): Record<Name, string> {
  return Object.fromEntries(
    Object.entries<string>(values).map(([name, text]) => [name, normaliseText(text)]),
  ) as Record<Name, string>
}
