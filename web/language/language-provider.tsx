import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'
import { spoken } from './language.ts'
import { LanguageContext } from './texts.ts'

/** Gives the screens the language in use. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const language = useSyncExternalStore(spoken.subscribe, spoken.get)
  return <LanguageContext value={language}>{children}</LanguageContext>
}
