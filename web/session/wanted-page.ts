import { matchPath } from 'react-router'
import type { Label } from '#contract/identifiers.ts'
import { pathPatterns, paths } from '#contract/paths.ts'

/** The page that a person wanted before the login: a path with its query. */
export type WantedPage = { readonly wanted: string }

/** Kept in the state of the history entry, which no address can set and no other site can write. */
export function wantedPage({ pathname, search }: { readonly pathname: string; readonly search: string }): WantedPage {
  return { wanted: pathname + search }
}

/**
 * The page that this account wanted before its login, if the account may open it. Undefined for all others: another
 * account's page, another label's, an unknown path, another site's address. `state`: of the history entry.
 */
export function findWantedPage(state: unknown, label: Label, userId: string): string | undefined {
  const wanted = readWanted(state)
  if (wanted === undefined) return undefined
  const [path = ''] = wanted.split('?')
  const below = label === 'STD' ? '/dashboard/' : '/admin/'
  const isOwn = Object.values(pathPatterns).some(
    (pattern) => pattern.startsWith(below) && matchPath(pattern, path)?.params.userId === userId,
  )
  return isOwn ? wanted : undefined
}

/** The page of an invitation or of an enrolment, which every account may open, where the person came from one. */
export function findJoinPage(state: unknown): string | undefined {
  return [paths.join, paths.enrol].find((path) => path === readWanted(state))
}

function readWanted(state: unknown): string | undefined {
  const wanted = (state as Partial<WantedPage> | null)?.wanted
  return typeof wanted === 'string' ? wanted : undefined
}
