import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { CompiledQuery, QueryResult, SqliteDatabase, SqliteStatement } from 'kysely'
import { prepareBare, toRows } from './bare-rows.ts'
import { makePrivateFile } from './private-files.ts'

const cachedStatements = 300
const busyTimeoutMs = 5_000
/** Of 4 KiB. The log file grows to about this size before it is reused from its start. */
const checkpointPages = 8_000
/** The maximum; memory is taken as pages are read. */
const cacheKilobytes = 32_000

export type NodeSqlite = SqliteDatabase & {
  readonly raw: DatabaseSync
  readonly execute: <Row>(query: CompiledQuery<Row>) => QueryResult<Row>
}

/**
 * Gives node:sqlite the interface that Kysely's SQLite dialect needs. The file is in WAL mode with synchronous=FULL: a
 * returned commit is on disk.
 */
export function openNodeSqlite(file: string, { isReadOnly = false } = {}): NodeSqlite {
  // The engine would make it with the default mode of the process.
  if (!isReadOnly) makePrivateFile(file)
  const raw = new DatabaseSync(file, {
    timeout: busyTimeoutMs,
    enableForeignKeyConstraints: true,
    readOnly: isReadOnly,
  })
  if (!isReadOnly) {
    raw.exec('pragma journal_mode = wal')
    raw.exec('pragma synchronous = full')
    // Many commits change the same few pages: copying them into the file less often copies far fewer of them.
    raw.exec(`pragma wal_autocheckpoint = ${checkpointPages}`)
  }
  // The pages in use of an institute's database stay in memory, and so does what a savepoint needs for a rollback.
  raw.exec(`pragma cache_size = -${cacheKilobytes}`)
  raw.exec('pragma temp_store = memory')
  const statements = new Map<string, SqliteStatement>()

  function makeStatement(text: string): SqliteStatement {
    const { statement, columns, all } = prepareBare(raw, text)
    return {
      reader: columns.length > 0,
      all: (parameters) => toRows(all(toInput(parameters))),
      run: (parameters) => statement.run(...toInput(parameters)),
      // Iterating needs its own statement: another query may run the cached one meanwhile.
      iterate: (parameters) => raw.prepare(text).iterate(...toInput(parameters)),
    }
  }

  function prepare(text: string): SqliteStatement {
    // A deferred transaction can fail at its first write; an immediate one waits at its start.
    const wanted = text === 'begin' ? 'begin immediate' : text
    const known = statements.get(wanted)
    if (known) return known
    const statement = makeStatement(wanted)
    statements.set(wanted, statement)
    const oldest = statements.size > cachedStatements ? statements.keys().next().value : undefined
    if (oldest !== undefined) statements.delete(oldest)
    return statement
  }

  return {
    raw,
    close() {
      if (raw.isOpen) raw.close()
    },
    prepare,
    execute<Row>({ sql, parameters }: CompiledQuery<Row>): QueryResult<Row> {
      const statement = prepare(sql)
      if (statement.reader) return { rows: statement.all(parameters) as Row[] }
      return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) }
    },
  }
}

/** node:sqlite stores a Date as NULL without an error, so only values that it can store are passed on. */
function toInput(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (typeof value === 'string' || typeof value === 'number' || value === null) return value
    if (typeof value === 'boolean') return Number(value)
    if (value === undefined) return null
    throw new TypeError(`SQLite cannot hold a ${typeof value}`)
  })
}
