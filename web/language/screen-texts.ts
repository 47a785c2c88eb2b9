import { useContext } from 'react'
import type { ScreenTexts } from '#contract/screen-texts.ts'
import { screenTexts as english } from '#contract/screen-texts.ts'
import { LanguageContext } from './texts.ts'

/** Every sentence of paired screens, in the language in use. */
export function useScreenTexts(): ScreenTexts {
  return useContext(LanguageContext).screenTexts ?? english
}
