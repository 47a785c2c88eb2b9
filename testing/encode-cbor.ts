/** What the structures of WebAuthn are made of. Keys of a map are written in the order in which they were set. */
export type CborValue = number | string | Uint8Array | ReadonlyMap<number | string, CborValue>

const majorTypes = { unsigned: 0, negative: 1, bytes: 2, text: 3, map: 5 } as const

/** RFC 8949 §3: the type and its count in as few bytes as possible; counts of 2³² and more do not occur here. */
function encodeHead(majorType: number, count: number): Buffer {
  const type = majorType << 5
  if (count < 24) return Buffer.of(type | count)
  if (count < 0x100) return Buffer.of(type | 24, count)
  if (count < 0x1_0000) return Buffer.of(type | 25, count >> 8, count & 0xff)
  const head = Buffer.alloc(5)
  head.writeUInt8(type | 26)
  head.writeUInt32BE(count, 1)
  return head
}

/** Encodes whole numbers, text, bytes and maps of them as CBOR (RFC 8949). */
export function encodeCbor(value: CborValue): Buffer {
  if (typeof value === 'number') {
    return value >= 0 ? encodeHead(majorTypes.unsigned, value) : encodeHead(majorTypes.negative, -1 - value)
  }
  if (typeof value === 'string') {
    const text = Buffer.from(value, 'utf8')
    return Buffer.concat([encodeHead(majorTypes.text, text.length), text])
  }
  if (value instanceof Uint8Array) return Buffer.concat([encodeHead(majorTypes.bytes, value.length), value])
  const entries = [...value].flatMap(([key, entry]) => [encodeCbor(key), encodeCbor(entry)])
  return Buffer.concat([encodeHead(majorTypes.map, value.size), ...entries])
}
