import { BlockList, isIP } from 'node:net'

/**
 * Reads a list of proxies, separated by commas: IP addresses, or ranges with a prefix length. It is not possible to
 * trust all addresses, by one range or by several: then a client could choose the address that the limits count.
 * Undefined for all other text.
 */
export function readTrustedProxies(text: string): string[] | undefined {
  const entries = text.split(',').map((entry) => entry.trim())
  if (!entries.every(isAddressOrRange)) return undefined
  return families.some((family) => isCovered(family, entries.map(toRange))) ? undefined : entries
}

function isAddressOrRange(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (bits === 0 || address.includes('%') || rest.length > 0) return false
  // A prefix of 0 would be all addresses.
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits)
}

/** Both ends included. An IPv4 address is the number of its spelling in IPv6, `::ffff:a.b.c.d`. */
type Range = { readonly first: bigint; readonly last: bigint }

/** The addresses that a client can have: 1.0.0.0 to 223.255.255.255, and 2000::/3. The others are multicast or reserved. */
const allIpv4 = { first: 0xffff_0100_0000n, last: 0xffff_dfff_ffffn }
const allIpv6 = { first: 1n << 125n, last: (1n << 126n) - 1n }
const families: readonly Range[] = [allIpv4, allIpv6]

function toRange(entry: string): Range {
  const [address = '', prefix] = entry.split('/')
  const isIpv6 = isIP(address) === 6
  const freeBits = BigInt((isIpv6 ? 128 : 32) - Number(prefix ?? (isIpv6 ? 128 : 32)))
  const first = (toNumber(address, isIpv6) >> freeBits) << freeBits
  return { first, last: first + (1n << freeBits) - 1n }
}

function toNumber(address: string, isIpv6: boolean): bigint {
  // The URL parser writes each IPv6 address in groups of hexadecimal digits, also one that ends like an IPv4 address.
  const spelled = isIpv6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : `::ffff:${toGroups(address)}`
  const [head = '', tail] = spelled.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = tail === undefined ? [] : Array<string>(8 - head.length - tail.length).fill('0')
  return BigInt(`0x${[...head, ...zeros, ...(tail ?? [])].map((group) => group.padStart(4, '0')).join('')}`)
}

/** `10.0.0.1` as `0a00:0001`. */
function toGroups(address: string): string {
  const hex = address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'))
  return `${hex.slice(0, 2).join('')}:${hex.slice(2).join('')}`
}

function isCovered(all: Range, ranges: readonly Range[]): boolean {
  let next = all.first
  for (const { first, last } of ranges.toSorted((one, other) => (one.first < other.first ? -1 : 1))) {
    if (first <= next && last >= next) next = last + 1n
  }
  return next > all.last
}

/** Whether the other end of a connection is one of the proxies of `readTrustedProxies`. */
export function isTrustedProxy(entries: readonly string[] | false): (address: string | undefined) => boolean {
  const list = new BlockList()
  for (const entry of entries || []) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address) => {
    // A socket that listens for both families shows IPv4 addresses in IPv6 spelling.
    const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? ''
    const family = isIP(plain)
    return family !== 0 && list.check(plain, family === 6 ? 'ipv6' : 'ipv4')
  }
}
