import { expect, test } from 'vitest'
import { canonicalEmail } from './canonical-email.ts'

test.each([
  ['Asha@Example.ORG', 'asha@example.org'],
  ['asha.rao+college@example.org', 'asha.rao+college@example.org'],
  ['asha@bücher.example', 'asha@xn--bcher-kva.example'],
  ['asha@BÜCHER.example', 'asha@xn--bcher-kva.example'],
])('%j is compared as %j', (email, canonical) => {
  expect(canonicalEmail(email)).toBe(canonical)
})

test.each([
  '',
  'asha',
  '@example.org',
  'asha@',
  'asha@localhost',
  'asha@192.0.2.7',
  'asha@example.org, bala@example.org',
  'Asha <asha@example.org>',
  'asha@exam ple.org',
  'asha@-example.org',
  `${'a'.repeat(65)}@example.org`,
])('%j is no email', (email) => {
  expect(canonicalEmail(email)).toBeUndefined()
})
