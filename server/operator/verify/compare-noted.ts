import type { Kysely } from 'kysely'
import type { AuditAction } from '../../domain/audit/audit-log.ts'
import type { Schema } from '../../storage/schema.ts'
import type { Finding, OpenedDatabase } from './check-invariant.ts'
import { type LoggedFacts, readFacts } from './logged-facts.ts'
import { readAtOneMoment } from './read-in-batches.ts'
import { findHorizon } from './read-logged-acts.ts'

/** What the server has noted in the settings, as its entry of the audit log has it. */
type Noted = {
  readonly action: AuditAction
  readonly place: number
  readonly name: string
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
      .select(['action', 'account_id', 'detail'])
      .execute()
    const horizon = await findHorizon(db, now)
    const inLog = new Map(logged.map((entry) => [`${entry.action} ${tell(readFacts(entry))}`, tell(readFacts(entry))]))
    const inTable = new Map(kept.map((one) => [`${one.action} ${one.place} ${one.name}`, one]))
    return {
      rule,
      rows: kept.length,
      wrong: [
        // A time that cannot be read counts as young.
        ...[...inTable]
          .filter(([key, { since }]) => !(since <= horizon) && !inLog.has(key))
          .map(([, { place, name }]) => `${what} ${place} ${name}: the log does not know it`),
        ...[...inLog]
          .filter(([key]) => !inTable.has(key))
          .map(([, told]) => `the log knows the ${what} ${told}, and it is not there`),
      ],
    }
  })
}

const tell = ({ place, origin, id }: LoggedFacts = {}): string => `${place} ${origin ?? id}`
