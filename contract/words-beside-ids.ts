import { appwriteCalls } from './appwrite-calls.ts'
import { type CallName, splitCallName } from './calls.ts'
import { productCalls } from './product-calls.ts'

/** Two calls of one method, at a place where the first has a fixed word and the second an id. */
export type WordBesideId = { readonly fixed: string; readonly withId: string; readonly word: string }

/** Where a call hides what another one would say of the id that is that word. */
export function findWordsBesideIds(calls: readonly string[]): WordBesideId[] {
  const read = (name: string) => ({ name, ...splitCallName(name) })
  return calls.map(read).flatMap((fixed) =>
    calls.map(read).flatMap((other) => {
      if (fixed.method !== other.method) return []
      const [parts, otherParts] = [fixed.path.split('/'), other.path.split('/')]
      const differ = parts.flatMap((part, place) => (part === otherParts[place] ? [] : [place]))
      const [place, ...further] = differ
      if (parts.length !== otherParts.length || place === undefined || further.length > 0) return []
      const [word = '', id = ''] = [parts[place], otherParts[place]]
      return id.startsWith(':') && !word.startsWith(':') ? [{ fixed: fixed.name, withId: other.name, word }] : []
    }),
  )
}

const everyCall = [...Object.keys(productCalls), ...Object.keys(appwriteCalls)] as CallName[]

/** Words that an id must not be: a call is there under that address. */
export const wordsBesideIds: ReadonlySet<string> = new Set(findWordsBesideIds(everyCall).map(({ word }) => word))
