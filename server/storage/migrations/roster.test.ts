import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDatabase, type Engine, engines } from '#testing/create-database.ts'
import { openPool } from '#testing/open-pool.ts'
import { MigrationDialect } from '../sqlite/embedded-dialect.ts'
import { openNodeSqlite } from '../sqlite/node-sqlite.ts'
import { migrationsOf } from '../upkeep/migrate.ts'

type Times = readonly (readonly [begins: number, ends: number | null])[]

describe.each(engines)('the roster of an older version on %s', (engine: Engine) => {
  async function open(): Promise<Kysely<unknown>> {
    const { dataDir, databaseUrl, drop } = await createDatabase(engine)
    onTestFinished(drop)
    const dialect =
      engine === 'sqlite'
        ? new MigrationDialect({ database: openNodeSqlite(join(dataDir, 'rollkey.sqlite')) })
        : new PostgresDialect({ pool: openPool(databaseUrl) })
    const db = new Kysely<unknown>({ dialect })
    onTestFinished(() => db.destroy())
    return db
  }

  async function migrateTo(db: Kysely<unknown>, name: string): Promise<void> {
    const { error } = await new Migrator({
      db,
      provider: { getMigrations: async () => migrationsOf(engine) },
    }).migrateTo(name)
    if (error !== undefined) throw error
  }

  async function insert(db: Kysely<unknown>, table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
    const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
    await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(db)
  }

  async function addAccount(db: Kysely<unknown>, id: string): Promise<void> {
    const texts = { id, email: id, email_canonical: id, name: id, password_hash: '', user_handle: id }
    const numbers = { email_verified: 1, has_profile: 1, password_updated_at: 1, created_at: 1, updated_at: 1 }
    await insert(db, 'accounts', { ...texts, ...numbers })
  }

  test('becomes dated enrolments, with a gap between two of them', async () => {
    const db = await open()
    await migrateTo(db, '0030-groups')
    const contact = { email: '', phone_number: '', created_at: 1, updated_at: 1 }
    const address = { address_line1: '', address_line2: '', state: '', city: '' }
    for (const id of ['club', 'school']) {
      await addAccount(db, id)
      await insert(db, 'organisations', { id, name: id, ...contact, ...address, classes: 0, members: 0 })
      await insert(db, 'groups', { id, organisation_id: id, kind: 'whole' })
    }
    const lives: Readonly<Record<string, Times>> = {
      stayed: [[1, null]],
      left: [[2, 9]],
      'came back': [
        [1, 5],
        [8, null],
      ],
      'came back twice, the second time at once, and left': [
        [1, 5],
        [8, 8],
        [8, 20],
      ],
    }
    for (const [id, times] of Object.entries(lives)) {
      await addAccount(db, id)
      await insert(db, 'students', { id, first_name: id, last_name: '', roll_number: id, ...contact })
      const [left_at] = times.at(-1)?.slice(1) ?? []
      const membership = { organisation_id: 'school', student_id: id, roll_number_canonical: id, total: 3 }
      const ended = { left_at, left_because: left_at === null ? null : 'taken-out' }
      await insert(db, 'memberships', { ...membership, joined_at: times[0]?.[0], ...ended })
      for (const [at, [, end]] of times.slice(0, -1).entries()) {
        const gap = { organisation_id: 'school', student_id: id, left_at: end }
        await insert(db, 'membership_gaps', { ...gap, rejoined_at: times[at + 1]?.[0] })
      }
    }
    // Of another institute.
    const elsewhere = { organisation_id: 'club', student_id: 'came back', roll_number_canonical: '1', total: 0 }
    await insert(db, 'memberships', { ...elsewhere, joined_at: 4 })

    await migrateTo(db, '0031-roster')
    const { rows } = await sql<{
      id: string
      times_joined: number
      sequence: number
      begins_at: number
      ends_at: number | null
    }>`
      select m.student_id as id, m.times_joined, e.sequence, e.begins_at, e.ends_at from enrolments e
      inner join memberships m on m.person_id = e.person_id
      inner join people p on p.id = e.person_id and p.student_id = m.student_id and p.organisation_id = m.organisation_id
      where e.group_id = 'school' and m.organisation_id = 'school' and m.total = 3 order by m.student_id, e.sequence`.execute(
      db,
    )
    const found = Object.fromEntries(
      Object.entries(Object.groupBy(rows, ({ id }) => id)).map(([id, own = []]) => [
        id,
        own.map((row) => [Number(row.begins_at), row.ends_at === null ? null : Number(row.ends_at)]),
      ]),
    )
    expect(found).toEqual(lives)
    expect(rows.filter(({ id }) => id.startsWith('came back twice')).map(({ sequence }) => sequence)).toEqual([1, 2, 3])
    for (const { id, times_joined } of rows) expect(times_joined).toBe(lives[id]?.length)
    const { rows: others } = await sql`select begins_at from enrolments where group_id = 'club'`.execute(db)
    expect(others).toHaveLength(1)
  })
})
