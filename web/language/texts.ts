import { createContext, useContext } from 'react'
import type { LanguageTag } from '#contract/languages.ts'
import type { Texts } from '#contract/texts.ts'
import { texts as english } from '#contract/texts.ts'

/** What the app speaks: a BCP 47 tag, also for Intl, and every sentence. */
export type Language = { readonly tag: LanguageTag; readonly texts: Texts }

export const LanguageContext = createContext<Language>({ tag: 'en', texts: english })

/** Every sentence of the language in use. Screens take their words from here and nowhere else. */
export function useTexts(): Texts {
  return useContext(LanguageContext).texts
}

export function useLanguageTag(): LanguageTag {
  return useContext(LanguageContext).tag
}
