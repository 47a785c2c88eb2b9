import type { Kysely } from 'kysely'
import type { InstallationKeyStore, NamedKey } from '../../domain/installation-keys/stores.ts'
import type { Handle } from '../handle.ts'
import { numberedSettings } from '../numbered-settings.ts'
import type { Schema } from '../schema.ts'

export function installationKeyStore({ db }: Handle): InstallationKeyStore {
  return {
    list: () => listNamedKeys(db),
    add: (place, { id, since, act }) => numberedSettings(db, 'installation-key').add(place, `${since} ${act} ${id}`),
  }
}

/** In the order in which they were named. */
export async function listNamedKeys(db: Kysely<Schema>): Promise<NamedKey[]> {
  const values = await numberedSettings(db, 'installation-key').list()
  return values.map((value) => {
    const [since = '', act, id = ''] = value.split(' ', 3)
    return { id, since: Number(since), act: act === 'replace' ? 'replace' : 'use' }
  })
}
