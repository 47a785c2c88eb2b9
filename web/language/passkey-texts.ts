import { useContext } from 'react'
import type { PasskeyTexts } from '#contract/passkey-texts.ts'
import { passkeyTexts as english } from '#contract/passkey-texts.ts'
import { LanguageContext } from './texts.ts'

/** Every sentence of a student's passkey, in the language in use. */
export function usePasskeyTexts(): PasskeyTexts {
  return useContext(LanguageContext).passkeyTexts ?? english
}
