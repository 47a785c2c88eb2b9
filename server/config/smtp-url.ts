/** The connection to the mail server, read from SMTP_URL. */
export type SmtpSettings = {
  readonly host: string
  readonly port: number
  /**
   * `implicit`: TLS from the first byte. `required`: STARTTLS, and no mail without it. `none`: plain text, for a mail
   * server on this machine or if the operator allows it.
   */
  readonly tls: 'implicit' | 'required' | 'none'
  readonly auth: { readonly user: string; readonly pass: string } | undefined
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Reads `smtp://` or `smtps://` with user, password, host and port. The only parameter is `requireTLS=true|false`; by
 * default only a mail server on the loopback interface gets mail in plain text. Undefined for all other text.
 */
export function readSmtpUrl(text: string): SmtpSettings | undefined {
  if (!/^smtps?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const tls = readTls(url)
  const auth = readAuth(url)
  if (tls === undefined || auth === 'unreadable' || !['', '/'].includes(url.pathname) || url.hash !== '')
    return undefined
  const port = Number(url.port === '' ? (url.protocol === 'smtps:' ? 465 : 587) : url.port)
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port, tls, auth }
}

function readTls(url: URL): SmtpSettings['tls'] | undefined {
  const requireTls = url.searchParams.get('requireTLS') ?? (loopback.test(url.hostname) ? 'false' : 'true')
  const isKnown = [...url.searchParams.keys()].every((name) => name === 'requireTLS') && url.searchParams.size <= 1
  if (!isKnown || !['true', 'false'].includes(requireTls)) return undefined
  if (url.protocol === 'smtps:')
    return requireTls === 'true' || !url.searchParams.has('requireTLS') ? 'implicit' : undefined
  return requireTls === 'true' ? 'required' : 'none'
}

function readAuth(url: URL): SmtpSettings['auth'] | 'unreadable' {
  if (url.username === '' && url.password === '') return undefined
  try {
    return { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
  } catch (error) {
    if (error instanceof URIError) return 'unreadable'
    throw error
  }
}
