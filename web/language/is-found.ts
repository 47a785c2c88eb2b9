const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’ʼ‘`´]/g, '')
    .toLowerCase()

/** The words of letters, each behind a space. */
const words = (text: string): string => ` ${text.replace(/[^\p{L}\p{M}]+/gu, ' ').trim()}`

/**
 * Whether each word of what is looked for begins a word of `text`, in any order and case, with or without accents; one with a digit
 * may stand anywhere. The vowel signs of Hindi are no accents.
 */
export function isFound(text: string, search: string): boolean {
  const folded = fold(text)
  const typed = fold(search).split(/[\s,;]+/)
  return typed.every((word) => (/\p{N}/u.test(word) ? folded.includes(word) : words(folded).includes(words(word))))
}
