import { keep } from '../language/site-data.ts'
import { createListeners } from '../language/store.ts'

export type Theme = 'light' | 'dark'

// theme-start.ts reads the same key before the first paint.
const storageKey = 'rollkey-theme'
const listeners = createListeners()
const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)').matches

/** The present theme: the one chosen here, else the system's. */
export function getTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'dark' || chosen === 'light' ? chosen : systemIsDark() ? 'dark' : 'light'
}

/** Choosing the system's own theme means following the system again. */
export function setTheme(theme: Theme): void {
  const followsSystem = (theme === 'dark') === systemIsDark()
  if (followsSystem) delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  keep(storageKey, followsSystem ? undefined : theme)
  listeners.notify()
}

/** Calls `notify` when the theme may have changed. Returns the function that ends it. */
export function subscribeToTheme(notify: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', notify)
  const stop = listeners.subscribe(notify)
  return () => {
    system.removeEventListener('change', notify)
    stop()
  }
}
