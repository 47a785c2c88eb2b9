import type { UserModel } from '#contract/account.ts'
import type { HttpClient } from './http-client.ts'
import { defaultOrganisation, defaultStudent, type OrganisationForm, type StudentForm } from './people-over-http.ts'

/** A browser in the middle of a registration: the account exists, label and profile do not (spec §4). */
export type Beginning = {
  readonly id: string
  readonly email: string
  readonly password: string
  readonly http: HttpClient
}

export const somePassword = 'quarry-lantern-bicycle-3'

/** Makes the first call of a registration. Throws when it is refused. */
export async function beginRegistration(
  { openBrowser }: { readonly openBrowser: () => HttpClient },
  email: string,
): Promise<Beginning> {
  const http = openBrowser()
  const password = somePassword
  const { status, text, body } = await http.post<UserModel>('/v1/account', { userId: 'unique()', email, password })
  if (status !== 201) throw new Error(`${status} ${text}`)
  return { id: body.$id, email, password, http }
}

/** The first two calls: an account with a label and without a profile. */
export async function beginAs(
  label: 'ORG' | 'STD',
  server: { readonly openBrowser: () => HttpClient },
  email: string,
): Promise<Beginning> {
  const begun = await beginRegistration(server, email)
  const { status, text } = await begun.http.post('/api/v1/user/label', { userId: begun.id, label })
  if (status !== 200) throw new Error(`${status} ${text}`)
  return begun
}

/** The profile that the organisation form sends. */
export function organisationProfile(email: string): Omit<OrganisationForm, 'password'> {
  const { password: _password, ...profile } = { ...defaultOrganisation, email }
  return profile
}

/** The profile that the student form sends. */
export function studentProfile(
  email: string,
  instituteCode: string,
  rollNumber: string,
): Omit<StudentForm, 'password'> & { readonly organisation: string[] } {
  const { password: _password, ...profile } = { ...defaultStudent, email, rollNumber }
  return { ...profile, organisation: [instituteCode] }
}
