import { useContext } from 'react'
import type { DisputeTexts } from '#contract/dispute-texts.ts'
import { disputeTexts as english } from '#contract/dispute-texts.ts'
import { LanguageContext } from './texts.ts'

/** Every sentence by which a student disputes a mark, in the language in use. */
export function useDisputeTexts(): DisputeTexts {
  return useContext(LanguageContext).disputeTexts ?? english
}
