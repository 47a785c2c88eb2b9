import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import type { DatabaseLocation } from '../config/database-location.ts'
import { openPostgresqlReader } from './postgresql/postgresql-reader.ts'
import { makeLiveReads, type ReportReader } from './report-reader.ts'
import type { Schema } from './schema.ts'
import { prepareBare, toRows } from './sqlite/bare-rows.ts'
import { SingleStatementDialect } from './sqlite/single-statement-dialect.ts'
import { reportStore } from './stores/report-store.ts'

const busyTimeoutMs = 5_000

/** For a thread that only writes a report: the embedded engine works in the calling thread. */
export async function openReportReader(database: DatabaseLocation): Promise<ReportReader> {
  if ('url' in database) return openPostgresqlReader({ location: database, onLostConnection: () => undefined })
  const raw = new DatabaseSync(database.file, { readOnly: true, timeout: busyTimeoutMs })
  const statements = new Map<string, ReturnType<typeof prepareBare>>()
  const db = new Kysely<Schema>({
    dialect: new SingleStatementDialect(async ({ text, parameters }) => {
      const statement = statements.get(text) ?? prepareBare(raw, text)
      statements.set(text, statement)
      return toRows(statement.all(parameters))
    }),
  })
  return {
    store: reportStore({ db, engine: 'sqlite' }),
    live: makeLiveReads(db),
    async close() {
      await db.destroy()
      raw.close()
    },
  }
}
