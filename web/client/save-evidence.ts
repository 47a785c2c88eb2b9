import { productAddress } from '#contract/addresses.ts'
import { saveFile } from './download-report.ts'

/** Passes the evidence file of a mark to the browser's downloads: of a person, or the student's own. Throws RequestError. */
export async function saveEvidence({ sessionId, personId }: { sessionId: string; personId?: string }): Promise<void> {
  // The bytes as they came: another writing of the file would not fit its signature.
  await saveFile(
    personId === undefined
      ? productAddress('GET /own/evidence/:sessionId', { sessionId })
      : productAddress('GET /sessions/:sessionId/people/:personId/evidence', { sessionId, personId }),
  )
}
