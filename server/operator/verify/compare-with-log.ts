import type { Kysely, Selectable } from 'kysely'
import { earlyEndDetail, markDetail, startDetail, takenBack } from '../../domain/audit/comparable-details.ts'
import type { Schema } from '../../storage/schema.ts'
import type { Finding, OpenedDatabase } from './check-invariant.ts'
import { comparePasskeys, excusesMissing } from './compare-passkeys.ts'
import { compareRulings } from './compare-rulings.ts'
import { compareSpotChecks } from './compare-spot-checks.ts'
import { type Comparison, createTally, judge } from './comparison.ts'
import {
  describeDifferences,
  describeMissing,
  describeRepeated,
  nameEarlyEnd,
  nameMark,
  nameStart,
  nameTakenBack,
} from './describe-differences.ts'
import { batch, readAtOneMoment, readInBatches } from './read-in-batches.ts'
import {
  findHorizon,
  type Kind,
  keyOf,
  type LogRow,
  readLog,
  readLoggedAct,
  readLoggedActs,
  readTakenBackNumber,
} from './read-logged-acts.ts'

const rules: Readonly<Record<Kind, string>> = {
  attendance_sessions: 'The attendance sessions match the audit log',
  marks: 'The marks match the audit log',
  passkeys: 'The passkeys match the audit log',
  rulings: 'The rulings match the audit log',
  head_counts: 'The head counts match the audit log',
  draws: 'The draws match the audit log',
}

const kinds = ['attendance_sessions', 'marks', 'passkeys', 'rulings', 'head_counts', 'draws'] as const

/**
 * Compares attendance sessions, marks, rulings, head counts, draws and passkeys with the audit log, both ways (decision 21). Reads log and tables
 * once, and the log a second time if they differ. `now`: epoch ms.
 */
export function compareWithLog(opened: OpenedDatabase, now: number): Promise<Finding[]> {
  return readAtOneMoment(opened, async (db) => {
    const comparison: Comparison = {
      logged: await readLoggedActs(db),
      horizon: await findHorizon(db, now),
      differences: new Map(),
      tallies: {
        attendance_sessions: createTally(),
        marks: createTally(),
        passkeys: createTally(),
        rulings: createTally(),
        head_counts: createTally(),
        draws: createTally(),
      },
    }
    await compareSessions(db, comparison)
    await compareMarks(db, comparison)
    await comparePasskeys(db, comparison)
    await compareRulings(db, comparison)
    await compareSpotChecks(db, comparison)
    await nameFaults(db, comparison)
    return kinds.map((kind) => report(comparison, kind))
  })
}

const sessionColumns = [
  'id',
  'organisation_id',
  'number',
  'started_at',
  'ends_at',
  'planned_ends_at',
  'starter_session_id',
] as const
type SessionRow = Pick<Selectable<Schema['attendance_sessions']>, (typeof sessionColumns)[number]>

async function compareSessions(db: Kysely<Schema>, comparison: Comparison): Promise<void> {
  const read = (last: SessionRow | undefined): Promise<SessionRow[]> =>
    db
      .selectFrom('attendance_sessions')
      .select(sessionColumns)
      .$if(last !== undefined, (query) => query.where('id', '>', last?.id ?? ''))
      .orderBy('id')
      .limit(batch)
      .execute()
  await readInBatches(read, (row) => {
    if (row.number < 0) compareTakenBack(comparison, row)
    else {
      compareStart(comparison, row)
      if (row.planned_ends_at !== null) compareEarlyEnd(comparison, row)
    }
  })
}

function compareStart(comparison: Comparison, row: SessionRow): void {
  const detail = startDetail({
    id: row.id,
    organisationId: row.organisation_id,
    number: row.number,
    startedAt: row.started_at,
    endsAt: row.planned_ends_at ?? row.ends_at,
    starterSessionId: row.starter_session_id,
  })
  const key = keyOf.attendance_sessions(row.organisation_id, row.number)
  const name = nameStart(row.number, row.organisation_id)
  compareSession(
    comparison,
    row,
    { key, name, content: detail, detail },
    `${name} was not started by any entry of the log`,
  )
}

function compareEarlyEnd(comparison: Comparison, row: SessionRow): void {
  const detail = earlyEndDetail({ id: row.id, number: row.number, startedAt: row.started_at }, row.ends_at)
  const key = keyOf.earlyEnds(row.organisation_id, row.number)
  const name = nameEarlyEnd(row.number, row.organisation_id)
  compareSession(comparison, row, { key, name, content: detail, detail }, `${name}: the log does not know it`)
}

function compareTakenBack(comparison: Comparison, row: SessionRow): void {
  const content = takenBack({ id: row.id, startedAt: row.started_at }, row.ends_at)
  const name = nameTakenBack(row.id, row.organisation_id)
  const act = { key: keyOf.takenBack(row.id), name, content, detail: `${row.number} ${content}` }
  compareSession(comparison, row, act, `${name}: the log does not know it`)
}

type SessionAct = { readonly key: string; readonly name: string; readonly content: string; readonly detail: string }

function compareSession(comparison: Comparison, row: SessionRow, act: SessionAct, unknown: string): void {
  const { logged, tallies } = comparison
  const { key, name, content, detail } = act
  const found = logged.fingerprints.find(key, content)
  const judged = { key, name, at: row.started_at, expected: { accountId: row.organisation_id, detail } }
  const isUnknown = judge(comparison, 'attendance_sessions', found, judged)
  // Its number was given back, and no later entry took it.
  if (isUnknown || found === 'removed') tallies.attendance_sessions.wrong.push(unknown)
}

async function compareMarks(db: Kysely<Schema>, comparison: Comparison): Promise<void> {
  const { logged, tallies } = comparison
  const read = (last: { attendance_session_id: string; student_id: string } | undefined) =>
    db
      .selectFrom('marks')
      .leftJoin('attendance_sessions', 'attendance_sessions.id', 'marks.attendance_session_id')
      .select(['attendance_session_id', 'marks.organisation_id', 'student_id', 'marked_at', 'method', 'credential_id'])
      .select(['proof_id', 'evidence', 'number'])
      .$if(last !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple('attendance_session_id', 'student_id'),
            '>',
            tuple(last?.attendance_session_id ?? '', last?.student_id ?? ''),
          ),
        ),
      )
      .orderBy('attendance_session_id')
      .orderBy('student_id')
      .limit(batch)
      .execute()
  await readInBatches<Awaited<ReturnType<typeof read>>[number]>(read, (row) => {
    const { organisation_id, student_id, number } = row
    const detail = markDetail(number, {
      attendanceSessionId: row.attendance_session_id,
      organisationId: organisation_id,
      markedAt: row.marked_at,
      method: row.method,
      credentialId: row.credential_id,
      proofId: row.proof_id,
      evidence: row.evidence,
    })
    const key = keyOf.marks(organisation_id, number, student_id)
    const found = logged.fingerprints.find(key, detail)
    if (found === 'same') tallies.marks.rows += 1
    else {
      const name = nameMark(student_id, number, organisation_id)
      const judged = {
        key,
        name,
        at: row.marked_at,
        expected: { accountId: row.method === 'room-code' ? student_id : organisation_id, detail },
      }
      if (judge(comparison, 'marks', found, judged)) tallies.marks.wrong.push(`${name}: the log does not know it`)
    }
  })
}

/** For each difference, adds what the log says; reports each entry whose row is missing. */
async function nameFaults(db: Kysely<Schema>, comparison: Comparison): Promise<void> {
  const { logged, differences, tallies } = comparison
  for (const { kind, row } of logged.repeated) tallies[kind].wrong.push(describeRepeated(row))
  if (differences.size === 0 && logged.fingerprints.countOpen() === 0) return
  await readLog(db, (row) => {
    const act = readLoggedAct(row)
    if (!act) return
    if (row.action === 'attendance.take-back') forgetLogged(comparison, row)
    const difference = differences.get(act.key)
    if (difference) {
      // For a passkey that was removed and registered again the last entry counts, for all others the first.
      if (act.kind === 'passkeys') difference.logged = row
      else difference.logged ??= row
    } else if (logged.fingerprints.isOpen(act.key)) {
      logged.fingerprints.remove(act.key)
      if (act.kind !== 'passkeys' || !excusesMissing(logged, row)) tallies[act.kind].wrong.push(describeMissing(row))
    }
  })
  for (const difference of differences.values()) tallies[difference.kind].wrong.push(...describeDifferences(difference))
}

/** The start of a session that was taken back is not that of the one which has its number now. */
function forgetLogged({ differences }: Comparison, { account_id, detail }: LogRow): void {
  const number = readTakenBackNumber(detail)
  for (const key of [keyOf.attendance_sessions(account_id, number), keyOf.earlyEnds(account_id, number)]) {
    delete differences.get(key)?.logged
  }
}

const unseenOfMarks =
  'An entry that was added after the end of the log, before the server sealed it, cannot be told from the server’s own'

function report({ tallies, logged, horizon }: Comparison, kind: Kind): Finding {
  const { rows, byKey, tooOld, wrong } = tallies[kind]
  const notes = [
    byKey > 0 ? `${byKey} compared only by account and place: an earlier version wrote their entries` : '',
    tooOld > 0 ? `${tooOld} not compared: they are older than the log, which begins at ${formatTime(horizon)}` : '',
    kind === 'marks' && logged.counts.unclear > 0
      ? `${logged.counts.unclear} entries do not name the row that they are about`
      : '',
  ].filter((note) => note !== '')
  return {
    rule: rules[kind],
    rows,
    wrong,
    ...(notes.length > 0 ? { note: notes.join('; ') } : {}),
    ...(kind === 'marks' ? { unseen: unseenOfMarks } : {}),
  }
}

const formatTime = (at: number): string => new Date(at).toISOString()
