export type Theme = 'light' | 'dark'

// theme-start.ts reads the same key before the first paint.
const storageKey = 'rollkey-theme'
const listeners = new Set<() => void>()
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
  try {
    if (followsSystem) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, theme)
  } catch {
    // Storage may be blocked; then the choice lasts as long as the page.
  }
  for (const notify of listeners) notify()
}

/** Calls `notify` when the theme may have changed. Returns the function that ends it. */
export function subscribeToTheme(notify: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', notify)
  listeners.add(notify)
  return () => {
    system.removeEventListener('change', notify)
    listeners.delete(notify)
  }
}
