import { keep, keptNames, readKept, readKeptJson } from '../language/site-data.ts'

/** What the columns of a roster become, by institute: titles of columns, and no person's data. It stays after a logout. */

const prefix = 'rollkey-import-'

/** Undefined where nothing is kept. */
export function readColumnChoices(institute: string): unknown {
  return readKeptJson(prefix + institute)
}

/** Without `choices` nothing is kept any more. */
export function keepColumnChoices(institute: string, choices: string | undefined): void {
  keep(prefix + institute, choices)
}

/** Restores by the returned function what is kept now, of every institute. */
export function holdColumnChoices(): () => void {
  const kept = keptNames(prefix).map((name) => [name, readKept(name)] as const)
  return () => {
    for (const [name, choices] of kept) keep(name, choices)
  }
}
