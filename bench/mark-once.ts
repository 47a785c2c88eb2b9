import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { KeepAliveClient } from '#testing/keep-alive-client.ts'
import type { PopulatedStudent } from '#testing/populate-institute.ts'

/** The four calls of a mark (spec §7): look-up, options, verify-login, PATCH. `total`: the student's total after it. */
export async function markOnce(
  { call }: KeepAliveClient,
  organisationId: string,
  student: PopulatedStudent,
  total = 1,
): Promise<void> {
  const documents = '/v1/databases/rollkey/collections/students/documents'
  const equal = (attribute: string) => ({ method: 'equal', attribute, values: [student.rollNumber] })
  const query = JSON.stringify({ method: 'or', values: [equal('email'), equal('rollNumber')] })
  const found = await call<{ total: number }>('GET', `${documents}?queries[0]=${encodeURIComponent(query)}`)
  if (found.total !== 1) throw new Error(`${student.rollNumber} was not found`)
  const subject = { userId: student.id, category: 'STD' }
  const options = await call<PublicKeyCredentialRequestOptionsJSON>('POST', '/api/v1/passkey/login', subject)
  const cred = student.authenticator.assert(options)
  const { verification } = await call<{ verification: boolean }>('POST', '/api/v1/passkey/verify-login', {
    ...subject,
    cred,
  })
  if (!verification) throw new Error(`${student.rollNumber} was not verified`)
  const attendance = JSON.stringify({ [organisationId]: { total, expiryTime: Date.now() } })
  await call('PATCH', `${documents}/${student.id}`, { data: { attendance } })
}
