import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

const cachedStatements = 300
const busyTimeoutMs = 5_000
/** Of 4 KiB; the log file grows to about this before it is used from the start again. */
const checkpointPages = 8_000

/**
 * Gives node:sqlite the shape that Kysely's SQLite dialect asks for. The file is in WAL mode with synchronous=FULL: a
 * commit that returned has reached the disk.
 */
export function openNodeSqlite(file: string): SqliteDatabase & { readonly raw: DatabaseSync } {
  const raw = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true })
  raw.exec('pragma journal_mode = wal')
  raw.exec('pragma synchronous = full')
  // Many commits change the same few pages: copying them into the file less often copies far fewer of them.
  raw.exec(`pragma wal_autocheckpoint = ${checkpointPages}`)
  const statements = new Map<string, SqliteStatement>()

  function makeStatement(text: string): SqliteStatement {
    const prepared = raw.prepare(text)
    return {
      reader: prepared.columns().length > 0,
      all: (parameters) => prepared.all(...toInput(parameters)),
      run: (parameters) => prepared.run(...toInput(parameters)),
      // Iterating needs a statement of its own: the cached one may be run by somebody else meanwhile.
      iterate: (parameters) => raw.prepare(text).iterate(...toInput(parameters)),
    }
  }

  return {
    raw,
    close: () => raw.close(),
    prepare(text) {
      // A deferred transaction can fail at the moment it first writes; an immediate one waits for its turn at the start.
      const wanted = text === 'begin' ? 'begin immediate' : text
      const statement = statements.get(wanted) ?? makeStatement(wanted)
      statements.delete(wanted)
      statements.set(wanted, statement)
      const oldest = statements.size > cachedStatements ? statements.keys().next().value : undefined
      if (oldest !== undefined) statements.delete(oldest)
      return statement
    },
  }
}

/** node:sqlite stores a Date as NULL without a word, so only what it can hold gets through. */
function toInput(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (typeof value === 'string' || typeof value === 'number' || value === null) return value
    if (typeof value === 'boolean') return Number(value)
    if (value === undefined) return null
    throw new TypeError(`SQLite cannot hold a ${typeof value}`)
  })
}
