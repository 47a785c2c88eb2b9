import { join } from 'node:path'
import { expect } from 'vitest'
import { verifyData } from '#server/operator/verify/verify-data.ts'
import type { TestDatabase } from './create-database.ts'

/**
 * The rules about every database that always hold (rules §6). `now`: the server's clock. `areMarksUnsigned`: where a test
 * has written marks past the server.
 */
export async function checkInvariants(
  database: TestDatabase,
  now = Date.now(),
  { areMarksUnsigned = false } = {},
): Promise<void> {
  const checked = await verifyData(locate(database), { now })
  const findings = checked.filter(({ rule }) => !areMarksUnsigned || !rule.startsWith('Each mark has its signature'))
  expect(findings.flatMap(({ rule, wrong }) => wrong.map((line) => `${rule}: ${line}`))).toEqual([])
}

/** As the storage takes it. */
export function locate({ dataDir, databaseUrl }: Pick<TestDatabase, 'dataDir' | 'databaseUrl'>) {
  return databaseUrl === undefined ? { file: join(dataDir, 'rollkey.sqlite') } : { url: databaseUrl }
}
