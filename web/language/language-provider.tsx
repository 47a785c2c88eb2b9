import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'
import { getLanguage, subscribeToLanguage } from './language.ts'
import { LanguageContext } from './texts.ts'

/** Gives the screens the language in use. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const language = useSyncExternalStore(subscribeToLanguage, getLanguage)
  return <LanguageContext value={language}>{children}</LanguageContext>
}
