import type { TestProject } from 'vitest/node'
import { postgresMissing } from '../scripts/postgres.mjs'
import { startTemporaryPostgres } from './temporary-postgres.ts'
import type { Engine } from './test-projects.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** What the tests of this project run on. */
    engines: readonly Engine[]
    /** Undefined where no project of this run asks for PostgreSQL, or where it is not installed: its tests are then left out. */
    postgresUrl: string | undefined
  }
}

/**
 * Vitest's global set-up: one PostgreSQL for the whole run, if one of its projects asks for it. In CI its absence is an
 * error, elsewhere one loud line.
 */
export default async function setUpPostgres(root: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!root.vitest.projects.some(({ config }) => config.provide.engines?.includes('postgresql'))) return undefined
  const postgres = await startTemporaryPostgres()
  if (postgres === undefined && process.env.CI) throw new Error(postgresMissing)
  if (postgres === undefined) console.warn(postgresMissing)
  root.provide('postgresUrl', postgres?.url)
  return async () => postgres?.stop()
}
