import type { TestProject } from 'vitest/node'
import { postgresMissing } from '../scripts/postgres.mjs'
import { startTemporaryPostgres } from './temporary-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Undefined where PostgreSQL is not installed: its half of the server tests is then left out. */
    postgresUrl: string | undefined
  }
}

/** Vitest's global set-up: one PostgreSQL for the whole run. In CI its absence is an error, elsewhere one loud line. */
export default async function setUpPostgres(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTemporaryPostgres()
  if (postgres === undefined && process.env.CI) throw new Error(postgresMissing)
  if (postgres === undefined) console.warn(postgresMissing)
  project.provide('postgresUrl', postgres?.url)
  return async () => postgres?.stop()
}
