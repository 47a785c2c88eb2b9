import type { PostgresPoolClient } from 'kysely'

type Query = (text: string, values: unknown[]) => Promise<unknown>

/** A client of Kysely that asks by `query`, and reads by no cursor. */
export const poolClient = (query: Query, release: PostgresPoolClient['release']): PostgresPoolClient => ({
  query: query as unknown as PostgresPoolClient['query'],
  release,
})
