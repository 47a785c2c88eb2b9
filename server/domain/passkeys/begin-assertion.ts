import {
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { exactSentences } from '#contract/problems.ts'
import { texts } from '#contract/texts.ts'
import { requireCaller, type Visit } from '../accounts/caller.ts'
import type { AttendanceSession } from '../attendance/stores.ts'
import type { Deps } from '../deps.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { Problem } from '../problem.ts'
import { hashSecret } from '../secret-hash.ts'
import { type AssertionPurpose, findAssertionPurpose } from './assertion-purpose.ts'
import type { CeremonySubject } from './begin-registration.ts'
import { ceremonyTimeoutMs } from './ceremony-settings.ts'
import type { Passkey } from './stores.ts'

type RequestOptions = PublicKeyCredentialRequestOptionsJSON & { readonly hints?: readonly string[] }

/**
 * Options for asking somebody for a passkey (WebAuthn L3 §7.2): credential ids and nothing else about the account.
 * `preLoginToken` is the pre-login cookie that this answer will set or has set before.
 * Throws user_unauthorized, user_email_not_verified, document_not_found.
 */
export async function beginAssertion(
  { storage, relyingParty }: Pick<Deps, 'storage' | 'relyingParty'>,
  visit: Visit,
  subject: CeremonySubject,
  preLoginToken: string,
): Promise<RequestOptions> {
  await countAttempt(visit, subject)
  const wanted = findAssertionPurpose(visit, subject, preLoginToken)
  const attendanceSession = wanted.purpose === 'mark-std' ? await getRunningSession(storage, visit) : undefined
  const passkeys = await findUsablePasskeys(storage, visit, subject, wanted)
  const options = await generateAuthenticationOptions({
    rpID: relyingParty.id,
    allowCredentials: passkeys.map((passkey) => describeCredential(passkey, wanted)),
    userVerification: 'required',
    timeout: ceremonyTimeoutMs,
  })
  await storage.briefTransaction(async (stores) =>
    stores.ceremonies.open({
      challengeHash: hashSecret(options.challenge),
      purpose: wanted.purpose,
      subjectId: subject.userId,
      binding: wanted.binding,
      attendanceSessionId: attendanceSession?.id ?? null,
      expiresAt: (await stores.now()) + ceremonyTimeoutMs,
    }),
  )
  // The student's key is not in the institute's screen: the browser should ask for the phone first, then for a key.
  return wanted.purpose === 'mark-std' ? { ...options, hints: ['hybrid', 'security-key'] } : options
}

async function countAttempt(visit: Visit, subject: CeremonySubject): Promise<void> {
  if (subject.category === 'STD') {
    const { session } = requireCaller(visit)
    for (const limit of requestLimits.beginStudentPasskeyCheck) await visit.limiter.count(limit, session.id)
    return
  }
  const [byAddress, byUser] = requestLimits.beginOrganisationPasskeyLogin
  await visit.limiter.count(byAddress, visit.address)
  await visit.limiter.count(byUser, `${subject.userId} ${visit.address}`)
}

async function getRunningSession(storage: Deps['storage'], visit: Visit): Promise<AttendanceSession> {
  const running = await storage.attendance.findRunning(requireCaller(visit).account.id)
  if (!running) throw new Problem('user_unauthorized', { message: texts.attendance.noSession })
  return running
}

async function findUsablePasskeys(
  storage: Deps['storage'],
  visit: Visit,
  subject: CeremonySubject,
  { purpose }: AssertionPurpose,
): Promise<Passkey[]> {
  // A guest may ask for an organisation's credential ids (spec §4, its login begins so), never for a student's.
  if (purpose === 'login-org' && (await storage.accounts.find(subject.userId))?.label !== 'ORG') {
    throw new Problem('document_not_found')
  }
  if (purpose === 'mark-std') {
    const membership = await storage.memberships.find(requireCaller(visit).account.id, subject.userId)
    const student = membership && (await storage.accounts.find(subject.userId))
    if (!student) throw new Problem('document_not_found')
    if (!student.isEmailVerified) {
      throw new Problem('user_email_not_verified', { message: exactSentences.studentEmailNotVerified })
    }
  }
  const passkeys = (await storage.passkeys.listOf(subject.userId)).filter(({ isSuspect }) => !isSuspect)
  if (passkeys.length > 0) return passkeys
  // To a guest, an organisation without a passkey and no organisation at all look the same.
  if (purpose === 'login-org') throw new Problem('document_not_found')
  throw new Problem('user_unauthorized', {
    message: purpose === 'mark-std' ? exactSentences.studentPasskeyMissing : exactSentences.ownPasskeyMissing,
  })
}

/**
 * A credential made on a phone says only `internal`, and with that alone the institute's browser would look only into
 * itself; `hybrid` makes it offer the phone. Without any transports a browser asks everywhere, so none are added then.
 */
function describeCredential({ credentialId, transports }: Passkey, { purpose }: AssertionPurpose) {
  if (transports.length === 0) return { id: credentialId }
  const reachable = purpose === 'mark-std' ? [...new Set([...transports, 'hybrid'])] : transports
  return { id: credentialId, transports: reachable as AuthenticatorTransport[] }
}
