import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Mutant, mutate, titlePattern } from './mutant.ts'
import { mutants } from './mutants.ts'

/**
 * `npm run mutants`, or `npm run mutants -- <name> …` for some of them: plants one mistake after the other and runs the
 * test that must find it. Ends with 1 when a mistake is not found, or does not fit its file any more.
 */

type Outcome = 'killed' | 'survived' | 'failed to load'
type Report = {
  readonly success: boolean
  readonly testResults: readonly { readonly assertionResults: readonly { readonly status: string }[] }[]
}

const root = join(import.meta.dirname, '../..')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')

function runTests(tests: readonly Mutant['killedBy'][], env: Record<string, string> = {}): Report {
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-mutants-'))
  const report = join(folder, 'report.json')
  const files = [...new Set(tests.map(({ file }) => file))]
  const titles = [...new Set(tests.map(({ title }) => titlePattern(title)))].join('|')
  const options = ['--maxWorkers=1', '--reporter=json', `--outputFile=${report}`]
  try {
    spawnSync(process.execPath, [vitest, 'run', ...files, '-t', titles, ...options], {
      cwd: root,
      env: { ...process.env, ...env },
    })
    return JSON.parse(readFileSync(report, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function tryMutant(mutant: Mutant): Outcome {
  const { testResults } = runTests([mutant.killedBy], { MUTANT: mutant.name })
  const statuses = testResults.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status))
  if (statuses.includes('failed')) return 'killed'
  return statuses.includes('passed') ? 'survived' : 'failed to load'
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !mutants.some((mutant) => mutant.name === name))
if (unknown.length > 0) throw new Error(`There is no mutant ${unknown.join(', ')}`)
const wanted = mutants.filter(({ name }) => names.length === 0 || names.includes(name))

for (const mutant of wanted) mutate(readFileSync(join(root, mutant.file), 'utf8'), mutant)
if (!runTests(wanted.map(({ killedBy }) => killedBy)).success) throw new Error('The tests fail without any mutant')

let killed = 0
for (const mutant of wanted) {
  const outcome = tryMutant(mutant)
  if (outcome === 'killed') killed += 1
  console.log(`${outcome.padEnd(14)} ${mutant.name} (${mutant.file})`)
}
console.log(`${killed} of ${wanted.length} mutants were killed by the test that is named for them.`)
if (killed < wanted.length) process.exitCode = 1
