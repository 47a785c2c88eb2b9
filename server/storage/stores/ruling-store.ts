import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { CellRuling, CellStatus } from '#contract/course-cells.ts'
import { keysOf } from '../../domain/keys-of.ts'
import type { ToldCell } from '../../domain/mail/told-cell.ts'
import type { MarkKey, RuledPerson, RulingStore } from '../../domain/register/ruling-stores.ts'
import { wayOf } from '../../domain/register/way-of-mark.ts'
import type { MarkMethod } from '../../domain/sessions/stores.ts'
import { wholeOf } from '../../domain/whole-group.ts'
import { prepareForRows } from '../given-rows.ts'
import type { Handle } from '../handle.ts'
import { withRowLocks } from '../locking.ts'
import type { RulingsTable } from '../schema.ts'
import { groupsOf } from './course-store.ts'
import { isAway, wasOnRoster } from './roster.ts'
import { ruledMarks } from './ruled-marks.ts'

type Recount = { readonly attendanceSessionId: string; readonly by: 1 | -1; readonly marks: number }

const recount = prepareForRows<{ readonly given_id: string }, Recount, unknown>(
  { given_id: 'text' },
  ({ db }, given, { attendanceSessionId, by, marks }) =>
    db
      .updateTable('attendance_sessions')
      .where('id', '=', attendanceSessionId)
      .where('expected', 'is not', null)
      .set({
        present: sql`present + cast(${marks} as integer)`,
        // Who had left before the end is expected for the mark alone.
        expected: ({ selectFrom }) =>
          sql`expected + cast(${by} as integer) * ${selectFrom('memberships as m')
            .whereRef('m.organisation_id', '=', 'attendance_sessions.organisation_id')
            .where('m.student_id', 'in', (inner) => inner.selectFrom(given).select('given_id'))
            .where(isAway(sql`attendance_sessions.ends_at`))
            .select(({ fn }) => fn.countAll<number>().as('marks'))}`,
      }),
)

const ofCell = {
  attendance_session_id: 'text',
  person_id: 'text',
  student_id: 'text',
  sequence: 'bigint',
  status: 'text',
  reason: 'text',
  note: 'text',
  decided_by: 'text',
  decided_at: 'bigint',
  cause: 'text',
  minutes: 'bigint',
  hand_check_in_id: 'text',
} as const
type CellRow = Selectable<Pick<RulingsTable, keyof typeof ofCell>>

const insertCells = prepareForRows<CellRow, Readonly<Record<never, never>>, unknown>(ofCell, ({ db }, given) => {
  const columns = keysOf(ofCell)
  return db.insertInto('rulings').columns(columns).expression(db.selectFrom(given).select(columns))
})

type CellColumns = Omit<ToldCell, 'mark' | 'ruling'> & {
  readonly begunAt: number | null
  readonly markedAt: number | null
  readonly method: MarkMethod | null
  readonly status: CellStatus | null
  readonly cause: CellRuling['cause'] | null
  readonly decidedAt: number | null
}

function toToldCell({ begunAt, markedAt, method, status, cause, decidedAt, ...session }: CellColumns): ToldCell {
  return {
    ...session,
    mark: markedAt === null || method === null ? null : { begunAt: begunAt ?? markedAt, markedAt, way: wayOf(method) },
    ruling: decidedAt === null || status === null || cause === null ? null : { status, cause, decidedAt },
  }
}

export function rulingStore(handle: Handle): RulingStore {
  const { db } = handle
  const markOf = ({ attendanceSessionId, studentId }: MarkKey) =>
    db
      .selectFrom(ruledMarks('marks'))
      .where('marks.attendance_session_id', '=', attendanceSessionId)
      .where('marks.student_id', '=', studentId)
  const columns = (organisationId: string, key: MarkKey) =>
    markOf(key)
      .innerJoin('attendance_sessions', 'attendance_sessions.id', 'marks.attendance_session_id')
      .where('marks.organisation_id', '=', organisationId)
      .select(['marked_at as markedAt', 'method', 'hand_reason as handReason', 'hand_signer as handSigner'])
      .select(['group_id as groupId', 'number'])
      .select(({ selectFrom }) =>
        selectFrom('mark_signatures as g')
          .whereRef('g.attendance_session_id', '=', 'marks.attendance_session_id')
          .whereRef('g.student_id', '=', 'marks.made_by')
          .select('g.student_id')
          .as('signedBy'),
      )

  async function readCell(attendanceSessionId: string, isWhose: RawBuilder<unknown>) {
    const { rows } = await sql<CellColumns>`
      select o.name as "organisationName", g.title as "courseTitle", x.number as "number", x.started_at as "startedAt",
        x.late_after as "lateAfterMs", x.closes_after as "closesAfterMs", k.begun_at as "begunAt",
        k.marked_at as "markedAt", k.method as "method", u.status as "status", u.cause as "cause", u.decided_at as "decidedAt"
      from attendance_sessions x
        inner join groups g on g.id = x.group_id
        inner join organisations o on o.id = x.organisation_id
        inner join people p on p.organisation_id = x.organisation_id and ${isWhose}
        left join marks k on k.attendance_session_id = x.id and k.student_id = p.student_id
        left join rulings u on u.attendance_session_id = x.id and u.person_id = p.id
          and u.sequence = (select max(v.sequence) from rulings v
            where v.attendance_session_id = x.id and v.person_id = p.id)
      where x.id = ${attendanceSessionId}`.execute(db)
    const [row] = rows
    return row && toToldCell(row)
  }

  return {
    async hasAny(attendanceSessionId) {
      const row = await db
        .selectFrom('rulings')
        .select('sequence')
        .where('attendance_session_id', '=', attendanceSessionId)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
    async listRuled({ id, groupId }, personIds) {
      if (personIds.length === 0) return []
      const { rows } = await sql<RuledPerson>`
        select p.id as "personId", p.student_id as "studentId",
          coalesce((select max(u.sequence) from rulings u
            where u.attendance_session_id = ${id} and u.person_id = p.id), 0) as "lastSequence",
          (select k.marked_at from marks k
            where k.attendance_session_id = ${id} and k.student_id = p.student_id) as "markedAt"
        from people p where p.id in (${sql.join(personIds)}) and (
          (select 1 from enrolments e where e.person_id = p.id and e.group_id in ${groupsOf(groupId)} limit 1) is not null
          or (select 1 from marks k where k.attendance_session_id = ${id} and k.student_id = p.student_id limit 1)
            is not null)`.execute(db)
      return rows
    },
    async addToCells(attendanceSessionId, ...rulings) {
      const rows = rulings.map(({ personId, studentId, decidedBy, decidedAt, handCheckInId, ...decision }) => ({
        attendance_session_id: attendanceSessionId,
        person_id: personId,
        student_id: studentId,
        ...decision,
        decided_by: decidedBy,
        decided_at: decidedAt,
        hand_check_in_id: handCheckInId ?? null,
      }))
      await insertCells(handle, rows, {})
    },
    findCell: (attendanceSessionId, studentId) => readCell(attendanceSessionId, sql`p.student_id = ${studentId}`),
    findCellOf: (attendanceSessionId, personId) => readCell(attendanceSessionId, sql`p.id = ${personId}`),
    async findMark(organisationId, key) {
      const row = await columns(organisationId, key).executeTakeFirst()
      return row && { ...key, organisationId, ...toRuledMark(row) }
    },
    async lockMark(organisationId, key) {
      // Locks the attendance first, as a mark does.
      const attendance = await withRowLocks(
        handle,
        db
          .selectFrom('memberships')
          .where('organisation_id', '=', organisationId)
          .where('student_id', '=', key.studentId)
          .select(['total', 'expiry_time as expiryTime']),
      ).executeTakeFirst()
      const query = columns(organisationId, key)
        .select(['ends_at as endsAt', 'planned_ends_at as plannedEndsAt'])
        .select(
          sql<
            number | null
          >`(select 1 from ${ruledMarks('k')} inner join attendance_sessions x on x.id = k.attendance_session_id
            where k.student_id = ${key.studentId} and k.organisation_id = ${organisationId}
              and x.group_id = attendance_sessions.group_id and x.number > attendance_sessions.number and k.stands limit 1)`.as(
            'later',
          ),
        )
      const row = await withRowLocks(handle, query, (rows) => rows.forUpdate('marks')).executeTakeFirst()
      if (!attendance || !row) return undefined
      const { later, endsAt, plannedEndsAt, ...mark } = toRuledMark(row)
      const hasWindow = later === null && plannedEndsAt === null && mark.markedAt < endsAt
      return { ...key, organisationId, ...mark, hasWindow, ...attendance }
    },
    async lockAbsent(organisationId, { attendanceSessionId, studentId }) {
      const attendance = await withRowLocks(
        handle,
        db
          .selectFrom('memberships')
          .where('organisation_id', '=', organisationId)
          .where('student_id', '=', studentId)
          .select(['total', 'expiry_time as expiryTime']),
      ).executeTakeFirst()
      const { rows } = await sql<{ readonly number: number; readonly endsAt: number }>`
        select x.number as "number", coalesce(x.closes_at, x.ends_at) as "endsAt"
        from attendance_sessions x
          inner join memberships m on m.organisation_id = x.organisation_id and m.student_id = ${studentId}
        where x.id = ${attendanceSessionId} and x.group_id = ${wholeOf(organisationId)} and x.number > 0
          and ${wasOnRoster(sql`x.ends_at`)}
          and (select 1 from marks k where k.attendance_session_id = x.id and k.student_id = m.student_id limit 1) is null`.execute(
        db,
      )
      const [session] = rows
      return attendance && session && { ...attendance, ...session }
    },
    async listOf(attendanceSessionId, personId) {
      return db
        .selectFrom('rulings')
        .where('attendance_session_id', '=', attendanceSessionId)
        .where('person_id', '=', personId)
        .select(['person_id as personId', 'student_id as studentId', 'sequence', 'status', 'cause', 'minutes'])
        .select(['reason', 'note', 'decided_by as decidedBy', 'decided_at as decidedAt'])
        .orderBy('sequence')
        .execute()
    },
    async recount(attendanceSessionId, studentIds, by) {
      const given = studentIds.map((id) => ({ given_id: id }))
      await recount(handle, given, { attendanceSessionId, by, marks: by * studentIds.length })
    },
  }
}

type RuledRow = { readonly method: MarkMethod; readonly signedBy: string | null }

function toRuledMark<Row extends RuledRow>({ method, signedBy, ...mark }: Row) {
  return { ...mark, way: wayOf(method), isSigned: signedBy !== null }
}
