import type { Label } from '#contract/identifiers.ts'

/** How long login sessions live (rules §5.2). Milliseconds. */

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const lives = {
  ORG: { idleMs: 60 * minute, absoluteMs: 12 * hour },
  STD: { idleMs: 72 * hour, absoluteMs: 14 * day },
} as const satisfies Record<Label, { idleMs: number; absoluteMs: number }>

/** The last use of a session is stored at most this often. */
export const touchIntervalMs = minute

export const maxSessionsPerAccount = 10

/** A session whose account has no label yet has the stricter limit. */
export function sessionLife(label: Label | null): { readonly idleMs: number; readonly absoluteMs: number } {
  return lives[label ?? 'ORG']
}
