import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** An id that the engine makes. */
export const newPersonId = (engine: 'sqlite' | 'postgresql'): RawBuilder<string> =>
  engine === 'sqlite' ? sql`lower(hex(randomblob(16)))` : sql`replace(gen_random_uuid()::text, '-', '')`

/**
 * One roster: a person of an institute for each membership, and the dated times in which the person was enrolled in a group. In
 * the group of all members they take the place of the gaps between two memberships.
 */
export function roster(engine: 'sqlite' | 'postgresql'): Migration {
  const { isSqlite, epochMs, finishKeyed } = tableKinds(engine)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await finishKeyed(
        db.schema
          .createTable('people')
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
          // Null: a person without an account.
          .addColumn('student_id', 'text', (column) => column.references('students.id'))
          .addUniqueConstraint('people_of_students', ['organisation_id', 'student_id']),
      )
      await sql`insert into people (id, organisation_id, student_id)
        select ${newPersonId(engine)}, organisation_id, student_id from memberships`.execute(db)
      await db.schema.createIndex('people_by_student').on('people').column('student_id').execute()
      await (isSqlite ? rebuildMemberships(db) : extendMemberships(db))

      await finishKeyed(
        db.schema
          .createTable('enrolments')
          .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
          .addColumn('group_id', 'text', (column) => column.notNull().references('groups.id'))
          // 1, 2, 3, … of one person in one group: a gap lies between two of them.
          .addColumn('sequence', 'integer', (column) => column.notNull())
          .addColumn('begins_at', epochMs, (column) => column.notNull())
          // Null while it lasts.
          .addColumn('ends_at', epochMs)
          .addPrimaryKeyConstraint('enrolments_in_order', ['person_id', 'group_id', 'sequence']),
      )
      await sql.raw(fillEnrolments).execute(db)
      await db.schema
        .createIndex('enrolments_by_time')
        .on('enrolments')
        .columns(['group_id', 'begins_at', 'ends_at'])
        .execute()
      await db.schema.dropTable('membership_gaps').execute()
      // With this index alone, a report finds whether most members were there, and reads no row.
      await db.schema.dropIndex('memberships_by_joining').execute()
      await db.schema
        .createIndex('memberships_by_joining')
        .on('memberships')
        .columns(['organisation_id', 'joined_at', 'left_at', 'times_joined'])
        .execute()
    },
  }
}

/** Each time begins with the first joining or after a gap, and ends with the next gap or with the membership. */
const fillEnrolments = `
  with begun as (
    select organisation_id, student_id, joined_at as begins_at, null as after from memberships
    union all
    select organisation_id, student_id, case when rejoined_at < left_at then left_at else rejoined_at end, left_at
    from membership_gaps
  ), numbered as (
    select organisation_id, student_id, begins_at, row_number() over in_order as sequence, lead(after) over in_order as ends_at
    from begun
    window in_order as (partition by organisation_id, student_id
      order by case when after is null then 0 else 1 end, after)
  )
  insert into enrolments (person_id, group_id, sequence, begins_at, ends_at)
  select m.person_id, m.organisation_id, n.sequence, n.begins_at, coalesce(n.ends_at, m.left_at)
  from numbered n inner join memberships m on m.organisation_id = n.organisation_id and m.student_id = n.student_id`

const timesJoined = sql`1 + (select count(*) from membership_gaps g
  where g.organisation_id = m.organisation_id and g.student_id = m.student_id)`

/** SQLite adds no column that must have a value. No other table refers to this one. */
async function rebuildMemberships(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_master
    where tbl_name = 'memberships' and sql is not null order by type = 'index'`.execute(db)
  const [definition, ...indexes] = rows
  const rebuilt = (definition?.sql ?? '')
    .replace('"memberships"', '"memberships_rebuilt"')
    .replace(
      'constraint ',
      '"person_id" text not null unique references "people" ("id"), "times_joined" integer not null default 1, constraint ',
    )
  await sql.raw(rebuilt).execute(db)
  await sql`insert into memberships_rebuilt select m.*, p.id, ${timesJoined} from memberships m
    inner join people p on p.organisation_id = m.organisation_id and p.student_id = m.student_id
    order by m.organisation_id, m.student_id`.execute(db)
  await sql`drop table memberships`.execute(db)
  await sql`alter table memberships_rebuilt rename to memberships`.execute(db)
  for (const index of indexes) await sql.raw(index.sql).execute(db)
}

async function extendMemberships(db: Kysely<unknown>): Promise<void> {
  await sql`alter table memberships add column person_id text,
    add column times_joined integer not null default 1`.execute(db)
  await sql`update memberships m set person_id = p.id, times_joined = ${timesJoined} from people p
    where p.organisation_id = m.organisation_id and p.student_id = m.student_id`.execute(db)
  await sql`alter table memberships alter column person_id set not null,
    add constraint memberships_of_person unique (person_id),
    add constraint memberships_person foreign key (person_id) references people (id)`.execute(db)
}
