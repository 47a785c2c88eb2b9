import { productAddress } from '#contract/addresses.ts'
import { isLanguageTag } from '#contract/languages.ts'
import { keepAlivePingMs } from '#contract/rules.ts'
import { rememberLanguage } from '../../language/remember-language.ts'
import { getTheme, setTheme, subscribeToTheme } from '../../ui/theme.ts'
import { showFacesAfterFirstPaint } from './show-faces.ts'

/**
 * All the script of the landing page: its fonts, the switches of theme and language, and the ping that keeps the server
 * awake (spec §7).
 */

showFacesAfterFirstPaint()

const switches = document.querySelectorAll<HTMLButtonElement>('[data-theme-switch]')

function drawSwitches(): void {
  const isDark = getTheme() === 'dark'
  for (const button of switches) {
    const { toDark = '', toLight = '' } = button.dataset
    button.setAttribute('aria-label', isDark ? toLight : toDark)
    button.toggleAttribute('data-is-dark', isDark)
    button.toggleAttribute('data-ready', true)
  }
}

for (const button of switches)
  button.addEventListener('click', () => setTheme(getTheme() === 'dark' ? 'light' : 'dark'))
subscribeToTheme(drawSwitches)
drawSwitches()

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-language-switch]')) {
  button.addEventListener('click', () => {
    const tag = button.dataset.languageSwitch
    if (!isLanguageTag(tag)) return
    rememberLanguage(tag)
    // The server sends the page in the language of the cookie.
    location.reload()
  })
  button.toggleAttribute('data-ready', true)
}

setInterval(() => {
  // Not awaited and not read: a lost ping is followed by the next.
  fetch(productAddress('GET /ping', {}), { cache: 'no-store' }).catch(() => undefined)
}, keepAlivePingMs)
