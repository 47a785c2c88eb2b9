import { useContext } from 'react'
import type { SheetTexts } from '#contract/sheet-texts.ts'
import { sheetTexts as english } from '#contract/sheet-texts.ts'
import { LanguageContext } from './texts.ts'

/** Every sentence of the sheet of a session, in the language in use. */
export function useSheetTexts(): SheetTexts {
  return useContext(LanguageContext).sheetTexts ?? english
}
