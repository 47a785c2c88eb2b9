import { recordOwnAct } from '../audit/record.ts'
import type { Storage, Stores } from '../ports.ts'
import type { NamedKey } from './stores.ts'

/** How the key file fits the database. `named`: the id of the key that the database names now. */
export type NamedBy = {
  readonly named: string
  /** 'unknown': the file lacks that key. 'former-first': it begins with one that this key has followed. */
  readonly outcome: 'kept' | 'added' | 'unknown' | 'former-first'
}

/** The id of the key that the database names; undefined in one that no server of this version was started on. */
export async function findNamedKey({
  installationKeys,
}: Pick<Stores, 'installationKeys'>): Promise<string | undefined> {
  return (await installationKeys.list()).at(-1)?.id
}

/**
 * Names the newest key of the key file in the database: all processes must make codes by the same one. `ids`: those in the
 * file, the newest first. With 'use' the file must hold the key that was named before; 'replace' gives that one up.
 */
export async function nameKey(
  { transaction }: Pick<Storage, 'transaction'>,
  ids: readonly [string, ...string[]],
  act: NamedKey['act'],
): Promise<NamedBy> {
  for (;;) {
    const done = await transaction(async (stores) => nameOnce(stores, ids, act))
    // Another process has named a key meanwhile.
    if (done !== undefined) return done
  }
}

async function nameOnce(
  stores: Stores,
  ids: readonly [string, ...string[]],
  wanted: NamedKey['act'],
): Promise<NamedBy | undefined> {
  const known = (await stores.installationKeys.list()).map(({ id }) => id)
  const last = known.at(-1)
  const [newest] = ids
  if (last === newest) return { named: last, outcome: 'kept' }
  const follows = last === undefined || (ids.includes(last) && !known.includes(newest))
  if (!follows && wanted === 'use') return { named: last, outcome: ids.includes(last) ? 'former-first' : 'unknown' }
  const place = known.length + 1
  const since = await stores.now()
  const key: NamedKey = { id: newest, since, act: follows ? 'use' : 'replace' }
  if (!(await stores.installationKeys.add(place, key))) return undefined
  await recordOwnAct(stores, {
    at: since,
    action: keyAction(key),
    outcome: 'done',
    facts: { place, id: key.id },
  })
  return { named: newest, outcome: 'added' }
}

/** What `verify-data` compares. */
export const keyAction = ({ act }: NamedKey): `installation-key.${NamedKey['act']}` => `installation-key.${act}`
