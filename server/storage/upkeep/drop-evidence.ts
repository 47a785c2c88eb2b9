import { entryWithoutRequest } from '../../domain/audit/audit-log.ts'
import type { MarkSeal } from '../../domain/audit/mark-seal.ts'
import { readClock } from '../database-clock.ts'
import type { Handle } from '../handle.ts'
import { hashMarks } from '../sealed-marks.ts'
import type { AuditTransaction } from '../stores/audit-chain-store.ts'
import { auditStore } from '../stores/audit-store.ts'

const day = 24 * 60 * 60_000

/**
 * Drops the signatures of marks whose session began more than so many days ago. A whole day at a time (UTC): in one
 * transaction all marks of that day are sealed, so that a mark without a signature cannot be added to them later.
 */
export async function dropEvidence(
  handle: Handle,
  inTransaction: AuditTransaction,
  evidenceDays: number,
): Promise<void> {
  const now = await readClock(handle)
  const end = Math.floor((now - evidenceDays * day) / day) * day
  while (await inTransaction((own) => dropNextDay(own, end, now)));
}

/** False when there is none left before `end`. */
async function dropNextDay(own: Handle, end: number, now: number): Promise<boolean> {
  const { db } = own
  const { last } = await db
    .selectFrom('mark_seals')
    .where('cause', '=', 'evidence-dropped')
    .select(({ fn }) => fn.max('until_ms').as('last'))
    .executeTakeFirstOrThrow()
  const first = await db
    .selectFrom('attendance_sessions')
    .where('started_at', '>=', Number(last ?? 0))
    .where('started_at', '<', end)
    .select('started_at')
    .orderBy('started_at')
    .limit(1)
    .executeTakeFirst()
  if (!first) return false
  const from = Math.floor(first.started_at / day) * day
  await sealDay(own, from, now)
  return true
}

async function sealDay(own: Handle, from: number, now: number): Promise<void> {
  const until = from + day
  const seal: MarkSeal = { from, until, cause: 'evidence-dropped', ...(await hashMarks(own.db, from, until)) }
  const inserted = await own.db
    .insertInto('mark_seals')
    .values({ from_ms: from, until_ms: until, cause: seal.cause, marks: seal.marks, hash: seal.hash, sealed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('until_ms')
    .executeTakeFirst()
  // Another process has sealed it meanwhile.
  if (!inserted) return
  await auditStore(own).append(entryWithoutRequest({ action: 'evidence.seal', outcome: 'done', facts: seal }))
  await own.db
    .deleteFrom('mark_signatures')
    .where('attendance_session_id', 'in', (query) =>
      query
        .selectFrom('attendance_sessions')
        .select('id')
        .where('started_at', '>=', from)
        .where('started_at', '<', until),
    )
    .execute()
}
