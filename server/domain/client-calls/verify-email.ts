import { queueTokenMail } from '../accounts/mailed-token.ts'
import { assertOwnPage } from '../accounts/own-page.ts'
import { publishTokenChange } from '../accounts/publish-account-change.ts'
import type { MailedToken } from '../accounts/stores.ts'
import { record } from '../audit/record.ts'
import { publishStudentUpdate } from '../changes/publish-profile-update.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { Problem } from '../problem.ts'
import { linkByEmail } from '../roster/link-people.ts'
import { hashSecret } from '../secret-hash.ts'

/** Sends the caller a link that verifies the email. Throws user_email_already_verified. */
export async function requestEmailVerification(
  deps: Pick<Deps, 'storage' | 'random' | 'relyingParty'>,
  door: Door<'verification.request'>,
  { url }: { readonly url: string },
): Promise<MailedToken> {
  const { account } = door.caller
  assertOwnPage(deps.relyingParty, url, '/verify-email')
  if (account.isEmailVerified) throw new Problem('user_email_already_verified')
  return deps.storage.transaction(async (stores) => {
    await event(stores, door, 'verification.request', {})
    return queueTokenMail(stores, deps, account, 'verification')
  })
}

/**
 * Verifies an email by the link's secret. Needs no session and opens none: the link may be opened on another device.
 * Throws user_invalid_token, one answer for every wrong token; general_rate_limit_exceeded for a wrong one alone.
 */
export async function confirmEmail(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'verification.confirm'>,
  input: { readonly userId: string; readonly secret: string },
): Promise<MailedToken> {
  const { byAddress } = requestLimits.confirmVerification
  const secretHash = hashSecret(input.secret)
  const spendToken = () =>
    storage.transaction(async (stores) => {
      const taken = await stores.tokens.take(secretHash, input.userId, 'verification')
      const account = taken && (await stores.accounts.lock(taken.accountId))
      if (!taken || account?.emailCanonical !== taken.emailCanonical) return undefined
      const now = await stores.now()
      await stores.accounts.markEmailVerified(account.id, now)
      await linkByEmail(stores, random, door, { ...account, isEmailVerified: true })
      await publishTokenChange(stores, taken, 'update', now)
      // The institutes' tables show whether the email is verified.
      if (account.label === 'STD' && account.hasProfile) {
        await publishStudentUpdate(stores, account.id, await stores.memberships.listOfStudent(account.id), now)
      }
      await event(stores, door, 'verification.confirm', { subject: account.id })
      return taken
    })
  const isOpen = await storage.tokens.isOpen(secretHash, input.userId, 'verification')
  const token = isOpen ? await spendToken() : undefined
  if (token) return token
  // After the secret was compared: a right one passes however many wrong ones came before.
  await door.limiter.count(byAddress, door.address)
  await record(storage, door, { action: 'verification.confirm', outcome: 'refused', subject: input.userId })
  throw new Problem('user_invalid_token')
}
