import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, onTestFinished, test } from 'vitest'
import { nameKey } from '#server/domain/profiles/name-key.ts'
import { createDatabase, engines } from '#testing/create-database.ts'
import { openPool } from '#testing/open-pool.ts'
import { MigrationDialect } from '../sqlite/embedded-dialect.ts'
import { openNodeSqlite } from '../sqlite/node-sqlite.ts'
import { migrationsOf } from '../upkeep/migrate.ts'

const names = ['José Núñez', 'Sean O’Brien', 'ΟΔΥΣΣΕΎΣ ΠΑΠΆΣ', 'फ़िरोज़ ख़ान', 'Işıl Groß', 'Ｔａｒａ ẞ', '김 민준']

test.each(engines)('what servers from before the foundation have left is filled, on %s', async (engine) => {
  const { dataDir, databaseUrl, drop } = await createDatabase(engine)
  onTestFinished(drop)
  const db = new Kysely<unknown>({
    dialect:
      engine === 'sqlite'
        ? new MigrationDialect({ database: openNodeSqlite(join(dataDir, 'rollkey.sqlite')) })
        : new PostgresDialect({ pool: openPool(databaseUrl) }),
  })
  onTestFinished(() => db.destroy())
  const migrateTo = async (name: string) => {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsOf(engine) } })
    expect((await migrator.migrateTo(name)).error).toBeUndefined()
  }
  await migrateTo('0053-first-days.expansion')
  for (const [index, name] of names.entries()) {
    const [id, [firstName, lastName]] = [`S${index}`, name.split(' ')]
    await sql`insert into accounts (id, email, email_canonical, name, password_hash, email_verified, has_profile,
      user_handle, password_updated_at, created_at, updated_at)
      values (${id}, ${id}, ${id}, '', '', 1, 1, ${id}, 1, 1, 1)`.execute(db)
    await sql`insert into students (id, email, phone_number, created_at, updated_at, first_name, last_name, roll_number)
      values (${id}, '', '', 1, 1, ${firstName}, ${lastName}, 'R')`.execute(db)
    await sql`insert into organisations (id, email, phone_number, created_at, updated_at, name, address_line1, address_line2,
      state, city, classes, members) values (${id}, '', '', 1, 1, ${name}, '', '', '', '', 0, 0)`.execute(db)
  }
  const filled = 'of this version'
  await sql`update students set name_key = ${filled} where id = 'S0'`.execute(db)
  for (const [id, suspect, because] of [
    ['sound', 0, null],
    ['suspect', 1, null],
    ['changed', 1, 'backup-eligibility'],
  ] as const)
    await sql`insert into passkeys (credential_id, account_id, public_key, counter, backup_eligible, backed_up, transports,
      aaguid, name, created_at, suspect, suspect_because)
      values (${id}, 'S1', '', 0, 0, 0, '[]', '', '', 1, ${suspect}, ${because})`.execute(db)
  for (const kind of ['membership-gave-way', 'passkey-added'])
    await sql`insert into outbox (id, kind, recipient, attempts, queued_at, due_at)
      values (${kind}, ${kind}, '', 0, 1, 1)`.execute(db)

  await migrateTo('0054-rows-of-before.expansion')
  const students = await sql<{ key: string }>`select name_key as key from students order by id`.execute(db)
  expect(students.rows.map(({ key }) => key)).toEqual([filled, ...names.slice(1).map(nameKey)])
  const institutes = await sql<{ key: string }>`select name_key as key from organisations order by id`.execute(db)
  expect(institutes.rows.map(({ key }) => key)).toEqual(names.map(nameKey))
  const passkeys = await sql`select credential_id as id, suspect_because as because from passkeys order by 1`.execute(
    db,
  )
  expect(passkeys.rows).toEqual([
    { id: 'changed', because: 'backup-eligibility' },
    { id: 'sound', because: null },
    { id: 'suspect', because: 'counter' },
  ])
  expect((await sql`select kind from outbox`.execute(db)).rows).toEqual([{ kind: 'passkey-added' }])
})
