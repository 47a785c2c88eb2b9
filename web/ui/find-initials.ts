const word = /[\p{L}\p{N}]/u
/** 'Dr.' and 'Prof.', but not the 'J.' of a first name. */
const title = /^\p{L}{2,}\.$/u

/**
 * Up to two initials: of the first and the last word for a person ('Ananya Krishnan' and 'Dr. Ananya Krishnan' give AK),
 * of the first two words for an institute ('Vidyasagar Institute of Technology' gives VI).
 * Works on graphemes, so that a vowel sign stays with its letter.
 */
export function findInitials(name: string, of: 'person' | 'institute'): string {
  const all = name.normalize('NFC').trim().split(/\s+/)
  const untitled = of === 'person' ? all.filter((one) => !title.test(one)) : all
  const words = (untitled.length > 1 ? untitled : all).map(firstLetter).filter((letter) => letter !== undefined)
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
