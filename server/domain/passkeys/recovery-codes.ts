import type { RecoveryCodes } from '#contract/passkey.ts'
import { formatRecoveryCode, normaliseRecoveryCode, recoveryCodeCount } from '#contract/recovery-code.ts'
import { preLoginBinding } from '../accounts/session-binding.ts'
import { entryWithoutRequest } from '../audit/audit-log.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { mailAtOnce } from '../mail/mail-at-once.ts'
import { Problem } from '../problem.ts'
import { hashSecret } from '../secret-hash.ts'
import { loginProofMs } from './ceremony-settings.ts'
import { requireLive } from './own-passkeys.ts'

/** How long a code works that an operator made. Milliseconds. */
const releasedCodeMs = 24 * 60 * 60_000

/**
 * A code has 83 random bits, so it needs no salt. The hash includes the account's id, so that a code works for one
 * login only.
 */
function hashCode(accountId: string, code: string): string {
  return hashSecret(`${accountId} ${code}`)
}

/** Makes ten new recovery codes for the calling organisation; earlier ones are void. Needs a step-up (rules §5.7). */
export async function makeRecoveryCodes(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'recovery-codes.make'>,
): Promise<RecoveryCodes> {
  const { account, session } = door.caller
  const codes = Array.from({ length: recoveryCodeCount }, random.recoveryCode)
  await storage.transaction(async (stores) => {
    await stores.accounts.lock(account.id)
    const now = await stores.now()
    const confirmed = door.stepUp(now, await requireLive(stores, session))
    const hashes = codes.map((code) => hashCode(account.id, code))
    await stores.recoveryCodes.replace(account.id, hashes, now)
    await mailAtOnce(stores, 'recovery-codes-made', account)
    await event(stores, confirmed, 'recovery-codes.make', {})
  })
  return { codes: codes.map(formatRecoveryCode) }
}

/**
 * Uses a recovery code instead of the passkey with which an organisation's login begins. `preLoginToken`: the pre-login
 * cookie that this answer will set or has set before. Throws user_invalid_token, one answer for every wrong code and
 * every unknown organisation; general_rate_limit_exceeded for a wrong code only.
 */
export async function spendRecoveryCode(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'recovery-codes.use'>,
  input: { readonly userId: string; readonly code: string },
  preLoginToken: string,
): Promise<void> {
  const { userId } = input
  const code = normaliseRecoveryCode(input.code)
  const codeHash = code === undefined ? undefined : hashCode(userId, code)
  const use = (hash: string) =>
    storage.transaction(async (stores) => {
      const account = await stores.accounts.find(userId)
      if (!account || !(await stores.recoveryCodes.take(account.id, hash))) return false
      const expiresAt = (await stores.now()) + loginProofMs
      await stores.ceremonies.saveLoginProof(account.id, preLoginBinding(preLoginToken), 'recovery-code', expiresAt)
      await mailAtOnce(stores, 'recovery-code-used', account)
      await event(stores, door, 'recovery-code.use', { subject: account.id })
      return true
    })
  // With 83 random bits a code cannot be guessed, like a link: a right one passes whatever came before.
  const isOpen = codeHash !== undefined && (await storage.recoveryCodes.isOpen(userId, codeHash))
  if (!isOpen || !(await use(codeHash))) {
    const { byUserAndAddress, byAddress } = requestLimits.useRecoveryCode
    await door.limiter.count(byUserAndAddress, `${userId} ${door.address}`)
    await door.limiter.count(byAddress, door.address)
    await record(storage, door, { action: 'recovery-code.use', outcome: 'refused', subject: userId })
    throw new Problem('user_invalid_token')
  }
}

/**
 * For an operator who has checked who is asking: one recovery code for an organisation that has lost its passkeys and
 * its codes. It works once, within a day, and only with the password. Undefined when there is no such organisation with
 * a passkey.
 */
export async function releasePasskey(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  organisationId: string,
): Promise<{ code: string; name: string; expiresAt: number } | undefined> {
  const code = random.recoveryCode()
  return storage.transaction(async (stores) => {
    const organisation = await stores.organisations.find(organisationId)
    const account = await stores.accounts.lock(organisationId)
    if (!organisation?.hasPasskey || !account) return undefined
    const now = await stores.now()
    const expiresAt = now + releasedCodeMs
    await stores.recoveryCodes.add(account.id, hashCode(account.id, code), now, expiresAt)
    await mailAtOnce(stores, 'recovery-code-released', account)
    const event = { action: 'recovery-code.release', outcome: 'done', subject: account.id } as const
    await stores.audit.append(entryWithoutRequest(event, 'operator'))
    return { code: formatRecoveryCode(code), name: organisation.name, expiresAt }
  })
}
