import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { mailAtOnce } from '../mail/mail-at-once.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { requireCanonicalEmail } from './canonical-email.ts'
import { checkCurrentPassword, lockWithSamePassword } from './check-current-password.ts'
import { isReplaceable } from './continue-registration.ts'
import { endOtherSessions } from './end-sessions.ts'
import { queueTokenMail } from './mailed-token.ts'
import type { Account } from './stores.ts'

/**
 * Changes the account's email. The new address is unverified and gets a verification mail; the old address gets a
 * notice. Other sessions and open tokens end. When only the spelling differs, it is the same address: it stays as
 * verified as before, and nothing ends. The profile's copy of the email follows by its own call (protocol §11). Throws
 * user_invalid_credentials, user_target_already_exists.
 */
export async function changeEmail(
  deps: Pick<Deps, 'storage' | 'random' | 'hasher' | 'limitScale'>,
  door: Door<'email.change'>,
  input: { readonly email: string; readonly password: string },
): Promise<Account> {
  const emailCanonical = requireCanonicalEmail(input.email)
  const { account, session } = await checkCurrentPassword(deps, door, input.password)
  return deps.storage.transaction(async (stores) => {
    const before = await lockWithSamePassword(stores, account)
    const holder = await stores.accounts.findByEmail(emailCanonical)
    // An unfinished registration does not reserve an email, unless it is verified.
    const isOthers = holder && holder.id !== account.id
    if (isOthers && isReplaceable(await stores.accounts.lock(holder.id))) await stores.accounts.remove(holder.id)
    const now = await stores.now()
    const isChanged = await stores.accounts.changeEmail(account.id, input.email, emailCanonical, now)
    if (!isChanged) throw new Problem('user_target_already_exists')
    if (emailCanonical !== before.emailCanonical) {
      await endOtherSessions(stores, session, now)
      await stores.tokens.voidAllOf(account.id)
      // Who reads the former address may be another. One that was never verified may have been another's all along.
      if (before.isEmailVerified) await voidSentTo(stores, before.emailCanonical)
      await mailAtOnce(stores, 'email-changed', before)
    }
    const after = await stores.accounts.find(account.id)
    if (!after) throw new Problem('general_unauthorized_scope')
    if (!after.isEmailVerified) await queueTokenMail(stores, deps, after, 'verification')
    await event(stores, door, 'email.change', { at: now })
    return after
  })
}

/** Invitations and digits to an address open nothing any more. Their institutes do not learn that it has an account. */
async function voidSentTo({ tokens, desk }: Pick<Stores, 'tokens' | 'desk'>, emailCanonical: string): Promise<void> {
  await tokens.voidInvitationsTo(emailCanonical)
  await desk.voidDigitsTo(emailCanonical)
}
