import type { LanguageTag } from '#contract/languages.ts'

/**
 * The language of a name, for `lang`: one in Devanagari is Hindi whatever language the screen speaks. It gets the height that
 * its script needs, and a screen reader's right voice. Undefined for others: they are read as the screen is.
 */
export function nameLanguage(name: string): LanguageTag | undefined {
  return /\p{Script=Devanagari}/u.test(name) ? 'hi' : undefined
}
