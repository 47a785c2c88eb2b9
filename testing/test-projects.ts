import type { Storage } from '#server/domain/ports.ts'

export type Engine = Storage['engine']

export type TestProject = {
  /** Globs from the root of the repository. A file is in the first project that takes it. */
  readonly include: readonly string[]
  /** What `describe.each(engines)` runs on in these files. */
  readonly engines: readonly Engine[]
}

export const bothEngines: readonly Engine[] = ['sqlite', 'postgresql']

/** Parts of screens, in a browser and without a database. */
export const partTests = 'web/**/*.browser.test.tsx'

/**
 * Which of the other tests run on which engines. `npm test` runs each file on the engines that stand here, `npm run test:all` runs each
 * on both. `npm run check` runs the rules alone.
 */
export const testProjects = {
  /** The SQL, the driver, what must survive a crash, several processes on one database, and one whole journey. */
  'both engines': {
    include: [
      'server/storage/**/*.test.ts',
      'server/domain/roster/link-people.test.ts',
      'server/domain/roster/new-doubles.test.ts',
      'server/domain/roster/told-numbers.test.ts',
      'server/protocol/races.test.ts',
      'server/protocol/numbers-history.test.ts',
      'server/protocol/main-job.test.ts',
      'server/cluster.test.ts',
      'server/rolling-upgrade.test.ts',
      'server/adapters/keys/claim-installation-key.test.ts',
      'server/adapters/mail/quiet-mail.test.ts',
      'server/protocol/operation-surface.test.ts',
      'server/operator/{restore-drill,back-to-a-moment}.test.ts',
      'testing/faults/{database-faults,held-locks,kill-in-a-rush,kill-process,lost-answer,volume-faults}.test.ts',
      'testing/{create-database,held-commit,postgres-cluster}.test.ts',
      'bench/{counting-proxy,check-in-trips}.test.ts',
      'testing/import-check/import-check.test.ts',
      'testing/desk-check/desk-check.test.ts',
    ],
    engines: bothEngines,
  },
  /** They need neither PostgreSQL nor a build. */
  rules: {
    include: [
      '{contract,roster-files,web,scripts}/**/*.test.{ts,tsx}',
      'server/{domain,adapters,async,config}/**/*.test.ts',
    ],
    engines: ['sqlite'],
  },
  /** HTTP, whole processes, and the tools of tests. */
  server: { include: ['{server,testing,bench,demo}/**/*.test.ts'], engines: ['sqlite'] },
} satisfies Readonly<Record<string, TestProject>>
