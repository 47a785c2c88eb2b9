import { Inflate } from 'fflate'
import { CannotRead, maxFileBytes } from './read-result.ts'

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const utf8 = new TextDecoder()

/**
 * The wanted files of an archive. Counts the bytes that really come out, whatever the archive says of them: past the limit
 * nothing more is unpacked. Throws CannotRead.
 */
export function unzip(archive: Uint8Array, isWanted: (name: string) => boolean): ReadonlyMap<string, Uint8Array> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  let left = maxFileBytes
  const files = new Map<string, Uint8Array>()
  try {
    for (const { name, method, start, size } of listEntries(view)) {
      if (!isWanted(name)) continue
      const packed = archive.subarray(start, start + size)
      const content = method === 0 ? packed : inflate(packed, left)
      left -= content.length
      if (left < 0) throw new CannotRead('file-too-large')
      files.set(name, content)
    }
  } catch (error) {
    throw error instanceof CannotRead ? error : new CannotRead('unreadable')
  }
  return files
}

type Entry = { readonly name: string; readonly method: number; readonly start: number; readonly size: number }

/** By the list at the archive's end. */
function* listEntries(view: DataView): Generator<Entry> {
  let at = findEnd(view)
  const count = view.getUint16(at + 10, true)
  at = view.getUint32(at + 16, true)
  for (let entry = 0; entry < count; entry++) {
    if (view.getUint32(at, true) !== entrySignature) throw new CannotRead('unreadable')
    const method = view.getUint16(at + 10, true)
    const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1
    const size = view.getUint32(at + 20, true)
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      view.getUint16(at + offset, true),
    ) as [number, number, number]
    const local = view.getUint32(at + 42, true)
    const name = utf8.decode(new Uint8Array(view.buffer, view.byteOffset + at + 46, nameLength))
    if (isEncrypted || (method !== 0 && method !== 8) || view.getUint32(local, true) !== localSignature)
      throw new CannotRead('unreadable')
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    yield { name, method, start, size }
    at += 46 + nameLength + extraLength + commentLength
  }
}

function findEnd(view: DataView): number {
  // A comment of at most 65,535 bytes may follow.
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at--) {
    if (view.getUint32(at, true) === endSignature) return at
  }
  throw new CannotRead('unreadable')
}

/** In pieces: a bomb is noticed before its bytes fill the memory. */
function inflate(packed: Uint8Array, limit: number): Uint8Array {
  const parts: Uint8Array[] = []
  let length = 0
  const inflater = new Inflate((part) => {
    length += part.length
    if (length > limit) throw new CannotRead('file-too-large')
    parts.push(part)
  })
  const step = 16_384
  for (let at = 0; at < packed.length || at === 0; at += step) {
    inflater.push(packed.subarray(at, at + step), at + step >= packed.length)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
