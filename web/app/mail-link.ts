import { paths } from '#contract/paths.ts'

/** What a mailed link carries. Kept in memory alone: a reload needs the link again. */
export type MailLink = { readonly userId: string; readonly secret: string }

const linkedPages: readonly string[] = [paths.verifyEmail, paths.newPassword, paths.replacePasskey]

let link: MailLink | undefined

/**
 * Takes userId and secret out of the address of a page that mails link to, before the first request is made and
 * before anything else can read or keep the address (security §5.3).
 */
export function takeMailLink(): void {
  if (!linkedPages.includes(location.pathname)) return
  const query = new URLSearchParams(location.search)
  const userId = query.get('userId')
  const secret = query.get('secret')
  if (userId && secret) link = { userId, secret }
  history.replaceState(history.state, '', location.pathname)
}

export function getMailLink(): MailLink | undefined {
  return link
}
