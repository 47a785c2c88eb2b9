import type { Label } from '#contract/identifiers.ts'
import { labels } from '#contract/identifiers.ts'
import { codeParameter } from '#contract/paths.ts'
import { keep, readKept } from '../language/site-data.ts'
import type { WantedPage } from './wanted-page.ts'

const storageKey = 'rollkey-category'

/** In the state of a history entry: the tab that a page leads to. */
export type WantedCategory = { readonly category: Label }

/** The tab that was last used here, or whose account was last logged in. */
export function rememberCategory(category: Label): void {
  keep(storageKey, category)
}

/**
 * The tab that the login opens with: that of the page that was wanted, of the page that leads here, that of students with
 * an institute's code, or the last one. `state`: of the history entry. `search`: of the address.
 */
export function findLoginCategory(state: unknown, search = ''): Label {
  const { wanted, category } = (state ?? {}) as Partial<WantedPage & WantedCategory>
  if (typeof wanted === 'string' && wanted.startsWith('/admin/')) return 'ORG'
  if (typeof wanted === 'string' && wanted.startsWith('/dashboard/')) return 'STD'
  const named = labels.find((label) => label === category)
  if (named !== undefined) return named
  const kept = readKept(storageKey)
  return new URLSearchParams(search).has(codeParameter) ? 'STD' : (labels.find((label) => label === kept) ?? 'STD')
}
