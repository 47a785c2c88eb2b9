import { useContext } from 'react'
import type { PasskeyGuideTexts } from '#contract/passkey-guide-texts.ts'
import { passkeyGuideTexts as english } from '#contract/passkey-guide-texts.ts'
import { LanguageContext } from './texts.ts'

/** Every sentence by which a first passkey is made, in the language in use. */
export function usePasskeyGuideTexts(): PasskeyGuideTexts {
  return useContext(LanguageContext).passkeyGuideTexts ?? english
}
