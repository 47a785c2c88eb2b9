import { createContext, useContext } from 'react'
import { type LanguageTag, type Widened, wordsIn } from '#contract/languages.ts'
import { type Texts, texts } from '#contract/texts.ts'

/** The current language: its BCP 47 tag, and the same with the region for Intl. */
export type Language = { readonly tag: LanguageTag; readonly locale: string }

export const LanguageContext = createContext<Language>({ tag: 'en', locale: 'en' })

/** Every sentence of the current language. Screens take their words only from here. */
export function useTexts(): Texts {
  return useTextsOf(texts)
}

/** A group in the current language. The screen hands over the English one, so that each page loads only the groups that it says. */
export function useTextsOf<T extends object>(english: T): Widened<T> {
  return wordsIn(useLanguageTag(), english)
}

export function useLanguageTag(): LanguageTag {
  return useContext(LanguageContext).tag
}
