import { expect, test } from 'vitest'
import { makeContext } from '#testing/make-context.ts'
import type { Stores } from '../ports.ts'
import type { AuditEvent } from './audit-log.ts'
import { record } from './record.ts'

type GuestEvent = Extract<AuditEvent, { action: 'profile.look-up' | 'recovery.request' | 'account.create' }>

/** How many rows a request by a stranger leaves, and how much of the budget it takes. */
async function recordOfGuest(event: GuestEvent, { isBudgetLeft }: { isBudgetLeft: boolean }) {
  const counts = { rows: 0, asked: 0 }
  const admit = () => {
    counts.asked += 1
    return isBudgetLeft
  }
  const context = makeContext({ auditBudget: { admit, takeLeftOut: () => 0 } })
  const append = async () => {
    counts.rows += 1
  }
  await record({ audit: { append } } as unknown as Stores, context, event)
  return counts
}

test.each(['profile.look-up', 'recovery.request'] as const)(
  'a hit of %s uses the budget as a miss does, so that the time of the answer does not tell them apart',
  async (action) => {
    for (const outcome of ['done', 'refused'] as const) {
      expect(await recordOfGuest({ action, outcome }, { isBudgetLeft: true })).toEqual({ rows: 1, asked: 1 })
      expect(await recordOfGuest({ action, outcome }, { isBudgetLeft: false })).toEqual({ rows: 0, asked: 1 })
    }
  },
)

test('what a guest has really done is recorded, however many strangers there were', async () => {
  const done = { action: 'account.create', outcome: 'done' } as const
  expect(await recordOfGuest(done, { isBudgetLeft: false })).toEqual({ rows: 1, asked: 0 })
})
