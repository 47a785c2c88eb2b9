import type { AccountLabel } from '#contract/identifiers.ts'
import { loginLives } from '#contract/rules.ts'

/** The last use of a session is stored at most this often, ms. */
export const touchIntervalMs = 60_000

export const maxSessionsPerAccount = 10

/** A session whose account has no label yet has the stricter limit; one that acts for an institute, that of `STF`. */
export function sessionLife(label: AccountLabel | null): { readonly idleMs: number; readonly absoluteMs: number } {
  return loginLives[label ?? 'ORG']
}
