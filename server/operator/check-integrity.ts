import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../config/start-error.ts'
import { messageOf } from '../domain/error-facts.ts'

/** Throws StartError unless the file is a whole database of this product. */
export function checkIntegrity(file: string): void {
  const finding = findDamage(file)
  if (finding !== undefined) throw new StartError(`${file} is not a sound database: ${finding}.`)
}

function findDamage(file: string): string | undefined {
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      const table = "select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'"
      if (database.prepare(table).get() === undefined) return 'it holds something else'
      const [problem] = database.prepare('pragma integrity_check(1)').all()
      if (problem?.integrity_check !== 'ok') return String(problem?.integrity_check).replace(/\s+/g, ' ')
      const orphan = database.prepare('pragma foreign_key_check').get()
      return orphan === undefined ? undefined : `a row of ${orphan.table} refers to a row that is missing`
    } finally {
      database.close()
    }
  } catch (error) {
    return messageOf(error)
  }
}
