import type { Kysely } from 'kysely'
import type { AuditAction } from '../../domain/audit/audit-log.ts'
import type { Schema } from '../../storage/schema.ts'
import type { Finding, OpenedDatabase } from './check-invariant.ts'
import { readAtOneMoment } from './read-in-batches.ts'
import { findHorizon } from './read-logged-acts.ts'

/** What the server has noted in the settings, as its entry of the audit log has it. */
type Noted = {
  readonly action: AuditAction
  readonly detail: string
  /** Epoch ms. */
  readonly since: number
}

type Comparison = {
  readonly rule: string
  /** What one of them is, in a sentence. */
  readonly what: string
  readonly actions: readonly AuditAction[]
  readonly read: (db: Kysely<Schema>) => Promise<readonly Noted[]>
}

/** Compares what the server has noted with the audit log, both ways. `now`: epoch ms. */
export function compareNoted(
  opened: OpenedDatabase,
  now: number,
  { rule, what, actions, read }: Comparison,
): Promise<Finding> {
  return readAtOneMoment(opened, async (db) => {
    const kept = await read(db)
    const logged = await db
      .selectFrom('audit_log')
      .where('action', 'in', [...actions])
      .where('outcome', '=', 'done')
      .select(['action', 'detail'])
      .execute()
    const horizon = await findHorizon(db, now)
    const keyOf = ({ action, detail }: { readonly action: string; readonly detail: string | null }) =>
      `${action} ${detail}`
    const inLog = new Set(logged.map(keyOf))
    const inTable = new Set(kept.map(keyOf))
    return {
      rule,
      rows: kept.length,
      wrong: [
        // A time that cannot be read counts as young.
        ...kept
          .filter((one) => !(one.since <= horizon) && !inLog.has(keyOf(one)))
          .map(({ detail }) => `${what} ${detail}: the log does not know it`),
        ...logged
          .filter((one) => !inTable.has(keyOf(one)))
          .map(({ detail }) => `the log knows the ${what} ${detail}, and it is not there`),
      ],
    }
  })
}
