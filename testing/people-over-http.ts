import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { UserModel } from '#contract/account.ts'
import { type AccountLabel, collectionOf, databaseId, type Label } from '#contract/identifiers.ts'
import type { OrganisationAttributes } from '#contract/organisation.ts'
import type { StudentAttributes } from '#contract/student.ts'
import { joinNames } from '#contract/text-fields.ts'
import { createHttpClient, type HttpClient, type Reply } from './http-client.ts'
import type { SmtpInbox } from './smtp-inbox.ts'
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from './software-authenticator.ts'

/**
 * Registers people and lets them act, by the calls of the screens in their order (spec §4 and §7). Each step throws
 * when the server refuses it: tests of refusals make their own calls.
 */

/** A signed-in person with a browser of their own. */
export type Person = {
  /** Account and profile; of an organisation also the institute code. */
  readonly id: string
  readonly label: Label
  readonly email: string
  readonly password: string
  readonly http: HttpClient
  readonly authenticator: SoftwareAuthenticator
}

/** The same, or a person who has only been invited by an institute. */
export type AnyPerson = Omit<Person, 'label'> & { readonly label: AccountLabel }

export type Surroundings = {
  readonly origin: string
  readonly inbox: SmtpInbox
  /** A new browser; by default without a watcher. */
  readonly openBrowser?: () => HttpClient
}

export type OrganisationForm = {
  readonly name: string
  readonly email: string
  readonly phoneNumber: string
  readonly addressLine1: string
  readonly addressLine2: string
  readonly state: string
  readonly city: string
  readonly password: string
}
export type StudentForm = {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phoneNumber: string
  readonly rollNumber: string
  readonly password: string
}

export const defaultOrganisation: OrganisationForm = {
  name: 'Kaveri College',
  email: 'office@kaveri.example',
  phoneNumber: '+91 80 2345 6789',
  addressLine1: '12 River Road',
  addressLine2: 'Block C',
  state: 'Karnataka',
  city: 'Mysuru',
  password: 'ledger-pencil-window-42',
}
export const defaultStudent: StudentForm = {
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'asha.rao@students.example',
  phoneNumber: '+91 98450 12345',
  rollNumber: '21CS042',
  password: 'umbrella-monsoon-tramway-7',
}

export const documentsPath = (label: Label): string =>
  `/v1/databases/${databaseId}/collections/${collectionOf[label]}/documents`

function accepted<Body>(reply: Reply<Body>): Body {
  if (reply.status < 300) return reply.body
  throw new Error(`${reply.status} ${reply.text}`)
}

/** Registers, logs in and confirms the mailed link. */
export async function registerOrganisation(
  surroundings: Surroundings,
  form: Partial<OrganisationForm> = {},
): Promise<Person> {
  return confirmEmail(surroundings, await registerUnconfirmedOrganisation(surroundings, form))
}

/** Registers as `registerOrganisation` does, and leaves the mailed link in the inbox. */
export async function registerUnconfirmedOrganisation(
  surroundings: Surroundings,
  form: Partial<OrganisationForm> = {},
): Promise<Person> {
  const { password, ...profile } = { ...defaultOrganisation, ...form }
  return registerUnconfirmed(surroundings, 'ORG', profile.name, profile, password)
}

/** Registers as a member of the institute, logs in and confirms the mailed link. */
export async function registerStudent(
  surroundings: Surroundings,
  instituteCode: string,
  form: Partial<StudentForm> = {},
): Promise<Person> {
  return confirmEmail(surroundings, await registerUnconfirmedStudent(surroundings, instituteCode, form))
}

/** Registers as `registerStudent` does, and leaves the mailed link in the inbox. */
export async function registerUnconfirmedStudent(
  surroundings: Surroundings,
  instituteCode: string,
  form: Partial<StudentForm> = {},
): Promise<Person> {
  const { password, ...fields } = { ...defaultStudent, ...form }
  const profile = { ...fields, organisation: [instituteCode] }
  const name = joinNames(fields.firstName, fields.lastName)
  return registerUnconfirmed(surroundings, 'STD', name, profile, password)
}

async function confirmEmail({ inbox }: Surroundings, person: Person): Promise<Person> {
  const mailed = readMailedToken((await inbox.next(person.email)).links, '/verify-email')
  accepted(await person.http.put('/v1/account/verification', mailed))
  return person
}

async function registerUnconfirmed(
  { origin, openBrowser = () => createHttpClient(origin) }: Surroundings,
  label: Label,
  name: string,
  profile: { readonly email: string },
  password: string,
): Promise<Person> {
  const http = openBrowser()
  const { email } = profile
  const { $id: id } = accepted(await http.post<UserModel>('/v1/account', { userId: 'unique()', email, password, name }))
  accepted(await http.post('/api/v1/user/label', { userId: id, label }))
  accepted(await http.post(documentsPath(label), { documentId: id, data: profile }))
  accepted(await http.post('/v1/account/sessions/email', { email, password }))
  accepted(await http.post('/v1/account/verification', { url: `${origin}/verify-email` }))
  return { id, label, email, password, http, authenticator: createSoftwareAuthenticator({ origin }) }
}

/** The query of a mailed link. Throws when no link leads to that page. */
export function readMailedToken(links: readonly string[], path: string): { userId: string; secret: string } {
  const link = links.map((one) => new URL(one)).find(({ pathname }) => pathname === path)
  const userId = link?.searchParams.get('userId')
  const secret = link?.searchParams.get('secret')
  if (!userId || !secret) throw new Error(`No link to ${path} among ${links.join(' ')}`)
  return { userId, secret }
}

export async function registerPasskey({ id, label, http, authenticator }: AnyPerson): Promise<void> {
  const subject = { userId: id, category: label }
  const options = accepted(await http.post<PublicKeyCredentialCreationOptionsJSON>('/api/v1/passkey/register', subject))
  const credential = authenticator.register(options)
  accepted(await http.post('/api/v1/passkey/verify', { ...subject, credential }))
}

/** The student tries the own passkey. Throws when the server does not accept it. */
export async function rehearsePasskey({ http, authenticator }: Person): Promise<void> {
  const options = accepted(await http.post<PublicKeyCredentialRequestOptionsJSON>('/api/v1/passkey/rehearsal'))
  const cred = authenticator.assert(options)
  const { verification } = accepted(await http.put<{ verification: boolean }>('/api/v1/passkey/rehearsal', { cred }))
  if (!verification) throw new Error('The passkey was not accepted.')
}

/** Runs a ceremony in this browser and returns whether the server accepts the assertion. */
export async function assertPasskey(
  http: HttpClient,
  subject: { readonly userId: string; readonly category: AccountLabel },
  authenticator: SoftwareAuthenticator,
): Promise<boolean> {
  const options = accepted(await http.post<PublicKeyCredentialRequestOptionsJSON>('/api/v1/passkey/login', subject))
  const cred = authenticator.assert(options)
  return accepted(await http.post<{ verification: boolean }>('/api/v1/passkey/verify-login', { ...subject, cred }))
    .verification
}

/** Logs in, with a passkey first when the organisation has one. `http`: another browser than the person's own. */
export async function logIn<One extends AnyPerson>(person: One, http: HttpClient = person.http): Promise<One> {
  if (person.label === 'ORG' && person.authenticator.credentials.length > 0) {
    const isVerified = await assertPasskey(http, { userId: person.id, category: 'ORG' }, person.authenticator)
    if (!isVerified) throw new Error('The passkey was not accepted.')
  }
  accepted(await http.post('/v1/account/sessions/email', { email: person.email, password: person.password }))
  return { ...person, http }
}

export async function readOwnOrganisation({ id, http }: Person): Promise<OrganisationAttributes & { $id: string }> {
  return accepted(await http.get(`${documentsPath('ORG')}/${id}`))
}

/** Starts an attendance session. The organisation needs a passkey, and a login with it. */
export async function startAttendance(organisation: Person): Promise<OrganisationAttributes> {
  const { classes } = await readOwnOrganisation(organisation)
  const path = `${documentsPath('ORG')}/${organisation.id}`
  return accepted(await organisation.http.patch(path, { data: { classes: classes + 1 } }))
}

/** The student as the organisation's look-up returns them. */
export async function findStudent(
  organisation: Person,
  emailOrRollNumber: string,
): Promise<StudentAttributes & { $id: string }> {
  const equal = (attribute: string) => ({ method: 'equal', attribute, values: [emailOrRollNumber] })
  const query = JSON.stringify({ method: 'or', values: [equal('email'), equal('rollNumber')] })
  const page = accepted(
    await organisation.http.get<{ documents: (StudentAttributes & { $id: string })[] }>(
      `${documentsPath('STD')}?queries[0]=${encodeURIComponent(query)}`,
    ),
  )
  const [student] = page.documents
  if (student === undefined) throw new Error(`No student is found by ${emailOrRollNumber}`)
  return student
}

/**
 * The four calls of a mark (spec §4). Returns the answer of the last one for the test to check: 200 or a refusal.
 * `authenticator`: the student's.
 */
export async function markStudent(
  organisation: Person,
  emailOrRollNumber: string,
  authenticator: SoftwareAuthenticator,
): Promise<Reply<StudentAttributes & { $id: string }>> {
  const student = await findStudent(organisation, emailOrRollNumber)
  const subject = { userId: student.$id, category: 'STD' } as const
  const isVerified = await assertPasskey(organisation.http, subject, authenticator)
  if (!isVerified) throw new Error('The passkey was not accepted.')
  const entries: Record<string, { total: number }> = JSON.parse(student.attendance || '{}')
  const total = (entries[organisation.id]?.total ?? 0) + 1
  const attendance = JSON.stringify({ [organisation.id]: { total, expiryTime: Date.now() + 3_600_000 } })
  return organisation.http.patch(`${documentsPath('STD')}/${student.$id}`, { data: { attendance } })
}
