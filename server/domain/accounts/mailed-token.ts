import type { Deps } from '../deps.ts'
import type { MailKind } from '../mail/outbox.ts'
import type { Stores } from '../ports.ts'
import { publishTokenChange } from './publish-account-change.ts'
import type { Account, MailedToken, TokenPurpose } from './stores.ts'

/** How long a mailed link works (security §5.3). Milliseconds. */
export const tokenLifeMs = {
  verification: 24 * 60 * 60_000,
  recovery: 30 * 60_000,
  'passkey-replacement': 30 * 60_000,
} as const satisfies Record<TokenPurpose, number>

const mailKinds = {
  verification: 'email-verification',
  recovery: 'password-recovery',
  'passkey-replacement': 'passkey-replacement',
} as const satisfies Record<TokenPurpose, MailKind>

/**
 * Makes a token and queues the mail that will carry it, in the caller's transaction. The secret is made when the mail
 * is sent, so no clear secret waits in a table. Earlier tokens of the same purpose are void.
 */
export async function queueTokenMail(
  stores: Stores,
  { random }: Pick<Deps, 'random'>,
  account: Account,
  purpose: TokenPurpose,
): Promise<MailedToken> {
  const now = await stores.now()
  const token: MailedToken = {
    id: random.id(),
    accountId: account.id,
    purpose,
    emailCanonical: account.emailCanonical,
    createdAt: now,
    expiresAt: now + tokenLifeMs[purpose],
  }
  await stores.tokens.replace(token)
  await stores.outbox.queue({
    kind: mailKinds[purpose],
    accountId: account.id,
    recipient: account.email,
    tokenId: token.id,
  })
  // The protocol has no event for a link that replaces a passkey.
  if (purpose !== 'passkey-replacement') await publishTokenChange(stores, token, 'create', now)
  return token
}
