import type { Deps } from '../deps.ts'
import { linkLifeMs } from '../mail/mail-link.ts'
import type { MailKind } from '../mail/outbox.ts'
import type { Stores } from '../ports.ts'
import { publishTokenChange } from './publish-account-change.ts'
import type { Account, MailedToken, TokenPurpose } from './stores.ts'

const mailKinds = {
  verification: 'email-verification',
  recovery: 'password-recovery',
  'passkey-replacement': 'passkey-replacement',
} as const satisfies Record<TokenPurpose, MailKind>

/** How long a mailed link works, by what it is for. Milliseconds. */
export const tokenLifeMs = {
  verification: linkLifeMs[mailKinds.verification],
  recovery: linkLifeMs[mailKinds.recovery],
  'passkey-replacement': linkLifeMs[mailKinds['passkey-replacement']],
} as const satisfies Record<TokenPurpose, number>

/**
 * Makes a token and queues the mail that will carry it, in the caller's transaction. The secret is made when the mail
 * is sent, so no table holds it in the clear. Earlier tokens of the same purpose become void. The returned token has
 * the earliest end that it can have.
 */
export async function queueTokenMail(
  stores: Stores,
  { random }: Pick<Deps, 'random'>,
  account: Account,
  purpose: TokenPurpose,
): Promise<MailedToken> {
  return queueToken(stores, random, account, purpose)
}

/**
 * Does the same work as `queueTokenMail` when there is no account, so that the time of the answer does not show it. The
 * token opens nothing, and the worker drops the mail.
 */
export async function queueMailForNoOne(
  stores: Stores,
  { random }: Pick<Deps, 'random'>,
  purpose: TokenPurpose,
): Promise<void> {
  await queueToken(stores, random, { id: null, email: '', emailCanonical: '' }, purpose)
}

async function queueToken(
  stores: Stores,
  random: Deps['random'],
  owner: Pick<Account, 'email' | 'emailCanonical'> & { readonly id: string | null },
  purpose: TokenPurpose,
): Promise<MailedToken> {
  const now = await stores.now()
  const { emailCanonical } = owner
  const unsent = { id: random.id(), accountId: owner.id, purpose, emailCanonical, createdAt: now }
  await stores.tokens.replace(unsent)
  await stores.outbox.queue({
    kind: mailKinds[purpose],
    accountId: owner.id,
    recipient: owner.email,
    tokenId: unsent.id,
  })
  const token = { ...unsent, accountId: owner.id ?? '', expiresAt: now + tokenLifeMs[purpose] }
  // The protocol has no event for a link that replaces a passkey.
  if (purpose !== 'passkey-replacement') await publishTokenChange(stores, token, 'create', now)
  return token
}
