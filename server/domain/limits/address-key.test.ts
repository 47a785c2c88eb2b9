import { expect, test } from 'vitest'
import { addressKey, networkPrefix } from './address-key.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:c000:0207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['192.0.2.7:5000', 'unknown'],
  ['192.0.2.07', 'unknown'],
  ['somewhere', 'unknown'],
  ['', 'unknown'],
  [undefined, 'unknown'],
])('counts %j as %j', (address, key) => {
  expect(addressKey(address)).toBe(key)
})

test('counts two addresses of one /64 as one, and of two as two', () => {
  expect(addressKey('2001:db8:1:2::1')).toBe(addressKey('2001:db8:1:2:ffff::1'))
  expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'))
})

test.each([
  ['192.0.2.7', '192.0.2.0/24'],
  ['192.0.2.254', '192.0.2.0/24'],
  ['192.0.3.7', '192.0.3.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['somewhere', 'unknown'],
])('the network of %j is %j', (address, prefix) => {
  expect(networkPrefix(addressKey(address))).toBe(prefix)
})
