import type { Label } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'

/** The values of a mailed link. Kept in memory only: a reload needs the link again. `id`: of the account, or of the invitation. */
export type MailLink = { readonly id: string; readonly secret: string }

/** The part of a link that stays in its history entry, where a reload finds it. It is not secret. */
export type LinkTrace = {
  /** The account's label, if the link has it. */
  readonly label?: Label
  /** The account is of one of the people of an institute. */
  readonly isStaff?: true
  /** The link has verified an email. */
  readonly isVerified?: boolean
  /** A try to verify it got no answer: it may have succeeded, and then the link no longer works. */
  readonly isUnanswered?: boolean
}

/** Their first script takes the link's values. */
export const linkedPages: readonly string[] = [
  paths.verifyEmail,
  paths.newPassword,
  paths.replacePasskey,
  paths.keepAccount,
  paths.join,
  paths.enrol,
]

declare global {
  interface Window {
    /** From the first script of the page (web/app/link-start.ts) to the app. */
    rollkeyMailLink?: MailLink
  }
}

let link: MailLink | undefined

/**
 * Removes id and secret from the address of a mailed link's page, before the first request and before other code
 * can read or keep the address (rules §5.3). `taken`: what the page's first script has taken already.
 */
export function takeMailLink(taken?: MailLink): void {
  if (!linkedPages.includes(location.pathname)) return
  const query = new URLSearchParams(location.search)
  const id = query.get('userId') ?? query.get('invitationId')
  const secret = query.get('secret')
  link = id && secret ? { id, secret } : taken
  history.replaceState(history.state, '', location.pathname)
  const category = query.get('category')
  if (category === 'ORG') leaveLinkTrace({ label: 'ORG' })
  if (category === 'STF') leaveLinkTrace({ isStaff: true })
}

export function getMailLink(): MailLink | undefined {
  return link
}

export function leaveLinkTrace(trace: LinkTrace): void {
  // Beside the router's own state.
  history.replaceState({ ...history.state, linkTrace: { ...readLinkTrace(), ...trace } }, '')
}

export function readLinkTrace(): LinkTrace {
  return (history.state as { readonly linkTrace?: LinkTrace } | null)?.linkTrace ?? {}
}
