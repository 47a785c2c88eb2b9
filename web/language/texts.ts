import { createContext, useContext } from 'react'
import type { LanguageTag } from '#contract/languages.ts'
import type { Texts } from '#contract/texts.ts'
import { texts as english } from '#contract/texts.ts'

/** What the app speaks: its BCP 47 tag, the same with the region that Intl writes for, and every sentence. */
export type Language = { readonly tag: LanguageTag; readonly locale: string; readonly texts: Texts }

export const LanguageContext = createContext<Language>({ tag: 'en', locale: 'en', texts: english })

/** Every sentence of the language in use. Screens take their words from here and nowhere else. */
export function useTexts(): Texts {
  return useContext(LanguageContext).texts
}

export function useLanguageTag(): LanguageTag {
  return useContext(LanguageContext).tag
}
