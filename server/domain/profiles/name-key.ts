/** What people type for an apostrophe. To Unicode some of these are letters, accents or quotation marks. */
const apostrophes = /['`´‘’‛ʹʻʼʽʾʿˈ՚׳′＇\u1ffd]/gu
/** Accents, and signs that a name may be written with or without. A vowel of an Indian script is none of them. */
const marks = /[\p{M}&&\p{Diacritic}]/gv
const invisible = /\p{Default_Ignorable_Code_Point}/gu

/**
 * The form in which a name is searched, and ordered by its code points: without case, accents and apostrophes, however the
 * name is composed (decision 46). Empty for text of nothing else.
 */
export function nameKey(name: string): string {
  // Composed, an accent can look like an apostrophe, and the other way round.
  const letters = [...name.replace(apostrophes, '').normalize('NFKD')].map(foldCase).join('')
  return letters.normalize('NFKD').replace(marks, '').replace(invisible, '').replace(apostrophes, '')
}

/** Of one letter: at the end of a word some have another lower case. By way of the upper case ß becomes ss. */
const foldCase = (letter: string) => [...letter.toLowerCase().toUpperCase()].map((one) => one.toLowerCase()).join('')
