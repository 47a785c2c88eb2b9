import { useContext } from 'react'
import type { RulingTexts } from '#contract/ruling-texts.ts'
import { rulingTexts as english } from '#contract/ruling-texts.ts'
import { LanguageContext } from './texts.ts'

/** Every sentence about decisions on marks, in the language in use. */
export function useRulingTexts(): RulingTexts {
  return useContext(LanguageContext).rulingTexts ?? english
}
