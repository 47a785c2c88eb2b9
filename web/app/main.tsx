import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchForActs } from '../client/presence.ts'
import { speakLanguage, wantedLanguage } from '../language/language.ts'
import '../ui/base.css'
import { takeMailLink } from '../session/mail-link.ts'
import { App } from './app.tsx'
import { watchForNewRelease } from './new-release.ts'
import { pageSheets } from './page-sheets.ts'

takeMailLink(window.rollkeyMailLink)
delete window.rollkeyMailLink
watchForActs()
watchForNewRelease()

const container = document.getElementById('app')
if (container === null) throw new Error('app.html has no #app')
const root = createRoot(container)

// If a language cannot be fetched, English stays; it is here already.
void Promise.all([speakLanguage(wantedLanguage()).catch(() => undefined), pageSheets]).then(() =>
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)
