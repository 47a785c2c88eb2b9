import type { Deps } from '../deps.ts'
import { Problem } from '../problem.ts'
import type { SessionScope } from './report-stores.ts'

/** As a query gives it; either end may be open. Epoch ms. */
export type OpenPeriod = { readonly from?: number | undefined; readonly to?: number | undefined }

/**
 * The sessions of a period, and the time of the question. Throws document_not_found if there is no such organisation.
 */
export async function readScope(
  { storage }: Pick<Deps, 'storage'>,
  organisationId: string,
  { from = 0, to = Number.MAX_SAFE_INTEGER }: OpenPeriod,
): Promise<{ readonly scope: SessionScope; readonly now: number }> {
  const now = await storage.now()
  const scope = await storage.reports.findScope(organisationId, { from, to }, now)
  if (!scope) throw new Problem('document_not_found')
  return { scope, now }
}
