import { sql } from 'kysely'
import { type CellTruth, truthOf } from '#contract/course-cells.ts'
import type { SessionStatus } from '#contract/course-rules.ts'
import type { ClassReceipt, Receipt, ReceiptList, ReceiptState } from '#contract/receipts.ts'
import type { ChainHead } from '../../domain/audit/audit-chain.ts'
import { hashMark, type MarkToSeal } from '../../domain/audit/mark-seal.ts'
import { accountAudience } from '../../domain/changes/change-feed.ts'
import type { ReceiptStore } from '../../domain/receipts/stores.ts'
import { disputableIn } from '../../domain/register/cells.ts'
import { tellDispute } from '../../domain/register/tell-dispute.ts'
import { wayOf } from '../../domain/register/way-of-mark.ts'
import type { MarkMethod } from '../../domain/sessions/stores.ts'
import { readClock } from '../database-clock.ts'
import type { Handle } from '../handle.ts'
import { readHead } from './audit-chain-store.ts'
import { lastWordOn, saidOf } from './course-reader.ts'
import { type DisputeColumns, toDispute } from './dispute-store.ts'
import { type Enrolled, enrolledIn } from './enrolled.ts'
import { isMember, joinedAt } from './roster.ts'
import { type RulingColumns, ruledMarks, toCellRuling, toRuling } from './ruled-marks.ts'

type ReceiptRow = Pick<
  ClassReceipt,
  'attendanceSessionId' | 'organisationId' | 'organisationName' | 'markedAt' | 'total' | 'classes'
> &
  RulingColumns &
  DisputeColumns &
  Omit<MarkToSeal, 'organisation_id' | 'marked_at' | 'method'> & {
    readonly method: MarkMethod
    readonly groupId: string
    /** Of a course; null in a class, as all that follows. */
    readonly courseTitle: string | null
    readonly late_after: number | null
    readonly closes_after: number | null
    readonly begun_at: number | null
    readonly enrolled: Enrolled
    readonly signature: string | null
    readonly startedAt: number
    readonly endsAt: number
    readonly said: SessionStatus | null
    readonly hand_reason: string | null
  }

type RunningRow = Omit<NonNullable<ReceiptList['running']>[number], 'courseTitle' | 'hasRoomCode'> & {
  readonly courseTitle: string | null
  readonly room_code: 0 | 1
}

function toReceipt(row: ReceiptRow, { position, hash }: ChainHead, now: number): Receipt {
  const { ruled_status, signature, startedAt, hand_reason } = row
  const { student_id, method, credential_id, proof_id, evidence } = row
  const stored = { student_id, method, credential_id, proof_id, evidence }
  const { attendanceSessionId, organisationId, organisationName, markedAt } = row
  const mark = hashMark(attendanceSessionId, startedAt, {
    ...stored,
    organisation_id: organisationId,
    marked_at: markedAt,
  })
  const of = { attendanceSessionId, organisationId, organisationName, markedAt }
  const made = {
    ...(signature !== null && { isSigned: true as const }),
    ...wayBy(method),
    ...(hand_reason !== null && { handReason: hand_reason }),
    ...(position > 0 && { proof: { mark, head: `${position}:${hash}` } }),
  }
  const { groupId: id, courseTitle: title, total, classes } = row
  if (title === null) {
    const dispute = tellDispute(toDispute(row), ruled_status === 'absent' ? 'was-there' : 'not-me')
    return { ...of, classes, total, ...dispute, ...toRuling(row), ...made }
  }
  const truth = truthIn(row)
  const session = { endsAt: row.endsAt, status: row.said ?? 'held' }
  const offered = disputableIn({ truth, session, hasMark: true, isOnSheet: true, isLeftOut: false }, now)
  const course = { id, title, number: classes, state: stateOf(truth, row.enrolled) }
  return { ...of, course, ...tellDispute(toDispute(row), offered), ...toCellRuling(row), ...made }
}

/** What holds in the cell of a mark in a course. */
function truthIn(row: ReceiptRow): CellTruth | null {
  const { startedAt, markedAt, method, begun_at, late_after, closes_after, ruled_status, ruled_at, ruled_cause } = row
  const isRuled = ruled_status !== null && ruled_at !== null && ruled_cause !== null
  return truthOf({
    mark: { begunAt: begun_at ?? markedAt, markedAt, way: wayOf(method) },
    ruling: isRuled ? { status: ruled_status, cause: ruled_cause, decidedAt: ruled_at } : null,
    session: { startedAt, lateAfterMs: late_after, closesAfterMs: closes_after },
  })
}

/** What a mark in a course is for its student: as its cell, and whether it counts. */
function stateOf(truth: CellTruth | null, enrolled: Enrolled): ReceiptState {
  if (truth?.isAfterClosing) return 'after-closing'
  if (truth === null || truth.status === 'absent') return 'absent'
  return enrolled === 0 ? 'guest' : truth.status
}

/** Nothing for a mark at the institute's screen. */
function wayBy(method: MarkMethod): Pick<Receipt, 'way'> {
  return method === 'room-code' || method === 'hand' || method === 'office' ? { way: method } : {}
}

export function receiptStore(handle: Handle): ReceiptStore {
  const { db, clock } = handle
  const receiptsOf = (studentId: string) =>
    db
      .selectFrom(ruledMarks('marks'))
      .innerJoin('attendance_sessions', 'attendance_sessions.id', 'marks.attendance_session_id')
      .leftJoin('rulings', (join) =>
        join
          .onRef('rulings.attendance_session_id', '=', 'marks.attendance_session_id')
          .onRef('rulings.student_id', '=', 'marks.student_id')
          .onRef('rulings.sequence', '=', 'marks.last_ruling'),
      )
      .leftJoin('disputes as d', (join) =>
        join
          .onRef('d.attendance_session_id', '=', 'marks.attendance_session_id')
          .onRef('d.student_id', '=', 'marks.student_id'),
      )
      .where('marks.student_id', '=', studentId)
      .select(({ selectFrom }) => [
        'attendance_sessions.started_at as startedAt',
        sql<number>`coalesce(attendance_sessions.closes_at, attendance_sessions.ends_at)`.as('endsAt'),
        lastWordOn(sql.ref('attendance_sessions.id')).as('said'),
        'attendance_sessions.group_id as groupId',
        'attendance_sessions.late_after',
        'attendance_sessions.closes_after',
        'marks.begun_at',
        enrolledIn(sql.ref('marks.student_id')).as('enrolled'),
        'marks.made_by as student_id',
        'marks.method',
        'marks.credential_id',
        'marks.proof_id',
        'marks.evidence',
        'marks.attendance_session_id as attendanceSessionId',
        'marks.organisation_id as organisationId',
        // One look-up for each mark, here and below: a join would be planned over the whole table.
        selectFrom('organisations')
          .select('organisations.name')
          .whereRef('organisations.id', '=', 'marks.organisation_id')
          .$asScalar()
          .$notNull()
          .as('organisationName'),
        selectFrom('groups')
          .select('groups.title')
          .whereRef('groups.id', '=', 'attendance_sessions.group_id')
          .where('groups.kind', '!=', 'whole')
          .$asScalar()
          .as('courseTitle'),
        'marks.marked_at as markedAt',
        // Sessions are numbered without gaps, so the number is the count of classes at that time.
        'attendance_sessions.number as classes',
        'rulings.status as ruled_status',
        'rulings.reason as ruled_reason',
        'rulings.decided_at as ruled_at',
        'rulings.cause as ruled_cause',
        'hand_reason',
      ])
      .select(({ selectFrom }) =>
        selectFrom('mark_signatures as s')
          .whereRef('s.attendance_session_id', '=', 'marks.attendance_session_id')
          .whereRef('s.student_id', '=', 'marks.made_by')
          .select('s.student_id')
          .as('signature'),
      )
      .select(['d.disputed_at as disputedAt', 'd.reason as disputeReason'])
      .select(['d.words as disputeWords', 'd.answer as disputeAnswer'])
      .select(({ selectFrom }) =>
        // By the order of the sessions: their times may be out of order where the clock was put right between them.
        selectFrom(ruledMarks('earlier'))
          .innerJoin('attendance_sessions as of_earlier', 'of_earlier.id', 'earlier.attendance_session_id')
          .whereRef('earlier.student_id', '=', 'marks.student_id')
          .whereRef('earlier.organisation_id', '=', 'marks.organisation_id')
          .whereRef('of_earlier.group_id', '=', 'attendance_sessions.group_id')
          .whereRef('of_earlier.number', '<=', 'attendance_sessions.number')
          .where(({ ref }) => ref('earlier.stands'))
          .select(({ fn }) => fn.countAll<number>().as('marks'))
          .$asScalar()
          .$notNull()
          .as('total'),
      )

  return {
    async find(studentId, attendanceSessionId) {
      const row = await receiptsOf(studentId)
        .where('marks.attendance_session_id', '=', attendanceSessionId)
        .executeTakeFirst()
      return row && toReceipt(row, await readHead(db), await readClock(handle))
    },
    async listOf(studentId, limit) {
      const rows = await receiptsOf(studentId)
        .orderBy('marks.marked_at', 'desc')
        .orderBy('marks.attendance_session_id')
        .limit(limit)
        .execute()
      if (rows.length === 0) return []
      const head = await readHead(db)
      const now = await readClock(handle)
      return rows.map((row) => toReceipt(row, head, now))
    },
    async listUnmarked(studentId) {
      return db
        .selectFrom('memberships')
        .innerJoin('attendance_sessions as x', 'x.group_id', 'memberships.organisation_id')
        .where('memberships.student_id', '=', studentId)
        .where(isMember())
        .where('x.ends_at', '>', clock.now())
        .where(({ or, eb }) => or([eb('closes_at', 'is', null), eb('closes_at', '>', clock.now())]))
        .where('number', '>', 0)
        .where(({ eb, selectFrom }) =>
          eb(
            selectFrom('marks')
              .whereRef('attendance_session_id', '=', 'x.id')
              .where('marks.student_id', '=', studentId)
              .select('marks.student_id'),
            'is',
            null,
          ),
        )
        .select(['x.organisation_id as organisationId', 'number'])
        .orderBy('x.organisation_id')
        .execute()
    },
    async listRunning(studentId) {
      const now = clock.now()
      const { rows } = await sql<RunningRow>`
        with place as (select e.group_id from people p inner join enrolments e on e.person_id = p.id
          where p.student_id = ${studentId} and e.begins_at <= ${now} and (e.ends_at is null or e.ends_at > ${now}))
        select x.id as "attendanceSessionId", o.name as "organisationName", c.title as "courseTitle",
          coalesce(x.closes_at, x.ends_at) as "endsAt", (select r.name from rooms r where r.id = x.room_id) as "room",
          x.room_code
        from attendance_sessions x inner join groups c on c.id = x.group_id
          inner join organisations o on o.id = x.organisation_id
        where x.group_id in (select m.organisation_id from memberships m
            where m.student_id = ${studentId} and ${isMember('m')}
          union select group_id from place
          union select own.parent_id from place inner join groups own on own.id = place.group_id)
          and x.number > 0 and x.ends_at > ${now} and (x.closes_at is null or x.closes_at > ${now})
          and coalesce(${saidOf}, 'held') <> 'cancelled'
        order by "endsAt", x.id`.execute(db)
      return rows.map(({ room_code, courseTitle, ...row }) => ({
        ...row,
        ...(courseTitle !== null && { courseTitle }),
        hasRoomCode: room_code === 1,
      }))
    },
    async listExpected(groupId) {
      const now = clock.now()
      const { rows } = await sql<{ id: string }>`
        select m.student_id as "id" from memberships m where m.organisation_id = ${groupId} and ${isMember('m')}
        union
        select p.student_id from groups g inner join enrolments e on e.group_id = g.id
          inner join people p on p.id = e.person_id
        where (g.id = ${groupId} or g.parent_id = ${groupId}) and p.student_id is not null
          and e.begins_at <= ${now} and (e.ends_at is null or e.ends_at > ${now})`.execute(db)
      return new Set(rows.map(({ id }) => accountAudience(id)))
    },
    async listJoinedAfter(studentId) {
      // The last class that was over then, as the reports find the first one since (sessionsBefore in report-sql.ts).
      const { rows } = await sql<{ organisationId: string; joinedAt: number; after: number }>`
        select * from (select m.organisation_id as "organisationId", ${joinedAt('m')} as "joinedAt",
          (select x.number from attendance_sessions x
            where x.group_id = m.organisation_id and x.ends_at <= ${joinedAt('m')} and x.number > 0
            order by x.ends_at desc limit 1) as "after"
        from memberships m where m.student_id = ${studentId} and ${isMember('m')}) as joined
        where "after" is not null order by "organisationId"`.execute(db)
      return rows
    },
    async wantsEmail(studentId) {
      const row = await db
        .selectFrom('students')
        .select('receipts_by_email')
        .where('id', '=', studentId)
        .executeTakeFirst()
      return row?.receipts_by_email === 1
    },
    async setWantsEmail(studentId, wantsEmail) {
      await db
        .updateTable('students')
        .where('id', '=', studentId)
        .set({ receipts_by_email: wantsEmail ? 1 : 0 })
        .execute()
    },
  }
}
