import { recordOwnAct } from '../audit/record.ts'
import type { Storage, Stores } from '../ports.ts'

/** The origins that the installation had, or why it must not be served: its passkeys belong to another host name. */
export type NotedOrigin =
  | { readonly origins: readonly string[] }
  | { readonly origins?: undefined; readonly passkeysOf: string }

/**
 * Notes at a start which origin is served, with an entry of the audit log for each one that is new or served again: marks
 * are checked against them. `movedFrom`: the host name that the operator gives up, with its passkeys.
 */
export async function noteOrigin(
  { transaction }: Pick<Storage, 'transaction'>,
  origin: string,
  movedFrom: string | undefined,
): Promise<NotedOrigin> {
  for (;;) {
    const noted = await transaction(async (stores) => noteOnce(stores, origin, movedFrom))
    // Another process has noted an origin meanwhile.
    if (noted !== undefined) return noted
  }
}

async function noteOnce(
  stores: Stores,
  origin: string,
  movedFrom: string | undefined,
): Promise<NotedOrigin | undefined> {
  const served = (await stores.origins.list()).map((one) => one.origin)
  // The versions before noted none; their marks name them.
  const unnoted = served.length === 0 ? [...(await stores.origins.listSigned())] : []
  const last = served.at(-1) ?? unnoted.at(-1)
  if (last === origin && unnoted.length === 0) return { origins: served }
  const isOtherHost = last !== undefined && hostOf(last) !== hostOf(origin)
  if (isOtherHost && movedFrom !== hostOf(last) && (await stores.origins.hasPasskeys()))
    return { passkeysOf: hostOf(last) }
  const added = last === origin ? unnoted : [...unnoted, origin]
  const since = await stores.now()
  for (const [index, one] of added.entries()) {
    const place = served.length + index + 1
    if (!(await stores.origins.add(place, { origin: one, since }))) return undefined
    const facts = { place, origin: one }
    await recordOwnAct(stores, { at: since, action: 'origin.serve', outcome: 'done', facts })
  }
  return { origins: [...served, ...added] }
}

/** The host name of an origin, which is the WebAuthn RP ID there. Empty for text that is no origin. */
export const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).hostname : '')
