import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { DatabaseLocation } from '#server/config/database-location.ts'
import { markFacts, startFacts } from '#server/domain/audit/compared-facts.ts'
import { openForReading } from '#server/storage/open-for-reading.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { insertPasskey } from '#testing/make-passkey.ts'

/** Rows of one statement. */
const batch = 10_000

type Entry = readonly [at: number, action: string, accountId: string, subject: string | null, detail: string]

/** Gives every student a passkey, and every mark, session and passkey its audit row, as calls would have. */
export async function fillLog(database: DatabaseLocation): Promise<void> {
  const opened = await openForReading(database)
  const { db } = opened
  const students = await db.selectFrom('students').select('id').execute()
  const sessions = await db.selectFrom('attendance_sessions').selectAll().orderBy('started_at').execute()
  const write = await openWriter(database)
  for (const session of sessions) {
    const { id, organisation_id, number } = session
    const started = {
      id,
      organisationId: organisation_id,
      groupId: organisation_id,
      number,
      startedAt: session.started_at,
      endsAt: session.ends_at,
      starterSessionId: session.starter_session_id,
    }
    const marks = await db.selectFrom('marks').selectAll().where('attendance_session_id', '=', id).execute()
    const entries = marks.map((mark): Entry => {
      const facts = markFacts(started, {
        markedAt: mark.marked_at,
        method: mark.method,
        credentialId: mark.credential_id,
        proofId: mark.proof_id,
        evidence: mark.evidence,
      })
      return [mark.marked_at, 'attendance.mark', organisation_id, mark.student_id, JSON.stringify(facts)]
    })
    entries.unshift([
      session.started_at,
      'attendance.start',
      organisation_id,
      null,
      JSON.stringify(startFacts(started)),
    ])
    for (let at = 0; at < entries.length; at += batch) await write.insert(entries.slice(at, at + batch))
  }
  await write.close()
  await opened.close()
  await addPasskeys(
    database,
    students.map(({ id }) => id),
  )
}

async function addPasskeys(database: DatabaseLocation, students: readonly string[]): Promise<void> {
  const storage = await openStorage({ database })
  await storage.transaction(async (stores) => {
    const now = await stores.now()
    for (const id of students) {
      const publicKey = crypto.getRandomValues(new Uint8Array(77))
      await insertPasskey(stores, id, { credentialId: `credential of ${id}`, publicKey }, now)
    }
  })
  await storage.close()
}

const insertInto =
  'insert into audit_log (at, action, outcome, account_id, subject, address_prefix, request_id, detail)'

async function openWriter(database: DatabaseLocation) {
  if ('url' in database) {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const statement = `${insertInto} select (e ->> 0)::bigint, e ->> 1, 'done', e ->> 2, e ->> 3, '127.0.0.1', 'filled-in', e ->> 4
      from json_array_elements($1::json) e`
    return {
      insert: async (entries: readonly Entry[]) => void (await client.query(statement, [JSON.stringify(entries)])),
      close: () => client.end(),
    }
  }
  const raw = new DatabaseSync(database.file)
  const insert =
    raw.prepare(`${insertInto} select value ->> 0, value ->> 1, 'done', value ->> 2, value ->> 3, '127.0.0.1',
    'filled-in', value ->> 4 from json_each(?)`)
  return {
    insert: async (entries: readonly Entry[]) => void insert.run(JSON.stringify(entries)),
    close: async () => raw.close(),
  }
}
