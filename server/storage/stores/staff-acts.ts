import type { ShownAct } from '#contract/staff.ts'
import type { KeptAct, StaffStore, WantedActs } from '../../domain/staff/stores.ts'
import type { Handle } from '../handle.ts'

/** So many entries of the log are looked through at once, and so often in one request. */
const pieceRows = 20_000
const piecesPerRead = 5

/**
 * Reads the log backwards, in pieces. It has no index by account: every mark would have to write it, for a page that is
 * opened now and then.
 */
export async function listActs(handle: Handle, wanted: WantedActs): ReturnType<StaffStore['listActs']> {
  const { db } = handle
  const { first, last } = await db
    .selectFrom('audit_log')
    .select(({ fn }) => [fn.min('sequence').as('first'), fn.max('sequence').as('last')])
    .executeTakeFirstOrThrow()
  const acts: KeptAct[] = []
  let top = wanted.before ?? Number(last ?? 0) + 1
  for (let piece = 0; piece < piecesPerRead && acts.length < wanted.limit; piece++) {
    if (top <= Number(first ?? 0)) return { acts, earlier: null }
    const from = top - pieceRows
    const missing = wanted.limit - acts.length
    const found = await readPiece(handle, wanted, { from, top, limit: missing })
    acts.push(...found.filter(({ at }) => at >= wanted.since))
    top = found.length === missing ? (found.at(-1)?.sequence ?? from) : from
    const isBefore = await db
      .selectFrom('audit_log')
      .select('sequence')
      .where('sequence', '<', top)
      .where('sequence', '>=', top - pieceRows)
      .where('at', '>=', wanted.since)
      .limit(1)
      .executeTakeFirst()
    if (!isBefore) return { acts, earlier: null }
  }
  return { acts, earlier: top }
}

async function readPiece(
  { db }: Handle,
  { organisationId, accountId, actions }: WantedActs,
  { from, top, limit }: { readonly from: number; readonly top: number; readonly limit: number },
): Promise<KeptAct[]> {
  const rows = await db
    .selectFrom('audit_log')
    .where('sequence', '>=', from)
    .where('sequence', '<', top)
    .where('account_id', '=', accountId)
    .where('outcome', '=', 'done')
    .where('action', 'in', actions)
    .where('detail', 'like', `%"organisationId":"${organisationId}"%`)
    // What a student did as one.
    .where(({ or, eb }) => or([eb('subject', 'is', null), eb('subject', '<>', accountId)]))
    .select(['sequence', 'at', 'action', 'subject', 'detail'])
    .$narrowType<{ action: ShownAct }>()
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ detail, ...row }) => ({ ...row, facts: JSON.parse(detail ?? '{}') }))
}
