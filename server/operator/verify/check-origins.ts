import { originDetail } from '../../domain/origins/note-origin.ts'
import { listOrigins } from '../../storage/stores/origin-store.ts'
import type { Finding, OpenedDatabase } from './check-invariant.ts'
import { readAtOneMoment } from './read-in-batches.ts'
import { findHorizon } from './read-logged-acts.ts'

/** Compares the origins that the installation had with the audit log, both ways. `now`: epoch ms. */
export function checkOrigins(opened: OpenedDatabase, now: number): Promise<Finding> {
  return readAtOneMoment(opened, async (db) => {
    const served = await listOrigins(db)
    const entries = await db
      .selectFrom('audit_log')
      .where('action', '=', 'origin.serve')
      .where('outcome', '=', 'done')
      .select('detail')
      .execute()
    const logged = new Set(entries.map(({ detail }) => detail))
    const horizon = await findHorizon(db, now)
    const kept = served.map(({ origin, since }, index) => ({ detail: originDetail(index + 1, origin), since }))
    const details = new Set<string | null>(kept.map(({ detail }) => detail))
    return {
      rule: 'The origins of the installation match the audit log',
      rows: served.length,
      wrong: [
        // A time that cannot be read counts as young.
        ...kept
          .filter(({ detail, since }) => !(since <= horizon) && !logged.has(detail))
          .map(({ detail }) => `origin ${detail}: the log does not know it`),
        ...[...logged]
          .filter((detail) => !details.has(detail))
          .map((detail) => `the log knows the origin ${detail}, and it is not there`),
      ],
    }
  })
}
