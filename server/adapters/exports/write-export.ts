import { deflateSync } from 'fflate'
import type { ExportOrder } from '../../domain/register/exporter.ts'
import type { Cell, Table } from './cells.ts'
import { csvHeading, csvRow } from './csv.ts'
import { createLocalTime, type LocalTime } from './local-time.ts'
import { type ExportReads, openTable } from './tables.ts'
import { createXlsxRows, xlsxParts, xlsxSheetEnd, xlsxSheetName, xlsxSheetStart } from './xlsx.ts'
import { deflateLevel, writeZip } from './zip.ts'

export type WrittenExport = {
  readonly rows: number
  /** The estimated size in bytes, from the first rows. */
  readonly estimatedBytes: number
  readonly chunks: AsyncGenerator<Uint8Array>
}

/** Text is passed on in pieces of about this many characters, and files in chunks of about as many bytes. */
const pieceLength = 128 * 1_024

/** Writes the ordered file while it is read: only one batch of rows is in memory. */
export async function writeExport(reads: ExportReads, order: ExportOrder): Promise<WrittenExport> {
  const time = createLocalTime(order.zone)
  const table = await openTable(reads, order, time)
  const format = order.format === 'csv' ? csvOf(table, time) : xlsxOf(table, time)
  const batches = table.batches()[Symbol.asyncIterator]()
  const first: readonly (readonly Cell[])[] = (await batches.next()).value ?? []
  const sample = first.map((row) => format.row(row)).join('')
  const estimatedBytes = format.start.bytes + (table.rows * format.sizeOf(first)) / Math.max(1, first.length)

  async function* pieces() {
    let text = format.start.text + sample
    for (let batch = await batches.next(); !batch.done; batch = await batches.next()) {
      for (const row of batch.value) {
        text += format.row(row)
        if (text.length < pieceLength) continue
        yield text
        text = ''
      }
    }
    yield text + format.end
  }
  return { rows: table.rows, estimatedBytes: Math.round(estimatedBytes), chunks: gather(format.pack(pieces())) }
}

type Format = {
  /** The bytes before the first row, and all others that are not rows. */
  readonly start: { readonly text: string; readonly bytes: number }
  readonly row: (cells: readonly Cell[]) => string
  readonly end: string
  /** The size of these rows, scaled up to the whole file. */
  readonly sizeOf: (rows: readonly (readonly Cell[])[]) => number
  readonly pack: (pieces: AsyncIterable<string>) => AsyncIterable<Uint8Array>
}

function csvOf(table: Table, time: LocalTime): Format {
  const text = csvHeading(table)
  return {
    start: { text, bytes: Buffer.byteLength(text) },
    row: (cells) => csvRow(cells, time),
    end: '',
    sizeOf: (rows) => rows.reduce((bytes, cells) => bytes + Buffer.byteLength(csvRow(cells, time)), 0),
    async *pack(pieces) {
      for await (const piece of pieces) yield Buffer.from(piece)
    },
  }
}

function xlsxOf(table: Table, time: LocalTime): Format {
  const text = xlsxSheetStart(table)
  const parts = Object.entries(xlsxParts(table)).map(([name, content]) => ({ name, content: [content] }))
  const pack = (content: string) => deflateSync(Buffer.from(content), { level: deflateLevel }).length
  return {
    start: { text, bytes: pack(text) + parts.reduce((sum, { content }) => sum + pack(content.join('')), 0) },
    row: createXlsxRows(table, time),
    end: xlsxSheetEnd,
    sizeOf(rows) {
      // Each cell holds its row number: of 20,000 rows, the first 500 are a ninth smaller than those in the middle.
      const fromMiddle = createXlsxRows(table, time, Math.floor((table.rows - rows.length) / 2))
      return pack(rows.map(fromMiddle).join(''))
    },
    pack: (pieces) => writeZip([...parts, { name: xlsxSheetName, content: pieces }]),
  }
}

/** Joins small pieces: each chunk crosses threads and is acknowledged. */
async function* gather(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    waiting.push(piece)
    length += piece.length
    if (length < pieceLength) continue
    yield Buffer.concat(waiting)
    waiting = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(waiting)
}
