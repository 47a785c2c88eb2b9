import { useContext } from 'react'
import type { OwnPasskeyTexts } from '#contract/own-passkey-texts.ts'
import { ownPasskeyTexts as english } from '#contract/own-passkey-texts.ts'
import { LanguageContext } from './texts.ts'

/** Every sentence of the own passkeys and what they can do, in the language in use. */
export function useOwnPasskeyTexts(): OwnPasskeyTexts {
  return useContext(LanguageContext).ownPasskeyTexts ?? english
}
