import { productAddress } from '#contract/addresses.ts'
import { saveFile } from './download-report.ts'
import type { MarkAddress } from './mark-address.ts'

/** Passes the evidence file of a mark to the browser's downloads. Throws RequestError. */
export async function saveEvidence({ sessionId, studentId }: MarkAddress): Promise<void> {
  const address = productAddress('GET /attendance/evidence/:sessionId/:studentId', { sessionId, studentId })
  // The bytes as they came: another writing of the file would not fit its signature.
  await saveFile(address)
}
