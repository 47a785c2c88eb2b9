import { type RawBuilder, sql } from 'kysely'
import type { AttendanceFilter } from '#contract/report-requests.ts'
import type { MarkEvidence, MarkMethod } from '../../domain/attendance/stores.ts'
import type { SuspectCause } from '../../domain/passkeys/stores.ts'
import type {
  FlaggedMark,
  MarkCount,
  OriginFacts,
  SheetEntry,
  SheetReports,
  SheetSession,
} from '../../domain/register/sheet-stores.ts'
import type { Handle } from '../handle.ts'
import { handReason, ofHandList } from './hand-reason.ts'
import { matches, rollNumberOf } from './report-sql.ts'
import { wasOnRoster } from './roster.ts'
import { stands } from './ruled-marks.ts'

type EntryRow = Omit<SheetEntry, 'mark' | 'suspectBecause'> & {
  readonly passkeys: number
  readonly trusted_passkeys: number
  readonly changed_passkeys: number
  readonly marked_at: number | null
  readonly method: string | null
  readonly evidence: string | null
  readonly proof_id: string | null
  readonly is_withdrawn: 0 | 1
  readonly is_disputed: 0 | 1
  readonly is_signed: 0 | 1
  readonly reason: string | null
}

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
  readonly method: string
  readonly evidence: string
}

/** Reads of the sheet of one session. As in all reports, the ids of a page are chosen before its rows are read. */
export function sheetReports({ db }: Pick<Handle, 'db'>): SheetReports {
  async function read<Row>(query: RawBuilder<Row>): Promise<Row[]> {
    return (await query.execute(db)).rows
  }

  async function readEntries({ id, organisationId }: SheetSession, ids: readonly string[]): Promise<SheetEntry[]> {
    if (ids.length === 0) return []
    const rows = await read(sql<EntryRow>`
      select m.student_id as "studentId", s.first_name as "firstName", s.last_name as "lastName",
        ${rollNumberOf} as "rollNumber", k.marked_at, k.method, k.evidence, k.proof_id,
        case when ${stands('k')} then 0 else 1 end as is_withdrawn,
        case when k.flagged_at is not null and k.flag_ruling is null then 1 else 0 end as is_disputed,
        case when (select g.student_id from mark_signatures g
            where g.attendance_session_id = k.attendance_session_id and g.student_id = k.student_id) is null
          and ${ofHandList('k', 'signature')} is null then 0 else 1 end as is_signed,
        ${handReason('k')} as reason,
        ${countPasskeys(sql``)} as passkeys,
        ${countPasskeys(sql`and p.suspect = 0`)} as trusted_passkeys,
        ${countPasskeys(sql`and p.suspect_because = 'backup-eligibility'`)} as changed_passkeys
      from memberships m inner join students s on s.id = m.student_id
      left join marks k on k.attendance_session_id = ${id} and k.student_id = m.student_id
      where m.organisation_id = ${organisationId} and m.student_id in (${sql.join(ids)})`)
    const checkIns = rows.flatMap(({ method, proof_id }) => (method === 'room-code' && proof_id ? [proof_id] : []))
    const origins = await readOrigins(checkIns)
    const byId = new Map(rows.map((row) => [row.studentId, toEntry(row, origins)]))
    return ids.flatMap((one) => byId.get(one) ?? [])
  }

  /** By check-in. Those that are older than 30 days are gone. */
  async function readOrigins(checkIns: readonly string[]): Promise<ReadonlyMap<string, OriginFacts>> {
    if (checkIns.length === 0) return new Map()
    const rows = await read(sql<OriginRow>`
      select ${originColumns} from mark_origins o where o.id in (${sql.join(checkIns)})`)
    return new Map(rows.map((row) => [row.id, toFacts(row)]))
  }

  return {
    async countMarksByMethod(attendanceSessionId) {
      return read(sql<MarkCount>`
        select k.method, count(*) filter (where ${stands('k')}) as standing,
          count(*) filter (where not ${stands('k')}) as withdrawn
        from marks k where k.attendance_session_id = ${attendanceSessionId} group by k.method`)
    },
    async countNetworks(attendanceSessionId) {
      const rows = await read(sql<{ marks: number }>`
        select count(*) as marks from marks k inner join mark_origins o on o.id = k.proof_id
        where k.attendance_session_id = ${attendanceSessionId} and k.method = 'room-code' and ${stands('k')}
        group by o.address_prefix order by marks desc`)
      return rows.map(({ marks }) => marks)
    },
    async listFlagged(attendanceSessionId) {
      const rows = await read(sql<FlaggedRow>`
        select k.marked_at, k.method, k.evidence, ${originColumns} from marks k
        left join mark_origins o on o.id = k.proof_id and k.method = 'room-code'
        where k.attendance_session_id = ${attendanceSessionId} and ${stands('k')}`)
      return rows.map(toFlagged)
    },
    async countEntries(session, filter, search) {
      const [row] = await read(sql<{ n: number }>`select count(*) as n from (${choose(session, filter, search)}) t`)
      return row?.n ?? 0
    },
    async listEntries(session, filter, search, { limit, offset }) {
      const rows = await read(sql<{ student_id: string }>`
        ${choose(session, filter, search)}
        order by m.roll_number_canonical, m.student_id limit ${limit} offset ${offset}`)
      return readEntries(
        session,
        rows.map(({ student_id }) => student_id),
      )
    },
  }
}

/** The members at the end, and those who left before it with a mark. Marks are found by the session, which has fewer. */
function choose(
  { id, organisationId, endsAt }: SheetSession,
  filter: AttendanceFilter,
  search: string,
): RawBuilder<unknown> {
  const names = search === '' ? sql`` : sql`inner join students s on s.id = m.student_id`
  const conditions = sql`m.organisation_id = ${organisationId} and ${matches(search)}`
  if (filter === 'marked') {
    return sql`select m.student_id from marks k inner join memberships m on m.student_id = k.student_id ${names}
      where k.attendance_session_id = ${id} and ${conditions}`
  }
  const wasThere = wasOnRoster(sql`${endsAt}`)
  const isMarked = sql`exists (
    select 1 from marks k where k.attendance_session_id = ${id} and k.student_id = m.student_id)`
  return sql`select m.student_id from memberships m ${names}
    where ${conditions} and ${filter === 'missing' ? sql`${wasThere} and not ${isMarked}` : sql`(${wasThere} or ${isMarked})`}`
}

/** By the browser: an engine that looked through the session instead would read all its marks for each of them. */
const isShared: RawBuilder<0 | 1> = sql`coalesce((select 1 from mark_origins p
  where p.browser_hash = o.browser_hash and p.attendance_session_id || '' = o.attendance_session_id
    and p.student_id <> o.student_id limit 1), 0)`

/** Of the student of `m`. */
const countPasskeys = (condition: RawBuilder<unknown>): RawBuilder<number> =>
  sql`(select count(*) from passkeys p where p.account_id = m.student_id ${condition})`

/** The origins before `o` of marks that its passkey made at the institute. */
const earlierOfPasskey = sql`mark_origins p
  where p.student_id = o.student_id and p.marked_at < o.marked_at and p.organisation_id = o.organisation_id
    and p.credential_id = o.credential_id`

const previousBrowser: RawBuilder<string | null> = sql`(select p.browser_hash from ${earlierOfPasskey}
  order by p.marked_at desc limit 1)`

const isKnown: RawBuilder<0 | 1> = sql`coalesce((select 1 from ${earlierOfPasskey}
    and p.browser_hash || '' = o.browser_hash limit 1), 0)`

function findSuspectCause(row: EntryRow): SuspectCause | null {
  const [all, trusted, changed] = [row.passkeys, row.trusted_passkeys, row.changed_passkeys].map(Number)
  if (all === 0 || trusted !== 0) return null
  return changed === all ? 'backup-eligibility' : 'counter'
}

const originColumns = sql`o.id, o.browser_hash, o.redeemed_after, o.other_seen_at, ${isShared} as is_shared,
  ${previousBrowser} as previous_browser, ${isKnown} as is_known`

function toFlagged(row: FlaggedRow): FlaggedMark {
  return {
    markedAt: row.marked_at,
    method: row.method as MarkMethod,
    evidence: JSON.parse(row.evidence) as MarkEvidence,
    origin: row.id === null ? null : toFacts(row),
  }
}

function toEntry(row: EntryRow, origins: ReadonlyMap<string, OriginFacts>): SheetEntry {
  const { studentId, firstName, lastName, rollNumber, marked_at, method, evidence, proof_id, reason } = row
  const student = { studentId, firstName, lastName, rollNumber, suspectBecause: findSuspectCause(row) }
  if (marked_at === null || method === null || evidence === null || proof_id === null) return { ...student, mark: null }
  return {
    ...student,
    mark: {
      markedAt: marked_at,
      method: method as MarkMethod,
      evidence: JSON.parse(evidence) as MarkEvidence,
      isSigned: row.is_signed === 1,
      isWithdrawn: row.is_withdrawn === 1,
      isDisputed: row.is_disputed === 1,
      reason,
      origin: origins.get(proof_id) ?? null,
    },
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
