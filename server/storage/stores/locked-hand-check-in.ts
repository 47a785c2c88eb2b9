import { type RawBuilder, sql } from 'kysely'
import type {
  AnsweredByInstitute,
  HandCheckIn,
  ListedSession,
  LockedHandCheckIn,
  MarksOfStudents,
} from '../../domain/marks/hand-stores.ts'
import { wholeOf } from '../../domain/whole-group.ts'
import { prepareForRows } from '../given-rows.ts'
import type { Handle } from '../handle.ts'
import { withRowLocks } from '../locking.ts'
import { prepareQuery } from '../prepared-query.ts'
import { enrolledIn } from './enrolled.ts'
import { handColumns, toHandCheckIn, toJoinedHandCheckIn } from './hand-check-in-row.ts'
import { buildAnswered, toAnswered } from './locked-check-in.ts'
import { lockListedMembers } from './membership-store.ts'
import { lockOrganisation } from './organisation-store.ts'
import { lockPasskey, toPasskey } from './passkey-store.ts'
import { isMember, joinedAt } from './roster.ts'
import { type MarkRow, markColumns, ruledMarks, toMark } from './ruled-marks.ts'
import { lockSession, type SessionToMarkRow, selectSessionsToMark, toSessionToMark } from './session-to-mark-row.ts'

/** What marks by hand read of a whole list of students, each by one statement. */

const ofStudent = { given_id: 'text' } as const
type GivenStudent = { readonly given_id: string }
const toGiven = (id: string): GivenStudent => ({ given_id: id })

type InSession = { readonly attendanceSessionId: string }
type ListedRow = SessionToMarkRow & { readonly expected: number; readonly now: number }

const selectListed = prepareForRows<GivenStudent, InSession, ListedRow>(
  ofStudent,
  (handle, given, { attendanceSessionId }) =>
    selectSessionsToMark(handle)
      .where('attendance_sessions.id', '=', attendanceSessionId)
      .select(({ selectFrom, fn }) =>
        selectFrom('memberships')
          .whereRef('memberships.organisation_id', '=', 'attendance_sessions.organisation_id')
          .where('student_id', 'in', (inner) => inner.selectFrom(given).select('given_id'))
          .where(isMember())
          .where(sql<boolean>`${joinedAt()} < coalesce(closes_at, ends_at)`)
          .where(sql<boolean>`(takes_guests = 1 or ${enrolledIn(sql.ref('memberships.student_id'))} = 2)`)
          .select(fn.countAll<number>().as('expected'))
          .$asScalar()
          .$notNull()
          .as('expected'),
      )
      .select(handle.clock.now().as('now')),
)

export async function findListed(
  handle: Handle,
  attendanceSessionId: string,
  studentIds: readonly string[],
): Promise<ListedSession | undefined> {
  const [row] = await selectListed(handle, studentIds.map(toGiven), { attendanceSessionId })
  return row && { session: toSessionToMark(row), expected: row.expected, now: row.now }
}

const selectMarks = prepareForRows<GivenStudent, InSession, MarkRow & { readonly student_id: string }>(
  ofStudent,
  ({ db }, given, { attendanceSessionId }) =>
    db
      .selectFrom(ruledMarks('marks'))
      .where('attendance_session_id', '=', attendanceSessionId)
      .where('student_id', 'in', (inner) => inner.selectFrom(given).select('given_id'))
      .select('student_id')
      .select(markColumns),
)

type OtherSession = InSession & { readonly groupId: string }

const isUnmarked: RawBuilder<boolean> = sql`(select k.student_id from marks k
  where k.attendance_session_id = x.id and k.student_id = given_id limit 1) is null`

const selectUnmarked = prepareForRows<GivenStudent, OtherSession, GivenStudent>(
  ofStudent,
  ({ db, clock }, given, { attendanceSessionId, groupId }) =>
    db
      .selectFrom('attendance_sessions as x')
      .innerJoin(given, (join) => join.onTrue())
      .where('x.group_id', '=', groupId)
      .where('x.id', '<>', attendanceSessionId)
      .where('x.ends_at', '>', clock.now())
      .where(({ or, eb }) => or([eb('x.closes_at', 'is', null), eb('x.closes_at', '>', clock.now())]))
      .where(isUnmarked)
      .select('given_id'),
)

export async function findMarks(
  handle: Handle,
  { attendanceSessionId, students }: HandCheckIn,
): Promise<MarksOfStudents> {
  const rows = await selectMarks(handle, students.map(toGiven), { attendanceSessionId })
  return new Map(
    rows.flatMap((row) => {
      const mark = toMark(row)
      return mark ? [[row.student_id, mark]] : []
    }),
  )
}

export async function listUnmarked(handle: Handle, checkIn: HandCheckIn): Promise<ReadonlySet<string>> {
  const { attendanceSessionId, organisationId, students } = checkIn
  const rows = await selectUnmarked(handle, students.map(toGiven), {
    attendanceSessionId,
    groupId: wholeOf(organisationId),
  })
  return new Set(rows.map(({ given_id }) => given_id))
}

const selectAnswered = prepareQuery((handle, key: { readonly id: string; readonly credentialId: string }) =>
  buildAnswered(handle, key)
    .leftJoin('hand_check_ins as h', (join) => join.on('h.id', '=', key.id).onRef('h.expires_at', '>', 'clock.now'))
    .select(handColumns),
)

/** By one statement: the check-in of either kind, and the passkey that its answer names. */
export async function findAnsweredByInstitute(
  handle: Handle,
  id: string,
  credentialId: string,
): Promise<AnsweredByInstitute> {
  const [row] = await selectAnswered(handle, { id, credentialId })
  return { ...toAnswered(row), list: row && toJoinedHandCheckIn(row) }
}

const lockOpen = prepareQuery((handle, { id }: { id: string }) =>
  withRowLocks(handle, handle.db.selectFrom('hand_check_ins').selectAll().where('id', '=', id)),
)

const readNow = prepareQuery(({ db, clock }, _: Readonly<Record<never, never>>) =>
  db.selectNoFrom(clock.now().as('now')),
)

/** Its queries leave together and are answered in this order, as those of `lockToMark` in locked-check-in.ts. */
export async function lockToMark(
  handle: Handle,
  checkIn: HandCheckIn,
  credentialId: string,
): Promise<LockedHandCheckIn> {
  const { id, organisationId, attendanceSessionId, students } = checkIn
  const [, members, [session], [passkey], [kept], marks, unmarked, [clock]] = await Promise.all([
    // The counting of an ended session queues here, too.
    lockOrganisation(handle, { id: organisationId }),
    lockListedMembers(handle, organisationId, students),
    lockSession(handle, { id: attendanceSessionId }),
    lockPasskey(handle, { credentialId }),
    lockOpen(handle, { id }),
    findMarks(handle, checkIn),
    listUnmarked(handle, checkIn),
    readNow(handle, {}),
  ])
  if (!clock) throw new Error('the database returned no time')
  return {
    members: new Map(members.map((member) => [member.student.id, member])),
    session: session && toSessionToMark(session),
    passkey: passkey && toPasskey(passkey),
    checkIn: kept && kept.expires_at > clock.now ? toHandCheckIn(kept) : undefined,
    marks,
    unmarked,
    now: clock.now,
  }
}

export async function lockRollCall(
  handle: Handle,
  { id, attendanceSessionId }: HandCheckIn,
  credentialId: string,
): Promise<Pick<LockedHandCheckIn, 'session' | 'passkey' | 'checkIn' | 'now'>> {
  const [[session], [passkey], [kept], [clock]] = await Promise.all([
    lockSession(handle, { id: attendanceSessionId }),
    lockPasskey(handle, { credentialId }),
    lockOpen(handle, { id }),
    readNow(handle, {}),
  ])
  if (!clock) throw new Error('the database returned no time')
  return {
    session: session && toSessionToMark(session),
    passkey: passkey && toPasskey(passkey),
    checkIn: kept && kept.expires_at > clock.now ? toHandCheckIn(kept) : undefined,
    now: clock.now,
  }
}
