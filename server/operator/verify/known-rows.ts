import { DatabaseSync } from 'node:sqlite'

/** What the log says of the rows of tables, by what identifies each. */
export type KnownRows = {
  /** False, and changes nothing, when the key was added before and not removed. `undefined`: the content is unknown. */
  readonly add: (key: string, content: string | undefined) => boolean
  /** Adds the key with this content, whatever was added before. */
  readonly set: (key: string, content: string) => void
  /** Takes the key out: its row is found. */
  readonly find: (key: string, content: string) => Found
  /** Removes the key. False when it is unknown. */
  readonly remove: (key: string) => boolean
  /** Whether the key was added, and neither found nor removed since. */
  readonly isOpen: (key: string) => boolean
  /** The number of such keys. */
  readonly countOpen: () => number
  /** Forgets all that was added, and what was removed. */
  readonly clear: () => void
}

/** `by-key`: the content is unknown. */
export type Found = 'same' | 'different' | 'by-key' | 'removed' | 'unknown'

/** In a temporary file of SQLite, of which 64 MB are in memory at most: a log may hold many millions of marks. */
export function createKnownRows(): KnownRows {
  const db = new DatabaseSync('')
  db.exec(`pragma journal_mode = off; pragma cache_size = -65536;
    create table rows (key text primary key, content text) without rowid; begin`)
  const insert = db.prepare('insert or ignore into rows values (?, ?)')
  const replace = db.prepare('insert or replace into rows values (?, ?)')
  const take = db.prepare('delete from rows where key = ? returning content')
  const look = db.prepare('select 1 from rows where key = ?')
  const count = db.prepare('select count(*) as open from rows')
  const removed = new Set<string>()
  return {
    add: (key, content) => insert.run(key, content ?? null).changes === 1,
    set: (key, content) => void replace.run(key, content),
    find(key, content) {
      const row = take.get(key)
      if (!row) return removed.has(key) ? 'removed' : 'unknown'
      if (row.content === null) return 'by-key'
      return row.content === content ? 'same' : 'different'
    },
    remove(key) {
      if (take.get(key)) removed.add(key)
      return removed.has(key)
    },
    isOpen: (key) => look.get(key) !== undefined,
    countOpen: () => Number(count.get()?.open),
    clear() {
      db.exec('delete from rows')
      removed.clear()
    },
  }
}
