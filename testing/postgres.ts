import type { TestProject } from 'vitest/node'
import { postgresMissing } from '../scripts/postgres.mjs'
import { startTemporaryPostgres } from './temporary-postgres.ts'
import type { Engine } from './test-projects.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The engines of this run. */
    engines: readonly Engine[]
    /** Whether every test runs on both, as in `npm run test:all`. */
    isBothEverywhere: boolean
    /** Undefined if no project of this run needs PostgreSQL, or it is not installed: its tests are then skipped. */
    postgresUrl: string | undefined
  }
}

/**
 * Vitest's global set-up: one PostgreSQL for the whole run, if one of its projects needs it. It waits for no disk: tests
 * of what survives a crash start their own. If it is missing, that is an error in CI, otherwise one loud line.
 */
export default async function setUpPostgres(root: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!root.vitest.projects.some(({ config }) => config.provide.engines?.includes('postgresql'))) return undefined
  const postgres = await startTemporaryPostgres({ fsync: 'off', full_page_writes: 'off' })
  if (postgres === undefined && process.env.CI) throw new Error(postgresMissing)
  if (postgres === undefined) console.warn(postgresMissing)
  root.provide('postgresUrl', postgres?.url)
  return async () => postgres?.stop()
}
