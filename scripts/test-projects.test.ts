import { globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { partTests, type TestProject, testProjects } from '#testing/test-projects.ts'

/** What `npm test` may leave to `npm run test:all`, and what it may not (decision 28). */

const root = join(import.meta.dirname, '..')
const files = globSync('{contract,server,web,testing,scripts,bench,demo}/**/*.test.{ts,tsx}', { cwd: root }).filter(
  (file) => !matchesGlob(file, partTests),
)
const projects = Object.entries<TestProject>(testProjects)

function projectOf(file: string): string | undefined {
  return projects.find(([, { include }]) => include.some((glob) => matchesGlob(file, glob)))?.[0]
}

function walksBoth(file: string): boolean {
  const name = projectOf(file)
  return projects.some(([one, { engines }]) => one === name && engines.length === 2)
}

test('every test is in a project', () => {
  expect(files.filter((file) => projectOf(file) === undefined)).toEqual([])
})

test('storage, races, the cluster and a whole journey run on both engines', () => {
  const others = ['server/protocol/races.test.ts', 'server/protocol/main-job.test.ts', 'server/cluster.test.ts']
  const needed = files.filter((file) => file.startsWith('server/storage/') || others.includes(file))
  expect(needed.length).toBeGreaterThan(20)
  expect(needed.filter((file) => !walksBoth(file))).toEqual([])
})

test('what is tested on PostgreSQL alone is never left out', () => {
  const alone = files.filter((file) => /engines\.includes\('postgresql'\)/.test(readFileSync(join(root, file), 'utf8')))
  expect(alone).toContain('server/storage/query-plans.test.ts')
  expect(alone.filter((file) => !walksBoth(file))).toEqual([])
})
