import '../../client/plain-schemas.ts'

import { chooseLanguage, readChosenLanguage } from '#contract/languages.ts'
import { readCookies } from '../../language/site-data.ts'
import { fetchKeys } from './fetch-keys.ts'
import { openVerifyPage } from './verify-page.ts'

/** The script of /verify, inside its page: nothing of it is fetched later. */

const container = document.getElementById('app')
if (container === null) throw new Error('verify.html has no #app')
openVerifyPage(container, chooseLanguage(readChosenLanguage(readCookies()), navigator.languages), fetchKeys)
