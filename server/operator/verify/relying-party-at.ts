import type { Kysely } from 'kysely'
import { hostOf } from '../../domain/origins/note-origin.ts'
import type { RelyingParty } from '../../domain/passkeys/relying-party.ts'
import type { Schema } from '../../storage/schema.ts'
import { listOrigins } from '../../storage/stores/origin-store.ts'

/** The installation as it was at an origin; undefined for one that it never had. */
export type RelyingPartyAt = (origin: string) => RelyingParty | undefined

/** `present`: of the configuration. The others are those that the database has; `checkOrigins` compares them with the log. */
export async function readRelyingParties(db: Kysely<Schema>, present: RelyingParty): Promise<RelyingPartyAt> {
  const origins = new Set([present.origin, ...(await listOrigins(db)).map(({ origin }) => origin)])
  return (origin) => (origins.has(origin) ? { ...present, id: hostOf(origin), origin } : undefined)
}
