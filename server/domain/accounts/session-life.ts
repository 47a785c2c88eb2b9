import type { Label } from '#contract/identifiers.ts'

/** How long login sessions live (rules §5.2). Milliseconds. */

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const lives = {
  ORG: { idleMs: 60 * minute, absoluteMs: 12 * hour },
  STD: { idleMs: 72 * hour, absoluteMs: 14 * day },
} as const satisfies Record<Label, { idleMs: number; absoluteMs: number }>

/** How often the last use is written down. */
export const touchIntervalMs = minute

export const maxSessionsPerAccount = 10

/** An account without a label yet lives by the stricter rule. */
export function sessionLife(label: Label | null): { readonly idleMs: number; readonly absoluteMs: number } {
  return lives[label ?? 'ORG']
}
