import { useContext } from 'react'
import type { DeskTexts } from '#contract/desk-texts.ts'
import { deskTexts as english } from '#contract/desk-texts.ts'
import { LanguageContext } from './texts.ts'

/** Every sentence of the desk, in the language in use. */
export function useDeskTexts(): DeskTexts {
  return useContext(LanguageContext).deskTexts ?? english
}
