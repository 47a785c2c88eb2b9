import { isIPv4, isIPv6 } from 'node:net'

/**
 * The key under which a client's address is counted: an IPv4 address itself, an IPv6 address by its /64 (which is what
 * one customer gets), an IPv4 address written as IPv6 like that IPv4 address. All other values share one key, as do
 * connections that have ended: these have no address any more.
 */
export function addressKey(address: string | undefined): string {
  if (address === undefined) return 'unknown'
  if (isIPv4(address)) return address
  const withoutZone = address.replace(/%.*$/, '')
  if (!isIPv6(withoutZone)) return 'unknown'
  const groups = expandIpv6(withoutZone)
  return isMappedIpv4(groups) ? toIpv4(groups) : `${groups.slice(0, 4).map(toHex).join(':')}::/64`
}

/**
 * The network of a counted address, which names no single connection: the /24 of an IPv4 address; an IPv6 address counts by
 * its /64 already.
 */
export function networkPrefix(key: string): string {
  return isIPv4(key) ? `${key.slice(0, key.lastIndexOf('.'))}.0/24` : key
}

/** The eight groups as numbers. The URL parser first brings every spelling to one form. */
function expandIpv6(address: string): number[] {
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16))
}

/** ::ffff:0:0/96, RFC 4291 §2.5.5.2. */
function isMappedIpv4(groups: readonly number[]): boolean {
  return groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
}

function toIpv4(groups: readonly number[]): string {
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}

function toHex(group: number): string {
  return group.toString(16)
}
