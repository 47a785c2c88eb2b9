import '../../ui/base.css'
import './prerendered.css'
import { keepAlivePingMs } from '#contract/rules.ts'
import { getTheme, setTheme, subscribeToTheme } from '../../ui/theme.ts'

/** All the script that the landing page has: the theme switch, and the ping that keeps the server awake (spec §7). */

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

setInterval(() => {
  // Not awaited and not read: a lost ping is followed by the next.
  fetch('/api/v1/ping', { cache: 'no-store' }).catch(() => undefined)
}, keepAlivePingMs)
