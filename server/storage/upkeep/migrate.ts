import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Engine } from '../../domain/ports.ts'
import { foundation } from '../migrations/0044-foundation.ts'
import { seenCells } from '../migrations/0046-seen-cells.ts'
import { peopleWhoGo } from '../migrations/0048-people-who-go.ts'
import { mails } from '../migrations/0049-mails.ts'
import { firstDays } from '../migrations/0053-first-days.ts'
import { rowsOfBefore } from '../migrations/0054-rows-of-before.ts'
import { disputes } from '../migrations/0056-disputes.ts'
import { personLinks } from '../migrations/0057-person-links.ts'
import { peopleApart } from '../migrations/0058-people-apart.ts'
import { accountDeletion } from '../migrations/0059-account-deletion.ts'
import { joinedPeople } from '../migrations/0060-joined-people.ts'
import type { Schema } from '../schema.ts'
import { type Patience, withBriefLocks } from './brief-locks.ts'

/** The first 43 migrations became one, and this was the last of them. */
const lastReplaced = '0044-course-imports.expansion'
const foundationName = '0044-foundation'
/** Its server brings the tables of an earlier version to `lastReplaced`. */
const lastCommitWithAll = 'b7abff15'

/** All of them, in their order. */
export const migrationsOf = (engine: Engine): Readonly<Record<string, Migration>> => ({
  '0044-foundation': foundation(engine),
  '0046-seen-cells.expansion': seenCells(),
  '0048-people-who-go.expansion': peopleWhoGo(engine),
  '0049-mails.expansion': mails(),
  '0053-first-days.expansion': firstDays(),
  '0054-rows-of-before.expansion': rowsOfBefore(),
  '0056-disputes': disputes(engine),
  '0057-person-links.expansion': personLinks(engine),
  '0058-people-apart.expansion': peopleApart(engine),
  '0059-account-deletion.expansion': accountDeletion(engine),
  '0060-joined-people.expansion': joinedPeople(engine),
})

/**
 * A migration whose name ends so only adds to the tables: the version before it works on with them. It is a part of the
 * name because that version does not have the migration; the name is all that it can read of it.
 */
const expansionEnding = '.expansion'

export type Upgrade = Patience & {
  /** For a server, which may start again while another version of it has extended the tables. */
  readonly acceptsExpansions?: boolean
  /** Absent: those of this version. */
  readonly migrations?: Readonly<Record<string, Migration>>
}

/**
 * Runs the migrations that this database has not had. When several processes start at once, one migrates and the others
 * wait. On PostgreSQL the other processes go on taking attendance meanwhile. Throws when the tables are of a newer
 * version and not merely extended by it, of one from before the foundation, or of an older one that this role may not change, and when
 * other transactions left no gap for the change.
 */
export async function migrateToLatest(db: Kysely<Schema>, engine: Engine, upgrade: Upgrade = {}): Promise<void> {
  const migrations = upgrade.migrations ?? migrationsOf(engine)
  const found = await readDone(db, engine)
  const hasAllReplaced = found.includes(lastReplaced)
  const done = hasAllReplaced ? [foundationName, ...found.filter((name) => name > lastReplaced)] : found
  const early = done.find((name) => name < foundationName)
  if (early !== undefined) {
    throw new Error(
      `its tables are of an early version (${early}); start the server of commit ${lastCommitWithAll} once, which brings them up to date.`,
    )
  }
  const unknown = done.filter((name) => !Object.hasOwn(migrations, name))
  const isComplete = Object.keys(migrations).every((name) => done.includes(name))
  const isAccepted = (name: string) => upgrade.acceptsExpansions && isComplete && name.endsWith(expansionEnding)
  const refused = unknown.find((name) => !isAccepted(name))
  if (refused !== undefined) {
    throw new Error(
      `its tables were made by a newer version (${refused}); start that version, or restore a backup of this one.`,
    )
  }
  if (unknown.length > 0) upgrade.print?.(`A newer version has extended the tables (${unknown.join(', ')}).`)
  if (isComplete && !hasAllReplaced) return
  if (engine === 'postgresql' && !(await mayChangeTables(db))) {
    throw new Error(
      'its tables are not up to date, and this role may not change them; run `npm run operator -- migrate` first.',
    )
  }
  const run = async (own: Kysely<Schema>) => {
    if (hasAllReplaced) await nameFoundation(own)
    const migrator = new Migrator({ db: own, provider: { getMigrations: async () => migrations } })
    const { error } = await migrator.migrateToLatest()
    if (error !== undefined) throw error
  }
  await (engine === 'postgresql' ? withBriefLocks(db, upgrade, run) : run(db))
}

/** Only names change: the tables are those that the foundation makes. A process that waited meanwhile finds nothing to do. */
function nameFoundation(db: Kysely<Schema>): Promise<void> {
  return db.transaction().execute(async (own) => {
    await sql`update kysely_migration set name = ${foundationName} where name = ${lastReplaced}`.execute(own)
    await sql`delete from kysely_migration where name < '0044'`.execute(own)
  })
}

/** Throws when no server of any version has made its tables: there is nothing to read. */
export async function refuseWithoutTables(db: Kysely<Schema>, engine: Engine): Promise<void> {
  if ((await readDone(db, engine)).length > 0) return
  throw new Error(
    'it holds no tables of Rollkey that may be read; DATABASE_URL or DATA_DIR must be what the server is started with.',
  )
}

/** The names of the migrations that this database has had. */
async function readDone(db: Kysely<Schema>, engine: Engine): Promise<string[]> {
  const { rows: found } = await (engine === 'sqlite'
    ? sql`select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'`
    : // Only what this role may read counts.
      sql`select 1 from pg_class where oid = to_regclass('kysely_migration') and has_table_privilege(oid, 'select')`
  ).execute(db)
  if (found.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** True of the role that owns the tables, and of every role that may create them when there are none. */
async function mayChangeTables(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select has_schema_privilege(current_schema(), 'create') and coalesce(
      (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('kysely_migration')), true) as may
  `.execute(db)
  return rows[0]?.may === true
}
