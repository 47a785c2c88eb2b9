import { paths } from '#contract/paths.ts'

/** What the link of a mail carries. `expiresAt`: epoch ms. */
export type MailedSecret = {
  readonly userId: string
  readonly secret: string
  readonly expiresAt: number
}

export type LinkedPage = 'verifyEmail' | 'newPassword' | 'replacePasskey'

/**
 * The address behind a mail's button (protocol §7): built from the configured origin, never from a request. Not
 * escaped for HTML.
 */
export function buildMailLink(origin: string, page: LinkedPage, { userId, secret, expiresAt }: MailedSecret): string {
  const expire = new Date(expiresAt).toISOString().replace('Z', '+00:00')
  const query = Object.entries({ userId, secret, expire }).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  )
  return `${origin}${paths[page]}?${query.join('&')}`
}
