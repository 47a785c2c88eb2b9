import type { AccountLabel } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import type { MailKind } from './outbox.ts'

/** How long the link of a mail works from the mail server's answer on (rules §5.3). Milliseconds. */
export const linkLifeMs = {
  'email-verification': 24 * 60 * 60_000,
  'password-recovery': 30 * 60_000,
  'passkey-replacement': 30 * 60_000,
  'account-deletion': 7 * 24 * 60 * 60_000,
  'staff-invitation': 7 * 24 * 60 * 60_000,
  'student-invitation': 14 * 24 * 60 * 60_000,
} as const satisfies Partial<Record<MailKind, number>>

/** What the link of a mail carries. `expiresAt`: epoch ms. */
export type MailedSecret = {
  readonly userId: string
  readonly secret: string
  readonly expiresAt: number
}

export type LinkedPage = 'verifyEmail' | 'newPassword' | 'replacePasskey' | 'keepAccount' | 'join'

/**
 * The address behind a mail's button (protocol §7). It is built from the configured origin, never from a request, and
 * is not escaped for HTML. `label`: the owner's, for a page that leads on to forms that differ for institutes and
 * students.
 */
export function buildMailLink(
  origin: string,
  page: LinkedPage,
  { userId, secret, expiresAt }: MailedSecret,
  label: AccountLabel | null = null,
): string {
  const isNamed = label === 'ORG' || (label === 'STF' && page === 'replacePasskey')
  const expire = new Date(expiresAt).toISOString().replace('Z', '+00:00')
  const query = Object.entries({ userId, secret, expire, ...(isNamed && { category: label }) }).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  )
  return `${origin}${paths[page]}?${query.join('&')}`
}

/** The same for an invitation, which belongs to no account yet. */
export function buildInvitationLink(origin: string, { userId: invitationId, secret }: MailedSecret): string {
  return `${origin}${paths.join}?${new URLSearchParams({ invitationId, secret })}`
}
