const word = /[\p{L}\p{N}]/u

/**
 * Up to two initials: of the first and the last word for a person ('Ananya Krishnan' gives AK),
 * of the first two words for an institute ('Vidyasagar Institute of Technology' gives VI).
 * Works on graphemes, so that a vowel sign stays with its letter.
 */
export function findInitials(name: string, of: 'person' | 'institute'): string {
  const words = name
    .normalize('NFC')
    .split(/\s+/)
    .map(firstLetter)
    .filter((letter) => letter !== undefined)
  const second = of === 'person' ? words.at(-1) : words[1]
  return [words[0], words.length > 1 ? second : undefined]
    .filter((letter) => letter !== undefined)
    .join('')
    .toLocaleUpperCase()
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

function firstLetter(text: string): string | undefined {
  for (const { segment } of graphemes.segment(text)) if (word.test(segment)) return segment
  return undefined
}
