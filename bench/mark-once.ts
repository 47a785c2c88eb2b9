import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { CheckInOffer, FinishedCheckIn } from '#contract/check-in.ts'
import type { KeepAliveClient } from '#testing/keep-alive-client.ts'
import type { PopulatedStudent } from '#testing/populate-institute.ts'

const documents = '/v1/databases/rollkey/collections/students/documents'
const subjectOf = ({ id }: PopulatedStudent) => ({ userId: id, category: 'STD' })

/** The four calls of a mark (spec §7): look-up, options, verify-login, PATCH. `total`: the student's total after it. */
export async function markOnce(
  client: KeepAliveClient,
  organisationId: string,
  student: PopulatedStudent,
  total = 1,
): Promise<void> {
  await lookUp(client, student)
  await verify(client, student, student.authenticator.assert(await askForOptions(client, student)))
  await patch(client, organisationId, student, total)
}

/** The two calls of a check-in at the screen. Throws where it makes no mark. */
export async function markAtScreen(client: KeepAliveClient, student: PopulatedStudent): Promise<void> {
  await finishAtScreen(client, student, await beginAtScreen(client, student))
}

export const beginAtScreen = ({ call }: KeepAliveClient, { rollNumber }: PopulatedStudent) =>
  call<CheckInOffer>('POST', '/api/v1/check-ins', { way: 'screen', rollNumber })

export async function finishAtScreen(
  { call }: KeepAliveClient,
  { rollNumber, authenticator }: PopulatedStudent,
  { ceremony }: CheckInOffer,
): Promise<void> {
  if (ceremony === null) throw new Error(`${rollNumber} cannot check in`)
  const assertion = authenticator.assert(ceremony.options as PublicKeyCredentialRequestOptionsJSON)
  const { marks } = await call<FinishedCheckIn>('POST', `/api/v1/check-ins/${ceremony.id}/finish`, { assertion })
  if (marks[0]?.outcome !== 'counted') throw new Error(`${rollNumber} was not marked`)
}

/** Throws when the student is not found. */
export async function lookUp({ call }: KeepAliveClient, student: PopulatedStudent): Promise<void> {
  const equal = (attribute: string) => ({ method: 'equal', attribute, values: [student.rollNumber] })
  const query = JSON.stringify({ method: 'or', values: [equal('email'), equal('rollNumber')] })
  const found = await call<{ total: number }>('GET', `${documents}?queries[0]=${encodeURIComponent(query)}`)
  if (found.total !== 1) throw new Error(`${student.rollNumber} was not found`)
}

export const askForOptions = ({ call }: KeepAliveClient, student: PopulatedStudent) =>
  call<PublicKeyCredentialRequestOptionsJSON>('POST', '/api/v1/passkey/login', subjectOf(student))

/** Throws when the passkey is not accepted. */
export async function verify(
  { call }: KeepAliveClient,
  student: PopulatedStudent,
  cred: AuthenticationResponseJSON,
): Promise<void> {
  const body = { ...subjectOf(student), cred }
  const { verification } = await call<{ verification: boolean }>('POST', '/api/v1/passkey/verify-login', body)
  if (!verification) throw new Error(`${student.rollNumber} was not verified`)
}

export async function patch(
  { call }: KeepAliveClient,
  organisationId: string,
  { id }: PopulatedStudent,
  total: number,
): Promise<void> {
  const attendance = JSON.stringify({ [organisationId]: { total, expiryTime: Date.now() } })
  await call('PATCH', `${documents}/${id}`, { data: { attendance } })
}
