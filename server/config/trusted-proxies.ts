import { BlockList, isIP } from 'node:net'

/**
 * Reads a list of proxies, separated by commas: IP addresses, or ranges with a prefix length. It is not possible to
 * trust all addresses: then a client could choose the address that the limits count. Undefined for all other text.
 */
export function readTrustedProxies(text: string): string[] | undefined {
  const entries = text.split(',').map((entry) => entry.trim())
  return entries.every(isAddressOrRange) ? entries : undefined
}

function isAddressOrRange(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (bits === 0 || address.includes('%') || rest.length > 0) return false
  // A prefix of 0 would be all addresses.
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits)
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
