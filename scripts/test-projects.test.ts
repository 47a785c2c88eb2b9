import { globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
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

describe('the browser tests', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.resetModules()
  })

  const specs = globSync('e2e/**/*.spec.ts', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'))
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

  test.each([
    ['all', []],
    [undefined, [/@whole/]],
  ])('with LOOKS=%s leave out %o', async (looks, leftOut) => {
    vi.stubEnv('LOOKS', looks)
    vi.resetModules()
    const { default: config } = await import('../playwright.config.ts')
    expect(config).toMatchObject({ testDir: 'e2e', grepInvert: leftOut })
    expect(config).not.toHaveProperty('grep')
    expect(config).not.toHaveProperty('testIgnore')
  })

  test('run in every look, and without exception, in test:all', () => {
    expect(scripts['test:all']).toMatch(/ && node --run test:e2e:all$/)
    expect(scripts['test:e2e:all']).toBe('node scripts/long-tests.ts e2e')
  })

  test('that a rule names run in each run', () => {
    const named = [...readFileSync(join(root, 'docs/rules.md'), 'utf8').matchAll(/Test: "(.+)" \(e2e\//g)]
    expect(named.length).toBeGreaterThan(5)
    for (const [, title = ''] of named) {
      const at = specs.map((text) => text.split(`'${title}'`)[1]).find((rest) => rest !== undefined)
      expect(at?.trimStart(), title).toMatch(/^, async /)
    }
  })
})
