import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export type ZipEntry = { readonly name: string; readonly content: Iterable<string> | AsyncIterable<string> }

/** Sheets are repetitive: the fastest level makes them small enough. */
export const deflateLevel = 1

const signatures = { local: 0x04034b50, descriptor: 0x08074b50, central: 0x02014b50, end: 0x06054b50 } as const
const version = 20
const deflated = 8
/** Sizes follow the data, because they are not known before; names are UTF-8. */
const flags = 0x0808
/** 1 January 1980, the first day that the format can write: equal contents give equal files. */
const date = 0x0021

type Written = {
  readonly name: Buffer
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

/** A zip file, made while it is read (APPNOTE 6.3). No part of it may reach 4 GiB. */
export async function* writeZip(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Written[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const start = offset
    const local = localHeader(Buffer.from(name))
    yield local
    let crc = 0
    let size = 0
    let packed = 0
    async function* measure() {
      for await (const piece of content) {
        const bytes = Buffer.from(piece)
        crc = crc32(bytes, crc)
        size += bytes.length
        yield bytes
      }
    }
    const source = Readable.from(measure())
    const deflate = createDeflateRaw({ level: deflateLevel })
    source.once('error', (error) => deflate.destroy(error))
    for await (const piece of source.pipe(deflate)) {
      packed += piece.length
      yield piece
    }
    yield numbers([4, signatures.descriptor], [4, crc], [4, packed], [4, size])
    offset += local.length + packed + 16
    directory.push({ name: Buffer.from(name), crc, packed, size, offset: start })
  }
  const central = Buffer.concat(directory.map(centralHeader))
  yield central
  yield numbers(
    [4, signatures.end],
    [2, 0],
    [2, 0],
    [2, directory.length],
    [2, directory.length],
    [4, central.length],
    [4, offset],
    [2, 0],
  )
}

function localHeader(name: Buffer): Buffer {
  const head = numbers(
    [4, signatures.local],
    [2, version],
    [2, flags],
    [2, deflated],
    [2, 0],
    [2, date],
    [4, 0],
    [4, 0],
    [4, 0],
    [2, name.length],
    [2, 0],
  )
  return Buffer.concat([head, name])
}

function centralHeader({ name, crc, packed, size, offset }: Written): Buffer {
  const head = numbers(
    [4, signatures.central],
    [2, version],
    [2, version],
    [2, flags],
    [2, deflated],
    [2, 0],
    [2, date],
    [4, crc],
    [4, packed],
    [4, size],
    [2, name.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, offset],
  )
  return Buffer.concat([head, name])
}

/** Numbers of two or four bytes, the least significant byte first. */
function numbers(...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}
