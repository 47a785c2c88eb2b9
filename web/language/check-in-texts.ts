import { useContext } from 'react'
import type { CheckInTexts } from '#contract/check-in-texts.ts'
import { checkInTexts as english } from '#contract/check-in-texts.ts'
import { LanguageContext } from './texts.ts'

/** Every sentence of /checkin, in the language in use. */
export function useCheckInTexts(): CheckInTexts {
  return useContext(LanguageContext).checkInTexts ?? english
}
