import { guessEncoding } from './guess-encoding.ts'
import type { Encoding } from './read-result.ts'

/**
 * The text of a file: by its byte order mark, else UTF-8 where every byte fits, else by a guess. A chosen encoding
 * takes all bytes.
 */
export function decodeText(bytes: Uint8Array, chosen?: Encoding): { text: string; encoding: Encoding } {
  const encoding = chosen ?? findEncoding(bytes)
  return { text: new TextDecoder(encoding).decode(bytes), encoding }
}

function findEncoding(bytes: Uint8Array): Encoding {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  try {
    // Text has no NUL: then it is UTF-16 without a mark.
    const zero = new TextDecoder('utf-8', { fatal: true }).decode(bytes).indexOf('\0')
    return zero === -1 ? 'utf-8' : zero === 0 ? 'utf-16be' : 'utf-16le'
  } catch {
    return guessEncoding(bytes)
  }
}
