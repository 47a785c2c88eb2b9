import { describe, expect, test } from 'vitest'
import { listPairs } from './list-pairs.ts'

/** Buttons whose name says more than is seen on them. Who speaks to a computer says what is seen. */

type Named = readonly [path: string, seen: unknown, name: string]

/** By their keys: 'renameNamed' is the name of the button on which 'rename' is seen. */
function listNamed(words: object, path: string): Named[] {
  const all = new Map<string, unknown>(Object.entries(words))
  return [...all].flatMap(([key, value]): Named[] => {
    const here = `${path}.${key}`
    const [, seen] = /^(\w+)Named$/.exec(key) ?? []
    if (seen !== undefined && typeof value === 'function')
      return [[here, all.get(`${seen}Now`) ?? all.get(seen), value('Asha', 'today')]]
    return typeof value === 'object' && value !== null ? listNamed(value, here) : []
  })
}

describe.each(['english', 'hindi'] as const)('in %s', (language) => {
  test.each(listPairs().flatMap((pair) => listNamed(pair[language], pair.name)))(
    'the name %s has in it what is seen',
    (_, seen, name) => {
      expect(typeof seen).toBe('string')
      expect(name.toLowerCase()).toContain(String(seen).toLowerCase())
    },
  )
})
