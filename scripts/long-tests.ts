import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * `npm run races`, `npm run cluster`, `npm run faults`, `npm run restore-drill`, `npm run upgrade-check`, `npm run import-check`, `npm run desk-check`, `npm run history`, `npm run fuzz` and `npm run attacks`: tests that `npm test` runs for
 * a moment, as long as it takes to trust them. `npm run test:engines`: all tests but those in a browser. All of these run
 * on both engines. `npm run test:e2e:all`: the browser tests, with every look of every screen. `desk-browsers` is the end of
 * `npm run desk-check`.
 */
type LongTest = {
  readonly files: readonly string[]
  readonly env: Record<string, string>
  /** By Playwright, on the web app as it is built. */
  readonly isJourney?: true
}

const longTests: Readonly<Record<string, LongTest>> = {
  races: { files: ['server/protocol/races.test.ts'], env: { RACE_ROUNDS: '100' } },
  cluster: { files: ['server/cluster.test.ts'], env: { RACE_ROUNDS: '100' } },
  faults: { files: ['testing/faults'], env: { FAULTS: 'full' } },
  'restore-drill': {
    files: ['server/operator/restore-drill.test.ts', 'server/operator/back-to-a-moment.test.ts'],
    env: { RESTORE_DRILL: 'full' },
  },
  'upgrade-check': { files: ['testing/upgrade'], env: { UPGRADE_CHECK: 'full' } },
  'import-check': { files: ['testing/import-check'], env: { IMPORT_CHECK: 'full' } },
  'desk-check': { files: ['testing/desk-check'], env: { DESK_CHECK: 'full' } },
  'desk-browsers': { files: ['e2e/desk-check.spec.ts'], env: { DESK_CHECK: 'full' }, isJourney: true },
  engines: { files: [], env: {} },
  e2e: { files: [], env: { LOOKS: 'all' }, isJourney: true },
  history: { files: ['server/protocol/numbers-history.test.ts'], env: { HISTORY_ACTS: '1000' } },
  fuzz: { files: ['server/protocol/fuzz.test.ts'], env: { FUZZ_CASES: '10000' } },
  attacks: {
    files: [
      'server/protocol/bad-addresses.test.ts',
      'server/protocol/bad-input.test.ts',
      'server/protocol/foreign-ids.test.ts',
      'server/protocol/limit-attacks.test.ts',
      'server/protocol/product/disputes-under-attack.test.ts',
      'server/protocol/product/passkey-attacks.test.ts',
      'server/protocol/product/staff-attacks.test.ts',
      'server/protocol/request-guards.test.ts',
    ],
    env: { ATTACKS: 'full' },
  },
}

const [name = '', ...rest] = process.argv.slice(2)
const wanted = longTests[name]
if (!wanted) {
  console.error(`There are: ${Object.keys(longTests).join(', ')}`)
  process.exit(1)
}
const modules = join(import.meta.dirname, '../node_modules')
const [program, command] = wanted.isJourney ? ['@playwright/test/cli.js', 'test'] : ['vitest/vitest.mjs', 'run']
const { status } = spawnSync(process.execPath, [join(modules, program), command, ...wanted.files, ...rest], {
  stdio: 'inherit',
  env: { ENGINES: 'both', ...wanted.env, ...process.env },
})
process.exit(status ?? 1)
