import type { Deps } from '../deps.ts'
import { linkLifeMs } from '../mail/mail-link.ts'
import type { MailKind, NewMail } from '../mail/outbox.ts'
import type { Stores } from '../ports.ts'
import { publishTokenChange } from './publish-account-change.ts'
import type { Account, MailedToken, TokenPurpose, UnsentToken } from './stores.ts'

const mailKinds = {
  verification: 'email-verification',
  recovery: 'password-recovery',
  'passkey-replacement': 'passkey-replacement',
  'account-deletion': 'account-deletion',
  'staff-invitation': 'staff-invitation',
  'student-invitation': 'student-invitation',
} as const satisfies Record<TokenPurpose, MailKind>

/** How long a mailed link works, by what it is for. Milliseconds. */
export const tokenLifeMs = {
  verification: linkLifeMs[mailKinds.verification],
  recovery: linkLifeMs[mailKinds.recovery],
  'passkey-replacement': linkLifeMs[mailKinds['passkey-replacement']],
  'account-deletion': linkLifeMs[mailKinds['account-deletion']],
  'staff-invitation': linkLifeMs[mailKinds['staff-invitation']],
  'student-invitation': linkLifeMs[mailKinds['student-invitation']],
} as const satisfies Record<TokenPurpose, number>

/**
 * Makes a token and queues the mail that will carry it, in the caller's transaction. The secret is made when the mail
 * is sent, so no table holds it in the clear. Earlier tokens of the same purpose become void. The returned token has
 * the earliest end that it can have. `sent`: by whom, where an institute sends it.
 */
export async function queueTokenMail(
  stores: Stores,
  { random }: Pick<Deps, 'random'>,
  account: Account,
  purpose: TokenPurpose,
  sent?: UnsentToken['sent'],
): Promise<MailedToken> {
  return queueToken(stores, random, account, purpose, sent)
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

/** By an institute; the id is the token's. */
type Invited = Pick<Account, 'email' | 'emailCanonical'> & Readonly<Record<'id' | 'organisationId', string>>

/** The same for an invitation: the person may have no account yet. `id`: the token's, which stands in the link. */
export async function queueInvitationMail(
  stores: Stores,
  { id, email, emailCanonical, organisationId }: Invited,
  createdAt: number,
): Promise<void> {
  const purpose = 'staff-invitation'
  await stores.tokens.replace({ id, accountId: null, purpose, emailCanonical, createdAt })
  const senderId = organisationId
  await stores.outbox.queue({ kind: mailKinds[purpose], accountId: null, recipient: email, tokenId: id, senderId })
}

export const studentInvitation = 'student-invitation'
/** Between two mails of one institute: sixty a minute, so that a mail server takes them for no flood. */
const betweenInvitationsMs = 1_000

/** The same for many students at once, one mail a second. `createdAt`: epoch ms. */
export async function queueStudentInvitations(
  stores: Stores,
  invited: readonly Invited[],
  createdAt: number,
): Promise<void> {
  const purpose = studentInvitation
  await stores.tokens.insert(
    invited.map(({ id, emailCanonical }) => ({ id, accountId: null, purpose, emailCanonical, createdAt })),
  )
  await stores.outbox.queue(
    ...invited.map(({ id, email, organisationId: senderId }, place): NewMail => {
      const dueAt = createdAt + place * betweenInvitationsMs
      return { kind: mailKinds[purpose], accountId: null, recipient: email, tokenId: id, senderId, dueAt }
    }),
  )
}

/** Queues the mail with the digits for a person at an enrolment desk. `mailId`: what they are made of. */
export async function queueDeskDigits(
  { outbox }: Stores,
  { mailId, email, organisationId }: Readonly<Record<'mailId' | 'email' | 'organisationId', string>>,
): Promise<void> {
  const mail = { kind: 'desk-digits', accountId: null, recipient: email, tokenId: mailId } as const
  await outbox.queue({ ...mail, senderId: organisationId })
}

async function queueToken(
  stores: Stores,
  random: Deps['random'],
  owner: Pick<Account, 'email' | 'emailCanonical'> & { readonly id: string | null },
  purpose: TokenPurpose,
  sent?: UnsentToken['sent'],
): Promise<MailedToken> {
  const now = await stores.now()
  const { emailCanonical } = owner
  const unsent = { id: random.id(), accountId: owner.id, purpose, emailCanonical, createdAt: now }
  await stores.tokens.replace({ ...unsent, sent })
  await stores.outbox.queue({
    kind: mailKinds[purpose],
    accountId: owner.id,
    recipient: owner.email,
    tokenId: unsent.id,
    ...(sent && { organisationId: sent.organisationId }),
  })
  const token = { ...unsent, accountId: owner.id ?? '', expiresAt: now + tokenLifeMs[purpose] }
  // The protocol has no event for the product's own links.
  if (purpose === 'verification' || purpose === 'recovery') await publishTokenChange(stores, token, 'create', now)
  return token
}
