import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

type Right = 'select' | 'insert' | 'update' | 'delete'
type RightOrColumns = Right | `update (${string})`

/** The server's rights to a table that is not listed below. */
const usual: readonly Right[] = ['select', 'insert', 'update', 'delete']

/** Tables to which the server needs fewer rights: a thief of its role must not get the others. */
const narrower: Readonly<Record<string, readonly RightOrColumns[]>> = {
  audit_log: ['select', 'insert'],
  audit_chain: ['select', 'insert'],
  clock_jumps: ['select', 'insert'],
  // Two people who are joined: whose a ruling is, and not what it says.
  rulings: ['select', 'insert', 'update (person_id, student_id, former_person_id, former_student_id)'],
  session_rulings: ['select', 'insert'],
  head_counts: ['select', 'insert'],
  draws: ['select', 'insert'],
  settings: ['select', 'insert'],
  // Who could act when, and who may be written to.
  staff: ['select', 'insert', 'update'],
  day_passes: ['select', 'insert', 'update'],
  staff_groups: ['select', 'insert', 'update'],
  staff_invitations: ['select', 'insert', 'update'],
  student_invitations: ['select', 'insert', 'update'],
  stopped_mails: ['select', 'insert'],
  // Rows are locked and given one more value later, and never removed.
  attendance_sessions: ['select', 'insert', 'update'],
  marks: ['select', 'insert', 'update'],
  mark_signatures: ['select', 'insert', 'delete'],
  mark_seals: ['select', 'insert'],
  kysely_migration: ['select'],
  kysely_migration_lock: ['select'],
} satisfies {
  readonly [Table in keyof Schema | 'kysely_migration' | 'kysely_migration_lock']?: readonly RightOrColumns[]
}

/**
 * Gives a role of PostgreSQL the rights that the server needs, and revokes all others (rules §7). Needs a connection of
 * the role that owns the tables, and up-to-date tables. A running server notices nothing. Throws when the role could
 * still change tables.
 */
export async function grantRights(db: Kysely<Schema>, role: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const [to, schema] = [sql.id(role), sql.id(await readCurrentSchema(trx))]
    await sql`revoke all on all tables in schema ${schema} from ${to}`.execute(trx)
    await sql`revoke all on schema ${schema} from ${to}`.execute(trx)
    await sql`grant usage on schema ${schema} to ${to}`.execute(trx)
    await sql`grant usage on all sequences in schema ${schema} to ${to}`.execute(trx)
    const { rows: tables } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = current_schema()`.execute(trx)
    for (const { name } of tables) {
      const rights = sql.raw((narrower[name] ?? usual).join(', '))
      await sql`grant ${rights} on table ${schema}.${sql.id(name)} to ${to}`.execute(trx)
    }
    await sql`grant execute on function ${schema}.remove_audit_rows to ${to}`.execute(trx)
    const reason = await findReasonForMore(trx, role)
    if (reason !== undefined) throw new Error(`the role ${role} could change the tables: ${reason}.`)
  })
}

async function readCurrentSchema(db: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name ?? 'public'
}

/** Why a role can do more than was granted here. Undefined when it cannot. */
async function findReasonForMore(db: Kysely<Schema>, role: string): Promise<string | undefined> {
  const { rows } = await sql<Record<'isSuperuser' | 'isOwner' | 'mayCreate', boolean>>`
    select rolsuper as "isSuperuser",
      exists (select 1 from pg_tables where schemaname = current_schema() and pg_has_role(${role}::name, tableowner, 'member'))
        as "isOwner",
      has_schema_privilege(${role}::name, current_schema(), 'create') as "mayCreate"
    from pg_roles where rolname = ${role}`.execute(db)
  const { isSuperuser, isOwner, mayCreate } = rows[0] ?? {}
  if (isSuperuser) return 'it is a superuser'
  if (isOwner) return 'it is a member of the role that owns them'
  if (mayCreate) return 'it may create in their schema; as a superuser: revoke create on schema public from public'
  return undefined
}
