import { useContext } from 'react'
import type { KioskTexts } from '#contract/kiosk-texts.ts'
import { kioskTexts as english } from '#contract/kiosk-texts.ts'
import { LanguageContext } from './texts.ts'

/** Every sentence of the kiosk, in the language in use. */
export function useKioskTexts(): KioskTexts {
  return useContext(LanguageContext).kioskTexts ?? english
}
