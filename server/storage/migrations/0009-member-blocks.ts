import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** Blocks of 500 consecutive members by roll number. An organisation's first block begins with ''. */
export const fillMemberBlocks = `
  insert into member_blocks (organisation_id, first_roll_number, members)
  select organisation_id, case when block = 0 then '' else min(roll_number_canonical) end, count(*)
  from (
    select organisation_id, roll_number_canonical,
      (row_number() over (partition by organisation_id order by roll_number_canonical) - 1) / 500 as block
    from memberships
  ) numbered
  group by organisation_id, block`

/** With blocks, a page far down a list of members is found without counting all members before it. */
export function memberBlocks(engine: 'sqlite' | 'postgresql'): Migration {
  const { finishKeyed } = tableKinds(engine)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await finishKeyed(
        db.schema
          .createTable('member_blocks')
          .addColumn('organisation_id', 'text', (column) =>
            column.notNull().references('organisations.id').onDelete('cascade'),
          )
          .addColumn('first_roll_number', 'text', (column) => column.notNull())
          .addColumn('members', 'integer', (column) => column.notNull())
          .addPrimaryKeyConstraint('member_blocks_key', ['organisation_id', 'first_roll_number']),
      )
      await sql.raw(fillMemberBlocks).execute(db)
    },
  }
}
