import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** A ruling is about a person in a session. The student stays beside it: by it the ruling is found from a mark. */
export function rulingsOfPeople(engine: 'sqlite' | 'postgresql'): Migration {
  const { isSqlite } = tableKinds(engine)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await (isSqlite ? rebuildRulings(db) : extendRulings(db))
      await db.schema
        .createIndex('rulings_of_marks')
        .on('rulings')
        .columns(['attendance_session_id', 'student_id', 'sequence'])
        .unique()
        .execute()
      if (isSqlite) await guardOnSqlite(db)
    },
  }
}

const columns = sql.raw(
  'attendance_session_id, student_id, sequence, status, reason, note, decided_by, decided_at, cause',
)

/** In `r`. Null, which no ruling may have, where there is no such person. */
const personOf = sql`(select p.id from attendance_sessions x
  inner join people p on p.organisation_id = x.organisation_id and p.student_id = r.student_id
  where x.id = r.attendance_session_id)`

async function rebuildRulings(db: Kysely<unknown>): Promise<void> {
  const { finishKeyed } = tableKinds('sqlite')
  await finishKeyed(
    db.schema
      .createTable('rulings_rebuilt')
      .addColumn('attendance_session_id', 'text', (column) => column.notNull().references('attendance_sessions.id'))
      .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
      .addColumn('sequence', 'integer', (column) => column.notNull())
      // Null: a person without an account.
      .addColumn('student_id', 'text', (column) => column.references('students.id'))
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('note', 'text')
      .addColumn('decided_by', 'text', (column) => column.notNull())
      .addColumn('decided_at', 'integer', (column) => column.notNull())
      .addColumn('cause', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('rulings_in_order', ['attendance_session_id', 'person_id', 'sequence']),
  )
  await sql`insert into rulings_rebuilt (person_id, ${columns}) select ${personOf}, ${columns} from rulings r`.execute(
    db,
  )
  await sql`drop table rulings`.execute(db)
  await sql`alter table rulings_rebuilt rename to rulings`.execute(db)
  await db.schema.createIndex('rulings_by_student').on('rulings').column('student_id').execute()
}

/** The guards went with the table. */
async function guardOnSqlite(db: Kysely<unknown>): Promise<void> {
  const refuse = sql`begin select raise(abort, 'rulings is append-only'); end`
  for (const act of ['update', 'delete'])
    await sql`create trigger ${sql.ref(`rulings_no_${act}`)} before ${sql.raw(act)} on rulings ${refuse}`.execute(db)
  // 'insert or replace' would delete the row of the same key, and no trigger would be asked.
  const isThere = (
    key: string,
  ) => sql`exists (select 1 from rulings where attendance_session_id = new.attendance_session_id
    and ${sql.ref(key)} = ${sql.ref(`new.${key}`)} and sequence = new.sequence)`
  await sql`create trigger rulings_no_replace before insert on rulings
    when ${isThere('person_id')} or ${isThere('student_id')} ${refuse}`.execute(db)
}

async function extendRulings(db: Kysely<unknown>): Promise<void> {
  await sql`alter table rulings add column person_id text`.execute(db)
  await sql`alter table rulings disable trigger rulings_no_change`.execute(db)
  await sql`update rulings r set person_id = ${personOf}`.execute(db)
  await sql`alter table rulings enable trigger rulings_no_change`.execute(db)
  await sql`alter table rulings
    drop constraint rulings_in_order,
    add constraint rulings_in_order primary key (attendance_session_id, person_id, sequence),
    add constraint rulings_person foreign key (person_id) references people (id),
    alter column student_id drop not null`.execute(db)
}
