import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

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
  // It reads files of a roster as the browser does.
  'server/operator': [
    'server/process',
    'server/adapters',
    'server/storage',
    'server/config',
    'server/domain',
    'roster-files',
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
  'roster-files': ['contract'],
  contract: [],
  'web/app': [
    'web/screens',
    'web/kit',
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
    'web/kit',
    'web/live',
    'web/session',
    'web/forms',
    'web/client',
    'web/ui',
    'web/language',
    'roster-files',
    'contract',
  ],
  'web/parts': ['web/kit', 'web/live', 'web/session', 'web/forms', 'web/client', 'web/ui', 'web/language', 'contract'],
  'web/kit': ['web/live', 'web/session', 'web/forms', 'web/client', 'web/ui', 'web/language', 'contract'],
  'web/live': ['web/session', 'web/client', 'web/language', 'contract'],
  'web/session': ['web/client', 'web/ui', 'web/language', 'contract'],
  'web/forms': ['web/ui', 'web/language', 'contract'],
  'web/client': ['web/language', 'contract'],
  'web/ui': ['web/language', 'contract'],
  'web/language': ['contract'],
  // The tools of the tests of parts: what the app has around a screen.
  'web/testing': ['web/app', 'web/parts', 'web/kit', 'web/session', 'web/client', 'web/ui', 'web/language', 'contract'],
}

/**
 * The subjects of a room, from the roof down: each may import values of those that stand after it. A file at the top of
 * the room, outside its folders, is a subject of its own. Types may go both ways.
 */
const floors: Readonly<Record<string, readonly string[]>> = {
  'server/domain': [
    'client-calls',
    'day-passes',
    'sessions',
    'marks',
    'register',
    'course-imports',
    'groups',
    'desk',
    'passkeys',
    'profiles',
    'screens',
    'receipts',
    'roster',
    'imports',
    'staff',
    'institutes',
    'accounts',
    'mail',
    'views',
    'changes',
    'clock',
    'origins',
    'installation-keys',
    'audit',
    'limits',
  ],
  'server/storage': ['postgresql', 'sqlite', 'upkeep', 'stores', 'migrations'],
  'web/parts': [
    'add-institute',
    'attendance-sheet',
    'attendance-record',
    'attendance-chart',
    'open-disputes',
    'rulings',
    'courses',
    'group-head',
    'room-pick',
    'export',
    'institute-code',
    'institute-settings',
    'members',
    'one-at-a-time',
    'other-category',
    'profile',
    'acting',
    'passkey',
    'receipts',
    'late-part',
    'menu',
    'opener',
    'room-display',
    'qr-code',
    'attendance-session',
    'sessions',
    'own-passkeys',
    'way-badge',
  ],
}

/** Rooms whose folders are independent: one screen never imports another. */
const roomsOfStrangers = ['web/screens']

const project = join(import.meta.dirname, '..')
const sources = globSync('{server,web,contract,roster-files}/**/*.{ts,tsx,mjs}', { cwd: project }).filter(
  (file) => !/\.test\.tsx?$/.test(file) && !/^web\/(build|service-worker)\//.test(file),
)
const known = new Set(sources)

type Step = { readonly from: string; readonly to: string }
type Arrow = Step & { readonly isType: boolean }

function arrowsOf(file: string): Arrow[] {
  const text = readFileSync(join(project, file), 'utf8')
  const found = text.matchAll(/(?:(?:import|export)\s+([^'()]*?)\s*from|import|new URL)\s*\(?\s*'([.#][^']+)'/g)
  return [...found]
    .map(([, what = '', name = '']) => ({
      from: file,
      to: name.startsWith('#') ? name.slice(1) : normalize(join(dirname(file), name)),
      isType: onlyTypes.test(what),
    }))
    .filter(({ to }) => known.has(to))
}

const onlyTypes = /^type\b|^\{(?:\s*type\s+[^,}]+,?)+\s*\}$/

function roomOf(file: string): string {
  const [top = '', room = '', ...rest] = file.split('/')
  return rest.length === 0 || top === 'contract' || top === 'roster-files' ? top : `${top}/${room}`
}

/** In such a room each folder is a room of its own. */
function isAllowed({ from, to }: Step): boolean {
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

/** The imports of values between the subjects of a room. */
function stepsIn(room: string): Step[] {
  const subjectOf = (file: string) => file.split('/')[2] ?? ''
  const inside = arrows.filter(({ from, to, isType }) => !isType && roomIn(from) === room && roomIn(to) === room)
  return inside
    .map(({ from, to }) => ({ from: subjectOf(from), to: subjectOf(to) }))
    .filter(({ from, to }) => from !== to)
}

function roomIn(file: string): string {
  return file.split('/').slice(0, 2).join('/')
}

/** The subjects from which a way leads in a circle: those that are left when all that lead nowhere are taken away. */
function findKnot(steps: readonly Step[]): string[] {
  const left = new Set(steps.map(({ from }) => from))
  for (let before = 0; before !== left.size; ) {
    before = left.size
    for (const one of left) if (!steps.some(({ from, to }) => from === one && left.has(to))) left.delete(one)
  }
  return [...left]
}

const isUp = (order: readonly string[], { from, to }: Step) =>
  order.includes(from) && order.includes(to) && order.indexOf(from) > order.indexOf(to)

describe.each(Object.entries(floors))('inside %s', (room, order) => {
  test('the table has every subject', () => {
    const folders = sources.filter((file) => roomIn(file) === room && file.split('/').length > 3)
    expect([...new Set(folders.map((file) => file.split('/')[2]))].sort()).toEqual([...order].sort())
  })

  test('every import of a value leads to a subject below', () => {
    expect(stepsIn(room).filter((step) => isUp(order, step))).toEqual([])
  })

  test('no subjects and files at the top import each other in a circle', () => {
    expect(findKnot(stepsIn(room))).toEqual([])
  })
})

test('an arrow to a subject above, and a circle, would be found', () => {
  const order = floors['server/domain'] ?? []
  expect(isUp(order, { from: 'accounts', to: 'passkeys' })).toBe(true)
  expect(isUp(order, { from: 'passkeys', to: 'accounts' })).toBe(false)
  const steps = stepsIn('server/domain')
  expect(findKnot([...steps, { from: 'limits', to: 'doors.ts' }])).toContain('doors.ts')
})
