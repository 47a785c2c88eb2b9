/** What the columns of a roster become, by institute: titles of columns, and no person's data. It stays after a logout. */

const prefix = 'rollkey-import-'

/** Undefined where nothing is kept. */
export function readColumnChoices(institute: string): string | undefined {
  try {
    return localStorage.getItem(prefix + institute) ?? undefined
  } catch {
    // Storage may be blocked.
    return undefined
  }
}

/** Without `choices` nothing is kept any more. */
export function keepColumnChoices(institute: string, choices: string | undefined): void {
  try {
    if (choices === undefined) localStorage.removeItem(prefix + institute)
    else localStorage.setItem(prefix + institute, choices)
  } catch {
    // They hold for this file.
  }
}

/** Restores by the returned function what is kept now, of every institute. */
export function holdColumnChoices(): () => void {
  try {
    const kept = Object.entries({ ...localStorage }).filter(([key]) => key.startsWith(prefix))
    return () => {
      for (const [key, choices] of kept) keepColumnChoices(key.slice(prefix.length), choices)
    }
  } catch {
    return () => undefined
  }
}
