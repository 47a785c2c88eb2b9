import type { ExportFormat } from '#contract/report-requests.ts'
import { requireActor } from '../acting-for.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import type { Confirmed } from '../step-up-asked.ts'
import type { ExportOrder, OpenExport } from './exporter.ts'

export type ExportDeps = Pick<Deps, 'storage' | 'exporter'>

/** The file, the zone in which its times are written, and the code of the one course that it is about. */
export type OpenFile = OpenExport & { readonly zone: string; readonly code: string | undefined }

/** What every file of reports has. `subject`: whom or what it is about, null for all. */
export type WantedFile = {
  readonly report: ExportOrder['report']
  readonly format: ExportFormat
  readonly zone: string
  readonly subject: string | null
}

/**
 * Opens a file for a caller who has come through its door, and records it; a caller without a recent password or passkey is
 * refused and recorded. `confirmed`: the caller with one. `makeOrder`: is given the zone of the institute. Throws user_unauthorized.
 */
export async function openFile(
  { storage, exporter }: ExportDeps,
  context: RequestContext,
  confirmed: Confirmed | undefined,
  { report, format, subject, zone: wantedZone }: WantedFile,
  makeOrder: (zone: string) => Promise<ExportOrder>,
): Promise<OpenFile> {
  const { organisationId } = requireActor(context)
  const written = { action: 'report.export', subject, facts: { organisationId, report, format } } as const
  if (!confirmed) {
    await record(storage, context, { ...written, outcome: 'refused' })
    throw new Problem('step-up-needed-to-export')
  }
  const zone = (await storage.organisations.readSettings(organisationId))?.timeZone ?? wantedZone
  const order = await makeOrder(zone)
  await record(storage, confirmed, { ...written, outcome: 'done' })
  return { ...(await exporter.start(organisationId, order)), zone, code: order.code }
}
