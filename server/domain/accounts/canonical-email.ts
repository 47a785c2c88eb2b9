import { maxEmailLength } from '#contract/text-fields.ts'
import { Problem } from '../problem.ts'

const localPart = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/
const domainLabel = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/**
 * The form in which emails are compared and looked up: lower case, domain in ASCII (IDNA). Dots and +tags are kept.
 * Returns undefined for anything that is not one email address.
 */
export function canonicalEmail(email: string): string | undefined {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  if (at < 1 || !localPart.test(local)) return undefined
  const domain = asciiDomain(email.slice(at + 1))
  if (domain === undefined) return undefined
  const canonical = `${local}@${domain}`.toLowerCase()
  return canonical.length <= maxEmailLength ? canonical : undefined
}

/** The URL parser carries the IDNA mapping in browsers and in Node alike. */
function asciiDomain(domain: string): string | undefined {
  if (domain === '' || /[\s/?#@:%\\[\]]/.test(domain) || !URL.canParse(`http://${domain}`)) return undefined
  const host = new URL(`http://${domain}`).hostname
  const parts = host.split('.')
  const isName = parts.length >= 2 && parts.every((part) => domainLabel.test(part)) && !/^\d+$/.test(parts.at(-1) ?? '')
  return isName ? host : undefined
}

/** The same, for a rule that cannot go on without an email. Throws general_argument_invalid. */
export function requireCanonicalEmail(email: string): string {
  const canonical = canonicalEmail(email)
  if (canonical === undefined) {
    throw new Problem('email-invalid')
  }
  return canonical
}
