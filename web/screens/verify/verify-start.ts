import '../../client/plain-schemas.ts'

import { type InstallationKeys, installationKeys, installationKeysPath } from '#contract/evidence.ts'
import { chooseLanguage, readChosenLanguage } from '#contract/languages.ts'
import { readCookies } from '../../language/site-data.ts'
import { openVerifyPage } from './verify-page.ts'

/** The script of /verify, inside its page: nothing of it is fetched later. */

const container = document.getElementById('app')
if (container === null) throw new Error('verify.html has no #app')
openVerifyPage(container, chooseLanguage(readChosenLanguage(readCookies()), navigator.languages), fetchKeys)

/**
 * The keys of the installation that this page came from. Undefined without a network, and in a copy of the page that was
 * saved.
 */
async function fetchKeys(): Promise<InstallationKeys | undefined> {
  if (!location.protocol.startsWith('http')) return undefined
  try {
    const response = await fetch(installationKeysPath, { cache: 'no-store' })
    return installationKeys.safeParse(await response.json()).data
  } catch {
    // No network, or an answer of another machine on the way.
    return undefined
  }
}
