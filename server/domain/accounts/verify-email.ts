import { record } from '../audit/record.ts'
import { publishStudentUpdate } from '../changes/publish-profile-update.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { Problem } from '../problem.ts'
import { type RequestContext, requireCaller } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'
import { queueTokenMail } from './mailed-token.ts'
import { assertOwnPage } from './own-page.ts'
import { publishTokenChange } from './publish-account-change.ts'
import type { MailedToken } from './stores.ts'

/** Sends the caller a link that verifies the email. Throws user_email_already_verified. */
export async function requestEmailVerification(
  deps: Pick<Deps, 'storage' | 'random' | 'relyingParty'>,
  context: RequestContext,
  url: string,
): Promise<MailedToken> {
  await enter('verification.request', context)
  const { account } = requireCaller(context)
  assertOwnPage(deps.relyingParty, url, '/verify-email')
  if (account.isEmailVerified) throw new Problem('user_email_already_verified')
  return deps.storage.transaction(async (stores) => {
    await record(stores, context, { action: 'verification.request', outcome: 'done' })
    return queueTokenMail(stores, deps, account, 'verification')
  })
}

/**
 * Verifies an email by the link's secret. Needs no session and opens none: the link may be opened on another device.
 * Throws user_invalid_token, one answer for every wrong token; general_rate_limit_exceeded for a wrong one alone.
 */
export async function confirmEmail(
  { storage }: Pick<Deps, 'storage'>,
  context: RequestContext,
  input: { readonly userId: string; readonly secret: string },
): Promise<MailedToken> {
  await enter('verification.confirm', context)
  const { byAddress } = requestLimits.confirmVerification
  const secretHash = hashSecret(input.secret)
  const spendToken = () =>
    storage.transaction(async (stores) => {
      const taken = await stores.tokens.take(secretHash, input.userId, 'verification')
      const account = taken && (await stores.accounts.lock(taken.accountId))
      if (!taken || account?.emailCanonical !== taken.emailCanonical) return undefined
      const now = await stores.now()
      await stores.accounts.markEmailVerified(account.id, now)
      await publishTokenChange(stores, taken, 'update', now)
      // The institutes' tables show whether the email is verified.
      if (account.label === 'STD' && account.hasProfile) {
        await publishStudentUpdate(stores, account.id, await stores.memberships.listOfStudent(account.id), now)
      }
      await record(stores, context, { action: 'verification.confirm', outcome: 'done', subject: account.id })
      return taken
    })
  const isOpen = await storage.tokens.isOpen(secretHash, input.userId, 'verification')
  const token = isOpen ? await spendToken() : undefined
  if (token) return token
  // After the secret was compared: a right one passes however many wrong ones came before.
  await context.limiter.count(byAddress, context.address)
  await record(storage, context, { action: 'verification.confirm', outcome: 'refused', subject: input.userId })
  throw new Problem('user_invalid_token')
}
