/** 64 bits of a text, as two words. */
export type TextHash = (text: string) => readonly [first: number, second: number]

/** Rounds after the last word, for each of the two words of the hash. */
const finalRounds = 3

/**
 * HalfSipHash-1-3 over a text's UTF-16 units. Without the key, two texts with the same hash cannot be constructed, and
 * it takes a fraction of the time of a SHA-256. `key`: two random words.
 */
export function createTextHash(key: readonly [number, number]): TextHash {
  return (text) => {
    const { length } = text
    const words = (length >>> 1) + 1
    let first = 0
    let v0 = key[0]
    let v1 = key[1] ^ 0xee
    let v2 = key[0] ^ 0x6c796765
    let v3 = key[1] ^ 0x74656462
    // In one loop, without a function for each round: passing four numbers between functions is slow.
    for (let step = 0; step < words + 2 * finalRounds; step++) {
      const word = step < words ? wordOf(text, step, words) : 0
      if (step === words) v2 ^= 0xee
      if (step === words + finalRounds) {
        first = (v1 ^ v3) >>> 0
        v1 ^= 0xdd
      }
      v3 ^= word
      v0 = (v0 + v1) | 0
      v1 = rotate(v1, 5) ^ v0
      v0 = rotate(v0, 16)
      v2 = (v2 + v3) | 0
      v3 = rotate(v3, 8) ^ v2
      v0 = (v0 + v3) | 0
      v3 = rotate(v3, 7) ^ v0
      v2 = (v2 + v1) | 0
      v1 = rotate(v1, 13) ^ v2
      v2 = rotate(v2, 16)
      v0 ^= word
    }
    return [first, (v1 ^ v3) >>> 0]
  }
}

/** Two units of the text at a time; the last word holds the length in bytes, and a single remaining unit. */
function wordOf(text: string, step: number, words: number): number {
  const at = step * 2
  if (step < words - 1) return text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16)
  return (text.length << 25) | (at < text.length ? text.charCodeAt(at) : 0)
}

const rotate = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits))
