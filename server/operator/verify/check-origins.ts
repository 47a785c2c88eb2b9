import { listOrigins } from '../../storage/stores/origin-store.ts'
import type { Finding, OpenedDatabase } from './check-invariant.ts'
import { compareNoted } from './compare-noted.ts'

/** Compares the origins that the installation had with the audit log. `now`: epoch ms. */
export function checkOrigins(opened: OpenedDatabase, now: number): Promise<Finding> {
  return compareNoted(opened, now, {
    rule: 'The origins of the installation match the audit log',
    what: 'origin',
    actions: ['origin.serve'],
    async read(db) {
      const served = await listOrigins(db)
      return served.map(({ origin, since }, index) => ({
        action: 'origin.serve',
        place: index + 1,
        name: origin,
        since,
      }))
    },
  })
}
