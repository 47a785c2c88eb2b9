import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** A constant, function or class is exported only if another file uses it. */

const project = join(import.meta.dirname, '..')
// Without this file, which names some.
const files = ['*.config.ts', '{contract,roster-files,server,web,testing,scripts,bench,demo,e2e}/**/*.{ts,tsx,mjs}']
  .flatMap((pattern) => globSync(pattern, { cwd: project }))
  .filter((file) => join(project, file) !== import.meta.filename)
const sources = new Map(files.map((file) => [file, readFileSync(join(project, file), 'utf8')]))
/** How many files have each word in them. */
const uses = new Map<string, number>()
for (const text of sources.values()) {
  for (const word of new Set(text.match(/[\w$]+/g))) uses.set(word, (uses.get(word) ?? 0) + 1)
}

function listExports(text: string): string[] {
  return [...text.matchAll(/^export (?:async )?(?:const|function\*?|class) ([\w$]+)/gm)].map(([, name]) => name ?? '')
}

/** By name alone: a name that occurs in two files counts as used. */
function isUsedElsewhere(name: string): boolean {
  return (uses.get(name) ?? 0) > 1
}

test('what a file exports is used by another one', () => {
  // The build finds the Hindi by the names of its files.
  const found = [...sources].filter(([file]) => !file.endsWith('.hi.ts'))
  const unused = found.flatMap(([file, text]) =>
    listExports(text)
      .filter((name) => !isUsedElsewhere(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(unused).toEqual([])
})

test('an export that no other file uses would be found', () => {
  const exported = listExports(sources.get('server/app.ts') ?? '')
  expect(exported).toEqual(['buildApp'])
  expect(isUsedElsewhere('buildApp')).toBe(true)
  expect(isUsedElsewhere('letConnectionsGo')).toBe(false)
})
