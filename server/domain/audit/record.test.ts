import { expect, test } from 'vitest'
import type { RequestContext } from '../request-context.ts'
import type { AuditEntry } from './audit-log.ts'
import { record } from './record.ts'

type GuestAction = 'profile.look-up' | 'recovery.request' | 'account.create'
type AuditEvent = Pick<AuditEntry, 'outcome'> & { readonly action: GuestAction }

/** How many rows a request by a stranger leaves, and how much of the budget it takes. */
async function recordOfGuest(event: AuditEvent, { isBudgetLeft }: { isBudgetLeft: boolean }) {
  const counts = { rows: 0, asked: 0 }
  const auditBudget = {
    admit: () => {
      counts.asked += 1
      return isBudgetLeft
    },
  }
  const context = { caller: undefined, address: '192.0.2.1', requestId: 'r', auditBudget } as unknown as RequestContext
  const append = async () => {
    counts.rows += 1
  }
  await record({ audit: { append } }, context, event)
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
