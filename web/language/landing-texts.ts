import { useContext } from 'react'
import type { LandingTexts } from '#contract/landing-texts.ts'
import { landingTexts as english } from '#contract/landing-texts.ts'
import { LanguageContext } from './texts.ts'

/** Every sentence of the landing page, in the language in use. */
export function useLandingTexts(): LandingTexts {
  return useContext(LanguageContext).landingTexts ?? english
}
