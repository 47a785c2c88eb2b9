import { Zip, ZipDeflate } from 'fflate'

export type ZipEntry = { readonly name: string; readonly content: Iterable<string> | AsyncIterable<string> }

/** Sheets are repetitive: the fastest level makes them small enough. */
export const deflateLevel = 1

/** The first day that the format can write: equal contents give equal files. */
const firstDay = new Date(1980, 0, 1)

/** A zip file, made while it is read: what waits in memory is one piece. No part of it may reach 4 GiB. */
export async function* writeZip(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    written.push(bytes)
  })
  for (const { name, content } of entries) {
    const file = new ZipDeflate(name, { level: deflateLevel })
    file.mtime = firstDay
    zip.add(file)
    for await (const piece of content) {
      file.push(Buffer.from(piece))
      yield* written.splice(0)
    }
    file.push(new Uint8Array(), true)
  }
  zip.end()
  yield* written
}
