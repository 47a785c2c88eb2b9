import { keyAction } from '../../domain/installation-keys/name-key.ts'
import type { NamedKey } from '../../domain/installation-keys/stores.ts'
import { listNamedKeys } from '../../storage/stores/installation-key-store.ts'
import type { Finding, OpenedDatabase } from './check-invariant.ts'
import { compareNoted } from './compare-noted.ts'

/** Compares the installation keys that the database names with the audit log, and lists their changes. `now`: epoch ms. */
export async function checkInstallationKeys(opened: OpenedDatabase, now: number): Promise<Finding> {
  const finding = await compareNoted(opened, now, {
    rule: 'The installation keys match the audit log',
    what: 'installation key',
    actions: ['installation-key.use', 'installation-key.replace'],
    async read(db) {
      const named = await listNamedKeys(db)
      return named.map((key, index) => ({
        action: keyAction(key),
        place: index + 1,
        name: key.id,
        since: key.since,
      }))
    },
  })
  const named = await listNamedKeys(opened.db)
  const changes = named.slice(1).map((key, index) => describeChange(key, named[index]))
  return { ...finding, ...(changes.length > 0 && { note: changes.join('; ') }) }
}

function describeChange({ id, since, act }: NamedKey, former: NamedKey | undefined): string {
  const at = Number.isFinite(since) ? new Date(since).toISOString() : 'at an unknown time'
  return `${at}: ${id} ${act === 'replace' ? 'without' : 'after'} ${former?.id}`
}
