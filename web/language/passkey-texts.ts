import { useContext } from 'react'
import type { PasskeyTexts } from '#contract/passkey-texts.ts'
import { passkeyTexts as english } from '#contract/passkey-texts.ts'
import { LanguageContext } from './texts.ts'

/** Every sentence of a passkey that is asked for, in the language in use. */
export function usePasskeyTexts(): PasskeyTexts {
  return useContext(LanguageContext).passkeyTexts ?? english
}
