import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/**
 * The rooms of the house, from the roof down, each with the rooms that it may import (docs/architecture.md). Tests may
 * import more: the tools of testing/, and what they put beside their subject.
 */
const rooms: Readonly<Record<string, readonly string[]>> = {
  server: [
    'server/operator',
    'server/process',
    'server/protocol',
    'server/adapters',
    'server/storage',
    'server/config',
    'server/domain',
    'server/async',
    'contract',
  ],
  'server/operator': [
    'server/process',
    'server/adapters',
    'server/storage',
    'server/config',
    'server/domain',
    'contract',
  ],
  'server/process': ['server/storage', 'server/config', 'server/domain', 'server/async'],
  'server/protocol': ['server/domain', 'contract'],
  'server/adapters': ['server/storage', 'server/config', 'server/domain', 'server/async', 'contract'],
  'server/storage': ['server/config', 'server/domain', 'server/async', 'contract'],
  // What an email address is, the domain knows.
  'server/config': ['server/domain', 'contract'],
  'server/domain': ['server/async', 'contract'],
  'server/async': [],
  contract: [],
  'web/app': [
    'web/screens',
    'web/live',
    'web/session',
    'web/forms',
    'web/client',
    'web/ui',
    'web/language',
    'contract',
  ],
  'web/screens': [
    'web/parts',
    'web/live',
    'web/session',
    'web/forms',
    'web/client',
    'web/ui',
    'web/language',
    'contract',
  ],
  'web/parts': ['web/live', 'web/session', 'web/forms', 'web/client', 'web/ui', 'web/language', 'contract'],
  'web/live': ['web/session', 'web/client', 'web/language', 'contract'],
  'web/session': ['web/client', 'web/ui', 'web/language', 'contract'],
  'web/forms': ['web/ui', 'web/language', 'contract'],
  'web/client': ['web/language', 'contract'],
  'web/ui': ['web/language', 'contract'],
  'web/language': ['contract'],
  // The tools of the tests of parts: what the app has around a screen.
  'web/testing': ['web/app', 'web/parts', 'web/session', 'web/client', 'web/ui', 'web/language', 'contract'],
}

/** Rooms whose folders are independent: one screen never imports another. */
const roomsOfStrangers = ['web/screens']

const project = join(import.meta.dirname, '..')
const sources = globSync('{server,web,contract}/**/*.{ts,tsx,mjs}', { cwd: project }).filter(
  (file) => !/\.test\.tsx?$/.test(file) && !/^web\/(build|service-worker)\//.test(file),
)
const known = new Set(sources)

type Arrow = { readonly from: string; readonly to: string }

function arrowsOf(file: string): Arrow[] {
  const text = readFileSync(join(project, file), 'utf8')
  const names = [...text.matchAll(/(?:from|import|new URL)\s*\(?\s*'([.#][^']+)'/g)].map(([, name]) => name ?? '')
  return names
    .map((name) => (name.startsWith('#') ? name.slice(1) : normalize(join(dirname(file), name))))
    .filter((to) => known.has(to))
    .map((to) => ({ from: file, to }))
}

function roomOf(file: string): string {
  const [top = '', room = '', ...rest] = file.split('/')
  return rest.length === 0 || top === 'contract' ? top : `${top}/${room}`
}

/** In such a room each folder is a room of its own. */
function isAllowed({ from, to }: Arrow): boolean {
  const [room, target] = [roomOf(from), roomOf(to)]
  if (room === target) return !roomsOfStrangers.includes(room) || from.split('/')[2] === to.split('/')[2]
  return rooms[room]?.includes(target) ?? false
}

const arrows = sources.flatMap(arrowsOf)

test('every import leads to a room below, or stays in its own', () => {
  expect(arrows.filter((arrow) => !isAllowed(arrow)).map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

test('an arrow upwards, or from one screen to another, would be found', () => {
  const [domain, storage] = ['server/domain/deps.ts', 'server/storage/open-storage.ts']
  expect(isAllowed({ from: storage, to: domain })).toBe(true)
  expect(isAllowed({ from: domain, to: storage })).toBe(false)
  expect(isAllowed({ from: 'web/screens/login/a.ts', to: 'web/screens/login/b.ts' })).toBe(true)
  expect(isAllowed({ from: 'web/screens/login/a.ts', to: 'web/screens/reports/b.ts' })).toBe(false)
  expect(arrows.length).toBeGreaterThan(1_000)
})

test('every source file is in a room that the table has', () => {
  expect(sources.filter((file) => !(roomOf(file) in rooms) && !file.startsWith('web/'))).toEqual([])
})
