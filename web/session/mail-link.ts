import type { Label } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'

/** What a mailed link carries. Kept in memory alone: a reload needs the link again. */
export type MailLink = { readonly userId: string; readonly secret: string }

/** What stays of a link in its entry of the history, where a reload finds it. Nothing of it is secret. */
export type LinkTrace = {
  /** Whose account it is about, where the link says so. */
  readonly label?: Label
  /** The link has verified an email. */
  readonly isVerified?: boolean
  /** A try to verify it got no answer: it may have succeeded, and then the link works no more. */
  readonly isUnanswered?: boolean
}

const linkedPages: readonly string[] = [paths.verifyEmail, paths.newPassword, paths.replacePasskey]

let link: MailLink | undefined

/**
 * Takes userId and secret out of the address of a page that mails link to, before the first request is made and
 * before anything else can read or keep the address (rules §5.3).
 */
export function takeMailLink(): void {
  if (!linkedPages.includes(location.pathname)) return
  const query = new URLSearchParams(location.search)
  const userId = query.get('userId')
  const secret = query.get('secret')
  if (userId && secret) link = { userId, secret }
  history.replaceState(history.state, '', location.pathname)
  if (query.get('category') === 'ORG') leaveLinkTrace({ label: 'ORG' })
}

export function getMailLink(): MailLink | undefined {
  return link
}

export function leaveLinkTrace(trace: LinkTrace): void {
  // Beside what the router keeps there.
  history.replaceState({ ...history.state, linkTrace: { ...readLinkTrace(), ...trace } }, '')
}

export function readLinkTrace(): LinkTrace {
  return (history.state as { readonly linkTrace?: LinkTrace } | null)?.linkTrace ?? {}
}
