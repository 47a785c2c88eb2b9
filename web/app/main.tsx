import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { awaitFirstReads } from '../client/first-reads.ts'
import { watchForActs } from '../client/presence.ts'
import { noteTimeOf } from '../client/server-clock.ts'
import { speakLanguage, wantedLanguage } from '../language/language.ts'
import '../ui/base.css'
import { takeMailLink } from '../session/mail-link.ts'
import { sessionQuery } from '../session/session.ts'
import { App } from './app.tsx'
import { watchForNewRelease } from './new-release.ts'
import { pageSheets } from './page-sheets.ts'
import { queryClient } from './query-client.ts'
import { fetchFirstScreen, fetchNextScreens } from './screens.ts'

takeMailLink(window.rollkeyMailLink)
delete window.rollkeyMailLink
watchForActs()
watchForNewRelease()

const container = document.getElementById('app')
if (container === null) throw new Error('app.html has no #app')
const root = createRoot(container)

// If a language cannot be fetched, English stays; it is here already. A screen that cannot be fetched says so where it stands.
const started = [
  speakLanguage(wantedLanguage()),
  fetchFirstScreen(location.pathname),
  pageSheets,
  // With the answers of the first reads the screen comes whole at once.
  awaitFirstReads(noteTimeOf).then(
    () => globalThis.rollkeyFirstReads && queryClient.prefetchQuery({ ...sessionQuery, retry: false }),
  ),
]
void Promise.allSettled(started).then(() => {
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  fetchNextScreens(location.pathname)
})
