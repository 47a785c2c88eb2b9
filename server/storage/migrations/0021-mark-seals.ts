import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

const day = 24 * 60 * 60_000
/** Sessions whose marks are read by one statement. */
const batch = 50

/** Seals over marks. The first one is over all marks from before. */
export function markSeals(engine: 'sqlite' | 'postgresql'): Migration {
  const { isSqlite, epochMs, finishKeyed } = tableKinds(engine)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await finishKeyed(
        db.schema
          .createTable('mark_seals')
          .addColumn('cause', 'text', (column) => column.notNull())
          .addColumn('from_ms', epochMs, (column) => column.notNull())
          .addColumn('until_ms', epochMs, (column) => column.notNull())
          .addColumn('marks', 'integer', (column) => column.notNull())
          .addColumn('hash', 'text', (column) => column.notNull())
          .addColumn('sealed_at', epochMs, (column) => column.notNull())
          .addPrimaryKeyConstraint('mark_seals_by_time', ['cause', 'from_ms']),
      )
      await db.schema
        .createIndex('attendance_sessions_by_time')
        .on('attendance_sessions')
        .column('started_at')
        .execute()
      await (isSqlite ? guardOnSqlite(db) : guardOnPostgresql(db))
      await sealOldMarks(db, Date.now())
    },
  }
}

type OldMarks = {
  attendance_sessions: { id: string; started_at: number }
  marks: {
    attendance_session_id: string
    organisation_id: string
    student_id: string
    marked_at: number
    method: string
    credential_id: string
    proof_id: string
    evidence: string
  }
  mark_seals: {
    cause: string
    from_ms: number
    until_ms: number
    marks: number
    hash: string
    sealed_at: number
  }
  audit_log: {
    at: number
    action: string
    outcome: string
    address_prefix: string
    request_id: string
    detail: string
  }
}

/**
 * A mark by hand comes up to a day after its session, and a server of the version before may be writing: the last three
 * days stay out. Their marks are in the audit log.
 */
async function sealOldMarks(untyped: Kysely<unknown>, now: number): Promise<void> {
  const db = untyped as Kysely<OldMarks>
  const until = Math.floor((now - 3 * day) / day) * day
  const { marks, digest } = await hashMarks(db, until)
  // An installation that begins with signatures has nothing to seal.
  if (marks === 0) return
  const cause = 'before-signing'
  await db
    .insertInto('mark_seals')
    .values({ cause, from_ms: 0, until_ms: until, marks, hash: digest, sealed_at: now })
    .execute()
  await db
    .insertInto('audit_log')
    .values({
      at: now,
      action: 'evidence.seal',
      outcome: 'done',
      address_prefix: '',
      request_id: '',
      detail: `${cause} from 0 until ${until}: ${marks} marks ${digest}`,
    })
    .execute()
}

async function hashMarks(db: Kysely<OldMarks>, until: number): Promise<{ marks: number; digest: string }> {
  const sessions = await db
    .selectFrom('attendance_sessions')
    .where('started_at', '>=', 0)
    .where('started_at', '<', until)
    .select(['id', 'started_at'])
    .execute()
  const hashes: string[] = []
  let count = 0
  for (let place = 0; place < sessions.length; place += batch) {
    const some = sessions.slice(place, place + batch)
    const rows = await db
      .selectFrom('marks')
      .where(
        'attendance_session_id',
        'in',
        some.map(({ id }) => id),
      )
      .select(['attendance_session_id', 'organisation_id', 'student_id', 'marked_at', 'method'])
      .select(['credential_id', 'proof_id', 'evidence'])
      .execute()
    count += rows.length
    const bySession = Map.groupBy(rows, ({ attendance_session_id }) => attendance_session_id)
    for (const { id, started_at } of some) {
      const lines = (bySession.get(id) ?? []).map((mark) =>
        JSON.stringify([
          id,
          Number(started_at),
          mark.organisation_id,
          mark.student_id,
          Number(mark.marked_at),
          mark.method,
          mark.credential_id,
          mark.proof_id,
          mark.evidence,
        ]),
      )
      if (lines.length > 0) hashes.push(hashLines(lines))
    }
  }
  return { marks: count, digest: hashLines(hashes) }
}

function hashLines(lines: readonly string[]): string {
  return hash('sha256', lines.toSorted().join('\n'), 'base64url')
}

async function guardOnSqlite(db: Kysely<unknown>): Promise<void> {
  for (const act of ['update', 'delete']) {
    await sql`create trigger ${sql.ref(`mark_seals_no_${act}`)} before ${sql.raw(act)} on mark_seals
      begin select raise(abort, 'mark_seals is append-only'); end`.execute(db)
  }
}

/** By the function that guards the rulings; it names the table. */
async function guardOnPostgresql(db: Kysely<unknown>): Promise<void> {
  await sql`create trigger mark_seals_no_change before update or delete on mark_seals
    for each row execute function refuse_ruling_change()`.execute(db)
  await sql`create trigger mark_seals_no_truncate before truncate on mark_seals
    for each statement execute function refuse_ruling_change()`.execute(db)
}
