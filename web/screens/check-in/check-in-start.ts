import { chooseLanguage, readChosenLanguage } from '#contract/languages.ts'
import { readCookies } from '../../language/site-data.ts'
import { type Begun, beginAgain, mayHaveScan, readCode, swapCode } from './begin.ts'
import { waitForNetwork } from './wait-for-network.ts'

/**
 * The first script of /checkin, inside its page. A code lives for seconds, so it is swapped before the rest of the app is
 * asked for.
 */

/** What the app's file exports. */
type App = { readonly openCheckIn: (begun: Begun) => void }

const { hash } = location
// Before anything else can read or keep the address.
history.replaceState(null, '', location.pathname)
const oneMoment = [...(document.getElementById('app')?.children ?? [])].map((line) => line.cloneNode(true))
// A second scan into the same tab changes the fragment alone. Until the page is there again, no student shows the mark of before.
addEventListener('hashchange', () => {
  document.body.replaceChildren(...oneMoment)
  location.reload()
})

document.documentElement.lang = chooseLanguage(readChosenLanguage(readCookies()), navigator.languages)

const code = readCode(hash)
const answer = code ? await swapCode(code) : mayHaveScan() ? await beginAgain() : undefined
const begun: Begun = { code, answer }

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
      if (tries >= 4 && navigator.onLine) throw error
      await waitForNetwork(1_000 * 2 ** Math.min(tries, 3))
    }
  }
}
