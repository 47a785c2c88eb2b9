import type { LanguageTag } from '#contract/languages.ts'

/**
 * The language of a name, for `lang`: a name in Devanagari is Hindi in any language of the screen. It gets enough line
 * height, and a screen reader chooses the right voice. Undefined for other names: they are read in the screen's
 * language.
 */
export function nameLanguage(name: string): LanguageTag | undefined {
  return /\p{Script=Devanagari}/u.test(name) ? 'hi' : undefined
}
