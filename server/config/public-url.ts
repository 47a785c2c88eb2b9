import { isIP } from 'node:net'

/** The public address of this installation; the relying party of WebAuthn follows from it. */
export type PublicUrl = {
  /** Scheme, host and port, as browsers send it in `Origin`: the only accepted one. */
  readonly origin: string
  /** WebAuthn RP ID: the host name. */
  readonly relyingPartyId: string
  /** True on https: cookies are then `Secure` and carry the `__Host-` prefix. */
  readonly isSecure: boolean
}

const hostLabel = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/**
 * Reads an address that is an origin and nothing more: https, or http on localhost, where browsers allow passkeys too.
 * Returns undefined for all others, also for IP addresses: an RP ID is a domain name (WebAuthn L3 §5.1.2).
 */
export function readPublicUrl(text: string): PublicUrl | undefined {
  if (!/^https?:\/\//i.test(text) || /[?#@\s]/.test(text) || !URL.canParse(text)) return undefined
  const { protocol, hostname, origin, pathname } = new URL(text)
  const isSecure = protocol === 'https:'
  if (pathname !== '/' || !isDomainName(hostname) || (!isSecure && hostname !== 'localhost')) return undefined
  return { origin, relyingPartyId: hostname, isSecure }
}

function isDomainName(host: string): boolean {
  return isIP(host) === 0 && host.length <= 253 && host.split('.').every((label) => hostLabel.test(label))
}
