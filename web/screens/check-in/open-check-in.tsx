import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchForActs } from '../../client/presence.ts'
import { speakLanguage, wantedLanguage } from '../../language/language.ts'
import { LanguageProvider } from '../../language/language-provider.tsx'
import type { Begun } from './begin.ts'
import { CheckIn } from './check-in.tsx'

/** The app of /checkin, which its first script loads once the code is swapped. */
export function openCheckIn(begun: Begun): void {
  const container = document.getElementById('app')
  if (container === null) throw new Error('checkin.html has no #app')
  watchForActs()
  const root = createRoot(container)
  const draw = () =>
    root.render(
      <StrictMode>
        <LanguageProvider>
          <CheckIn begun={begun} />
        </LanguageProvider>
      </StrictMode>,
    )
  // If a language cannot be fetched, English stays; it is here already.
  void speakLanguage(wantedLanguage())
    .catch(() => undefined)
    .then(draw)
}
