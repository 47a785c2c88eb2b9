import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { ReportStore } from '../../domain/register/report-stores.ts'
import { isDatabaseOutage, isRetryable } from '../engine-errors.ts'
import type { Schema } from '../schema.ts'

/** How long a read waits until the standby has what was committed before the read was asked for. */
const patienceMs = 1_000
const pauseMs = 50

type Side = { readonly db: Kysely<Schema>; readonly store: ReportStore }

/**
 * Reads from the standby, and from the primary while the standby is away, too far behind, or had to cancel the read. So a
 * reader always sees what was acknowledged before.
 */
export function preferStandby(standby: Side, primary: Side): ReportStore {
  const read = async <T>(ask: (store: ReportStore) => Promise<T>): Promise<T> => {
    try {
      if (await hasCaughtUp(standby.db, primary.db)) return await ask(standby.store)
    } catch (error) {
      if (!isDatabaseOutage(error) && !isRetryable(error)) throw error
    }
    return ask(primary.store)
  }
  return {
    findScope: (...args) => read((store) => store.findScope(...args)),
    listSessions: (...args) => read((store) => store.listSessions(...args)),
    listSessionTimes: (...args) => read((store) => store.listSessionTimes(...args)),
    findSession: (...args) => read((store) => store.findSession(...args)),
    countStudents: (...args) => read((store) => store.countStudents(...args)),
    listStudents: (...args) => read((store) => store.listStudents(...args)),
    listStudentIds: (...args) => read((store) => store.listStudentIds(...args)),
    findStudents: (...args) => read((store) => store.findStudents(...args)),
    findStudent: (...args) => read((store) => store.findStudent(...args)),
    listHistory: (...args) => read((store) => store.listHistory(...args)),
    hasMarkByHand: (...args) => read((store) => store.hasMarkByHand(...args)),
    countSheet: (...args) => read((store) => store.countSheet(...args)),
    listSheet: (...args) => read((store) => store.listSheet(...args)),
    countMarksByMethod: (...args) => read((store) => store.countMarksByMethod(...args)),
    countNetworks: (...args) => read((store) => store.countNetworks(...args)),
    listFlagged: (...args) => read((store) => store.listFlagged(...args)),
    listMarks: (...args) => read((store) => store.listMarks(...args)),
    findOrigins: (...args) => read((store) => store.findOrigins(...args)),
    listContacts: (...args) => read((store) => store.listContacts(...args)),
    listAway: (...args) => read((store) => store.listAway(...args)),
    listAttended: (...args) => read((store) => store.listAttended(...args)),
  }
}

/** False after the wait. A standby that was promoted has everything. */
async function hasCaughtUp(standby: Kysely<Schema>, primary: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ position: string }>`select pg_current_wal_flush_lsn()::text as position`.execute(primary)
  const position = rows[0]?.position ?? ''
  const end = performance.now() + patienceMs
  for (;;) {
    const answer = await sql<{ has: boolean }>`
      select not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= ${position}::pg_lsn as has`.execute(standby)
    if (answer.rows[0]?.has === true) return true
    if (performance.now() + pauseMs > end) return false
    await wait(pauseMs)
  }
}
