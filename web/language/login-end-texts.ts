import { useContext } from 'react'
import type { LoginEndTexts } from '#contract/login-end-texts.ts'
import { loginEndTexts as english } from '#contract/login-end-texts.ts'
import { LanguageContext } from './texts.ts'

/** What the login says after a login that ended by itself, in the language in use. */
export function useLoginEndTexts(): LoginEndTexts {
  return useContext(LanguageContext).loginEndTexts ?? english
}
