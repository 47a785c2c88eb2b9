import { chooseLanguage, readChosenLanguage } from '#contract/languages.ts'
import { type Begun, beginAgain, mayHaveScan, readCode, swapCode } from './begin.ts'

/**
 * The first script of /checkin, inside its page. A code lives for seconds, so it is swapped before the rest of the app is
 * asked for.
 */

/** What the app's file exports. */
type App = { readonly openCheckIn: (begun: Begun) => void }

const { hash } = location
// Before anything else can read or keep the address.
history.replaceState(null, '', location.pathname)
// A second scan into the same tab changes the fragment alone.
addEventListener('hashchange', () => location.reload())

document.documentElement.lang = chooseLanguage(readChosenLanguage(document.cookie), navigator.languages)

const code = readCode(hash)
const begun: Begun = code
  ? { by: 'code', answer: await swapCode(code) }
  : mayHaveScan()
    ? { by: 'ticket', answer: await beginAgain() }
    : { by: 'nothing', answer: undefined }

await openApp()

/** In a full hall a download may break off. */
async function openApp(): Promise<void> {
  const address = document.body.dataset.app ?? ''
  for (let tries = 0; ; tries++) {
    try {
      // A failed import stays failed under its address.
      const app: App = await import(/* @vite-ignore */ tries === 0 ? address : `${address}?${tries}`)
      return app.openCheckIn(begun)
    } catch (error) {
      if (tries === 4) throw error
      await new Promise((resolve) => setTimeout(resolve, 1_000 * 2 ** tries))
    }
  }
}
