import { parentPort, workerData } from 'node:worker_threads'
import type { DatabaseLocation } from '../../config/database-location.ts'
import type { ExportOrder, ExportSize } from '../../domain/register/exporter.ts'
import { openReportReader } from '../../storage/open-report-reader.ts'
import { writeExport } from './write-export.ts'

export type ExportJob = { readonly database: DatabaseLocation; readonly order: ExportOrder }

/** First the size of the file, then one chunk for each message that asks for one, then the end. */
export type ExportMessage = { readonly size: ExportSize } | { readonly chunk: Uint8Array } | { readonly end: true }

const { database, order }: ExportJob = workerData
const port = parentPort
if (!port) throw new Error('An export is written in a thread of its own')
const post = (message: ExportMessage) => port.postMessage(message)

const reader = await openReportReader(database)
const { rows, estimatedBytes, chunks } = await writeExport({ store: reader.store, ...reader.live }, order)

// Two chunks ahead, so that writing and sending overlap, and the exact size of a file of one chunk is known.
const ahead = [chunks.next(), chunks.next()]
const [first, second] = await Promise.all(ahead)
const isWhole = second?.done === true
const bytes = isWhole ? (first?.value?.length ?? 0) : estimatedBytes
post({ size: { rows, bytes, isExact: isWhole } })

port.on('message', async () => {
  const next = await ahead.shift()
  if (next?.value !== undefined) {
    ahead.push(chunks.next())
    post({ chunk: next.value })
    return
  }
  post({ end: true })
  await reader.close()
  port.close()
})
