import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { ExportFormat } from '#contract/report-requests.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'
import { exportReport } from './export-report.ts'

const now = 1_700_000_000_000
const context = makeContext({ caller: makeCaller('college', 'ORG', { authenticatedAt: now }) })

/** Requests the attendance book of a period with that many sessions; earlier sessions exist. */
async function openBook(format: ExportFormat, sessions: number, members: number) {
  const scope = { organisationId: 'college', members, firstNumber: 5_001, lastNumber: 5_000 + sessions }
  const deps = {
    storage: {
      now: async () => now,
      reports: { findScope: async () => scope },
      organisations: { readSettings: async () => undefined },
      audit: { append: async () => undefined },
    },
    exporter: { start: async () => ({ rows: members, bytes: 1, isExact: false, body: Readable.from([]) }) },
  } as unknown as Pick<Deps, 'storage' | 'exporter'>
  return exportReport(deps, await enter('reports.export', context), { report: 'attendance-book', format, zone: 'UTC' })
}

test.each([
  ['csv', 16_000, 1],
  ['xlsx', 16_000, 1],
  ['xlsx', 16_000, 6_250],
  ['csv', 16_000, 6_251],
] as const)('an attendance book fits a file: %s of %i sessions and %i members', async (format, sessions, members) => {
  expect(await openBook(format, sessions, members)).toMatchObject({ rows: members })
})

test.each([
  ['csv', 16_001, 1],
  ['xlsx', 16_001, 1],
  ['xlsx', 16_000, 6_251],
] as const)(
  'an attendance book is too large for a file: %s of %i sessions and %i members',
  async (format, sessions, members) => {
    await expect(openBook(format, sessions, members)).rejects.toMatchObject({
      type: 'general_argument_invalid',
      message: 'The attendance book of this period is too large for a file. Please choose a shorter period.',
    })
  },
)
