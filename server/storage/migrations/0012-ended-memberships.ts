import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** Memberships end instead of being deleted, and an account remembers that its email was verified before it was changed. */
export function endedMemberships(engine: 'sqlite' | 'postgresql'): Migration {
  const { isSqlite, epochMs, finishKeyed } = tableKinds(engine)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .alterTable('accounts')
        .addColumn('was_verified', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
      await sql.raw(markVerifiedOnce).execute(db)
      await sql`create index accounts_never_verified on accounts (created_at, id)
        where email_verified = 0 and was_verified = 0`.execute(db)
      await db.schema.alterTable('outbox').addColumn('organisation_id', 'text').execute()

      const makeMemberships = (name: string, key: string) =>
        finishKeyed(
          db.schema
            .createTable(name)
            .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
            .addColumn('student_id', 'text', (column) => column.notNull().references('students.id'))
            .addColumn('roll_number_canonical', 'text', (column) => column.notNull())
            .addColumn('total', 'integer', (column) => column.notNull())
            .addColumn('expiry_time', epochMs)
            .addColumn('joined_at', epochMs, (column) => column.notNull())
            .addColumn('roll_number', 'text')
            .addColumn('left_at', epochMs)
            .addColumn('left_because', 'text')
            .addPrimaryKeyConstraint(key, ['organisation_id', 'student_id']),
        )
      if (isSqlite) {
        // Its constraints cannot be dropped. No table refers to this one.
        await makeMemberships('memberships_with_end', 'memberships_key')
        const columns = sql.raw('organisation_id, student_id, roll_number_canonical, total, expiry_time, joined_at')
        await sql`insert into memberships_with_end (${columns}) select ${columns} from memberships`.execute(db)
        await db.schema.dropTable('memberships').execute()
        await db.schema.alterTable('memberships_with_end').renameTo('memberships').execute()
        await db.schema.createIndex('memberships_by_student').on('memberships').column('student_id').execute()
      } else {
        await db.schema.alterTable('memberships').dropConstraint('memberships_roll_number').execute()
        await db.schema
          .alterTable('memberships')
          .addColumn('roll_number', 'text')
          .addColumn('left_at', epochMs)
          .addColumn('left_because', 'text')
          .execute()
        await db.schema.dropIndex('memberships_by_joining').execute()
      }
      await sql`create unique index memberships_roll_number on memberships (organisation_id, roll_number_canonical)
        where left_at is null`.execute(db)
      // Reports include former members, too.
      await db.schema
        .createIndex('memberships_by_roll_number')
        .on('memberships')
        .columns(['organisation_id', 'roll_number_canonical', 'student_id'])
        .execute()
      await db.schema
        .createIndex('memberships_by_joining')
        .on('memberships')
        .columns(['organisation_id', 'joined_at', 'left_at'])
        .execute()
      await sql`create index memberships_ended on memberships (organisation_id) where left_at is not null`.execute(db)

      await finishKeyed(
        db.schema
          .createTable('membership_gaps')
          .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
          .addColumn('student_id', 'text', (column) => column.notNull().references('students.id'))
          .addColumn('left_at', epochMs, (column) => column.notNull())
          .addColumn('rejoined_at', epochMs, (column) => column.notNull())
          .addPrimaryKeyConstraint('membership_gaps_key', ['organisation_id', 'student_id', 'left_at']),
      )
      await db.schema.createIndex('membership_gaps_by_student').on('membership_gaps').column('student_id').execute()
    },
  }
}

/** Only a verified account gets a passkey or a mark, and the audit log records each link that was used. */
const markVerifiedOnce = `
  update accounts set was_verified = 1
  where email_verified = 0 and (
    id in (select account_id from passkeys) or id in (select student_id from marks)
    or id in (select subject from audit_log where action = 'verification.confirm' and outcome = 'done'))`
