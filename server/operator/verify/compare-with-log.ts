import type { Kysely, Selectable } from 'kysely'
import { endFacts, markFacts, startFacts } from '../../domain/audit/compared-facts.ts'
import type { StartedSession } from '../../domain/sessions/stores.ts'
import type { Schema } from '../../storage/schema.ts'
import { madeBy } from '../../storage/stores/ruled-marks.ts'
import type { Finding, OpenedDatabase } from './check-invariant.ts'
import { comparePasskeys, excusesMissing } from './compare-passkeys.ts'
import { compareRulings } from './compare-rulings.ts'
import { compareSpotChecks } from './compare-spot-checks.ts'
import { compareWrittenRows } from './compare-written-rows.ts'
import { actOf, type Kind, kinds } from './compared-acts.ts'
import { type Comparison, compareRow, createTally, sessionOf } from './comparison.ts'
import { describeDifferences, describeMissing, describeRepeated } from './describe-differences.ts'
import { readAtOneMoment, readRows } from './read-in-batches.ts'
import { findHorizon, keysOfTakenBack, readLog, readLoggedActs } from './read-logged-acts.ts'

const rules: Readonly<Record<Kind, string>> = {
  attendance_sessions: 'The attendance sessions match the audit log',
  marks: 'The marks match the audit log',
  passkeys: 'The passkeys match the audit log',
  rulings: 'The rulings match the audit log',
  head_counts: 'The head counts match the audit log',
  draws: 'The draws match the audit log',
}

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
    const ofRows = await compareWrittenRows(db, comparison.logged.written, comparison.horizon)
    return [...kinds.map((kind) => report(comparison, kind)), ...ofRows]
  })
}

const sessionColumns = [
  'id',
  'organisation_id',
  'group_id',
  'number',
  'started_at',
  'ends_at',
  'planned_ends_at',
  'starter_session_id',
  'started_by',
  'ended_by',
  'late_after',
  'closes_after',
  'refuses_late',
  'takes_guests',
] as const
type SessionRow = Pick<Selectable<Schema['attendance_sessions']>, (typeof sessionColumns)[number]>

async function compareSessions(db: Kysely<Schema>, comparison: Comparison): Promise<void> {
  await readRows(db.selectFrom('attendance_sessions').select(sessionColumns), ['id'], (row) => {
    if (row.number < 0) compareTakenBack(comparison, row)
    else {
      compareStart(comparison, row)
      if (row.planned_ends_at !== null) compareEarlyEnd(comparison, row)
    }
  })
}

const toSession = (row: SessionRow) => ({
  id: row.id,
  organisationId: row.organisation_id,
  groupId: row.group_id,
  number: row.number,
  startedAt: row.started_at,
})

function compareStart(comparison: Comparison, row: SessionRow): void {
  const endsAt = row.planned_ends_at ?? row.ends_at
  const startedBy = row.started_by ?? ''
  const session = { ...toSession(row), endsAt, starterSessionId: row.starter_session_id, startedBy }
  const facts = startFacts({ ...session, ...courseOf(row) })
  const act = { action: 'attendance.start', subject: null, facts, at: row.started_at }
  compareRow(comparison, act, ' was not started by any entry of the log')
}

/** Of a session of a course. */
function courseOf(row: SessionRow): Pick<StartedSession, 'course'> {
  if (row.late_after === null) return {}
  const thresholds = { lateAfterMs: row.late_after, closesAfterMs: row.closes_after }
  const rules = { refusesLate: row.refuses_late === 1, takesGuests: row.takes_guests === 1 }
  return { course: { ...thresholds, ...rules } }
}

function compareEarlyEnd(comparison: Comparison, row: SessionRow): void {
  const facts = endFacts(toSession(row), row.ends_at, row.ended_by)
  compareRow(comparison, { action: 'attendance.end', subject: null, facts, at: row.started_at })
}

function compareTakenBack(comparison: Comparison, row: SessionRow): void {
  const facts = endFacts(toSession(row), row.ends_at, null)
  compareRow(comparison, { action: 'attendance.take-back', subject: row.id, facts, at: row.started_at })
}

async function compareMarks(db: Kysely<Schema>, comparison: Comparison): Promise<void> {
  const query = db
    .selectFrom('marks')
    .leftJoin('attendance_sessions', 'attendance_sessions.id', 'marks.attendance_session_id')
    .select(['attendance_session_id', 'marks.organisation_id', 'student_id', 'marked_at', 'method', 'credential_id'])
    .select(['proof_id', 'evidence', 'begun_at', 'group_id', 'number', madeBy('marks').as('made_by')])
  await readRows(query, ['attendance_session_id', 'student_id'], (row) => {
    const facts = markFacts(sessionOf(row), {
      markedAt: row.marked_at,
      method: row.method,
      credentialId: row.credential_id,
      proofId: row.proof_id,
      evidence: row.evidence,
      begunAt: row.begun_at,
    })
    compareRow(comparison, { action: 'attendance.mark', subject: row.made_by, facts, at: row.marked_at })
  })
}

/** For each difference, adds what the log says; reports each entry whose row is missing. */
async function nameFaults(db: Kysely<Schema>, comparison: Comparison): Promise<void> {
  const { logged, differences, tallies } = comparison
  for (const { kind, row } of logged.repeated) tallies[kind].wrong.push(describeRepeated(row))
  if (differences.size === 0 && logged.known.countOpen() === 0) return
  await readLog(db, (row) => {
    const act = actOf(row)
    if (!act) return
    if (row.action === 'attendance.take-back')
      for (const key of keysOfTakenBack(row)) delete differences.get(key)?.logged
    const difference = differences.get(act.key)
    if (difference) {
      // For a passkey that was removed and registered again the last entry counts, for all others the first.
      if (act.kind === 'passkeys') difference.logged = row
      else difference.logged ??= row
    } else if (logged.known.isOpen(act.key)) {
      logged.known.remove(act.key)
      if (act.kind !== 'passkeys' || !excusesMissing(logged, row)) tallies[act.kind].wrong.push(describeMissing(row))
    }
  })
  for (const difference of differences.values()) tallies[difference.kind].wrong.push(...describeDifferences(difference))
}

const unseenOfMarks =
  'An entry that was added after the end of the log, before the server sealed it, cannot be told from the server’s own'

function report({ tallies, logged, horizon }: Comparison, kind: Kind): Finding {
  const { rows, byKey, tooOld, repaired, wrong } = tallies[kind]
  const notes = [
    byKey > 0 ? `${byKey} compared only by account and place: an earlier version wrote their entries` : '',
    tooOld > 0 ? `${tooOld} not compared: they are older than the log, which begins at ${formatTime(horizon)}` : '',
    repaired > 0 ? `${repaired} made in a course as those of a class, repaired by a recount` : '',
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
