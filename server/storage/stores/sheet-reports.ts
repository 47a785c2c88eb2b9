import { type RawBuilder, sql } from 'kysely'
import type { SuspectCause } from '../../domain/passkeys/stores.ts'
import type {
  FlaggedMark,
  MarkCount,
  OriginFacts,
  SheetCell,
  SheetChoice,
  SheetReports,
  SheetSession,
} from '../../domain/register/sheet-stores.ts'
import { wayOf } from '../../domain/register/way-of-mark.ts'
import type { MarkEvidence, MarkMethod } from '../../domain/sessions/stores.ts'
import type { Handle } from '../handle.ts'
import { type Json, readJson } from '../json-column.ts'
import { type CellRow, cellColumns, joinCell, toCellMark } from './cell-row.ts'
import { toDispute } from './dispute-store.ts'
import { afterOf, matches, offsetOf, rollNumberOf } from './report-sql.ts'
import { joinedAt, nameHere, wasOnRoster } from './roster.ts'
import { ruledMarks } from './ruled-marks.ts'

type OriginRow = {
  readonly id: string
  readonly browser_hash: string
  readonly redeemed_after: number | null
  readonly other_seen_at: number | null
  readonly is_shared: 0 | 1
  readonly previous_browser: string | null
  readonly is_known: 0 | 1
}

/** The origin is null for a mark of another way, and once it is 30 days old. */
type FlaggedRow = (OriginRow | { readonly id: null }) & {
  readonly marked_at: number
  readonly method: MarkMethod
  readonly evidence: Json<MarkEvidence>
}

const named = nameHere('s', sql`m.person_id`)

/** Reads of the sheet of one session. */
export function sheetReports({ db }: Pick<Handle, 'db'>): SheetReports {
  async function read<Row>(query: RawBuilder<Row>): Promise<Row[]> {
    return (await query.execute(db)).rows
  }

  return {
    async countMarksByMethod(attendanceSessionId) {
      const rows = await read(sql<Omit<MarkCount, 'way'> & { readonly method: MarkMethod }>`
        select k.method, count(*) filter (where k.stands) as standing, count(*) filter (where not k.stands) as withdrawn
        from ${ruledMarks('k')} where k.attendance_session_id = ${attendanceSessionId} group by k.method`)
      return rows.map(({ method, ...count }) => ({ way: wayOf(method), ...count }))
    },
    async countNetworks(attendanceSessionId) {
      const rows = await read(sql<{ marks: number }>`
        select count(*) as marks from ${ruledMarks('k')} inner join mark_origins o on o.id = k.proof_id
        where k.attendance_session_id = ${attendanceSessionId} and k.method = 'room-code' and k.stands
        group by o.address_prefix order by marks desc`)
      return rows.map(({ marks }) => marks)
    },
    async listFlagged(attendanceSessionId) {
      const rows = await read(sql<FlaggedRow>`
        select k.marked_at, k.method, k.evidence, ${originColumns} from ${ruledMarks('k')}
        left join mark_origins o on o.id = k.proof_id and k.method = 'room-code'
        where k.attendance_session_id = ${attendanceSessionId} and k.stands`)
      return rows.map(toFlagged)
    },
    async countSheet(session, choice) {
      const [row] = await read(sql<{ n: number }>`
        select count(*) as n from (${choose(session, choice, sql`true`)}) t`)
      return row?.n ?? 0
    },
    async listSheet(session, choice, slice) {
      const rows = await read(sql<Omit<SheetCell, 'mark'> & CellRow>`
        select m.student_id as "id", m.person_id as "personId", ${named.given} as "firstName", ${named.family} as "lastName",
          ${rollNumberOf} as "rollNumber", ${joinedAt('m')} as "joinedAt",
          ${cellColumns}, ${suspectCause} as "suspectBecause"
        from (${choose(session, choice, afterOf(slice))}
          order by m.roll_number_canonical, m.student_id limit ${slice.limit} offset ${offsetOf(slice)}) chosen
        cross join memberships m inner join students s on s.id = m.student_id
        ${joinCell(sql`${session.id}`, sql`m.student_id`)}
        where m.student_id = chosen.student_id and m.organisation_id = ${session.organisationId}
        order by m.roll_number_canonical, m.student_id`)
      return rows.map((row) => {
        const { id, personId, firstName, lastName, rollNumber, joinedAt, suspectBecause } = row
        return {
          id,
          personId,
          firstName,
          lastName,
          rollNumber,
          joinedAt,
          suspectBecause,
          mark: toCellMark(row),
          dispute: toDispute(row),
        }
      })
    },
    async listMarks(attendanceSessionId) {
      const id = sql<string>`${attendanceSessionId}`
      const rows = await read(sql<CellRow & { readonly student_id: string }>`
        select m.student_id, ${cellColumns} from marks m ${joinCell(id, sql<string>`m.student_id`)}
        where m.attendance_session_id = ${id}`)
      return new Map(
        rows.flatMap((row) => {
          const mark = toCellMark(row)
          return mark ? [[row.student_id, mark] as const] : []
        }),
      )
    },
    async findOrigins(marks) {
      const checkIns = marks.flatMap(({ way, proofId }) => (way === 'room-code' ? [proofId] : []))
      if (checkIns.length === 0) return new Map()
      const rows = await read(sql<OriginRow>`
        select ${originColumns} from mark_origins o where o.id in (${sql.join(checkIns)})`)
      return new Map(rows.map((row) => [row.id, toFacts(row)]))
    },
  }
}

/**
 * Those who were on the roster at the end, and those with a mark that counts as one. Marks are found by the session, which has
 * fewer. A page is chosen before its rows are read: by the cross join, without which SQLite begins with all members.
 */
function choose(
  { id, organisationId, endsAt }: SheetSession,
  { show, standing, search }: SheetChoice,
  after: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const names = search === '' ? sql`` : sql`inner join students s on s.id = m.student_id`
  const conditions = sql`m.organisation_id = ${organisationId} and ${after} and ${matches(search)}`
  const ofSession = sql`k.attendance_session_id = ${id} and ${standing ? sql`k.stands` : sql`true`}`
  if (show === 'marked') {
    return sql`select m.student_id from ${ruledMarks('k')} inner join memberships m on m.student_id = k.student_id ${names}
      where ${ofSession} and ${conditions}`
  }
  const wasThere = wasOnRoster(sql`${endsAt}`)
  const isMarked = sql`exists (select 1 from ${ruledMarks('k')} where ${ofSession} and k.student_id = m.student_id)`
  return sql`select m.student_id from memberships m ${names}
    where ${conditions} and ${show === 'missing' ? sql`${wasThere} and not ${isMarked}` : sql`(${wasThere} or ${isMarked})`}`
}

/** By the browser: an engine that looked through the session instead would read all its marks for each of them. */
const isShared: RawBuilder<0 | 1> = sql`coalesce((select 1 from mark_origins p
  where p.browser_hash = o.browser_hash and p.attendance_session_id || '' = o.attendance_session_id
    and p.student_id <> o.student_id limit 1), 0)`

/** Of the student of `m`, where there is no mark. */
const suspectCause: RawBuilder<SuspectCause | null> = sql`(select case when min(p.suspect) = 1 then
    case when count(*) = count(*) filter (where p.suspect_because = 'backup-eligibility')
      then 'backup-eligibility' else 'counter' end end
  from passkeys p where p.account_id = m.student_id and k.marked_at is null)`

/** The origins before `o` of marks that its passkey made at the institute. */
const earlierOfPasskey = sql`mark_origins p
  where p.student_id = o.student_id and p.marked_at < o.marked_at and p.organisation_id = o.organisation_id
    and p.credential_id = o.credential_id`

const previousBrowser: RawBuilder<string | null> = sql`(select p.browser_hash from ${earlierOfPasskey}
  order by p.marked_at desc limit 1)`

const isKnown: RawBuilder<0 | 1> = sql`coalesce((select 1 from ${earlierOfPasskey}
    and p.browser_hash || '' = o.browser_hash limit 1), 0)`

const originColumns = sql`o.id, o.browser_hash, o.redeemed_after, o.other_seen_at, ${isShared} as is_shared,
  ${previousBrowser} as previous_browser, ${isKnown} as is_known`

function toFlagged(row: FlaggedRow): FlaggedMark {
  return {
    markedAt: row.marked_at,
    way: wayOf(row.method),
    evidence: readJson(row.evidence),
    origin: row.id === null ? null : toFacts(row),
  }
}

function toFacts(row: OriginRow): OriginFacts {
  return {
    redeemedAfter: row.redeemed_after,
    otherSeenAt: row.other_seen_at,
    isShared: row.is_shared === 1,
    isFromAnotherBrowser: row.previous_browser !== null && row.previous_browser !== row.browser_hash,
    isFromKnownBrowser: row.is_known === 1,
  }
}
