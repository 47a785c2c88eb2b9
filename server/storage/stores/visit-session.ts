import { sql } from 'kysely'
import type { Attendee, CheckInStore, VisitedSession } from '../../domain/marks/stores.ts'
import type { Handle } from '../handle.ts'
import { prepareQuery } from '../prepared-query.ts'
import { selectSecretsEpoch } from '../secrets-epoch.ts'
import { enrolledIn, toEnrolled } from './enrolled.ts'
import { type PasskeyRow, toPasskey } from './passkey-store.ts'
import { isMember } from './roster.ts'
import { markColumns, ruledMarks, toMark } from './ruled-marks.ts'
import { selectSessionsToMark, toSessionToMark } from './session-to-mark-row.ts'

/** The session with the account's membership, mark and passkeys there: a row for each passkey, and one where there is none. */
const selectVisits = (handle: Handle, accountId: string) =>
  selectSessionsToMark(handle)
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.organisation_id', '=', 'attendance_sessions.organisation_id')
        .on('memberships.student_id', '=', accountId)
        .on(isMember()),
    )
    .leftJoin('students', 'students.id', 'memberships.student_id')
    .leftJoin(ruledMarks('marks'), (join) =>
      join
        .onRef('marks.attendance_session_id', '=', 'attendance_sessions.id')
        .onRef('marks.student_id', '=', 'memberships.student_id'),
    )
    .leftJoin('passkeys', 'passkeys.account_id', 'memberships.student_id')
    .selectAll('passkeys')
    .select(['memberships.student_id as member_id', 'total', 'first_name', 'last_name'])
    .select(({ fn }) => fn.coalesce('memberships.roll_number', 'students.roll_number').as('roll_number'))
    .select(markColumns)
    .select(enrolledIn(sql.ref('memberships.student_id')).as('enrolled'))
    .select(handle.clock.now().as('now'))
    .select(selectSecretsEpoch(handle).as('secrets_epoch'))
    .orderBy('passkeys.created_at')
    .orderBy('passkeys.credential_id')
const visitById = prepareQuery((handle, { id, accountId }: { id: string; accountId: string }) =>
  selectVisits(handle, accountId).where('attendance_sessions.id', '=', id),
)
const visitByPublicId = prepareQuery((handle, { publicId, accountId }: { publicId: string; accountId: string }) =>
  selectVisits(handle, accountId).where('attendance_sessions.id', '=', ({ selectFrom }) =>
    selectFrom('attendance_sessions as named')
      .select('named.id')
      .where('named.public_id', '=', publicId)
      .where('named.number', '>', 0)
      .orderBy('named.started_at', 'desc')
      .limit(sql.lit(1)),
  ),
)
type VisitRow = Awaited<ReturnType<typeof visitById>>[number]

function toVisit(rows: readonly VisitRow[]): VisitedSession | undefined {
  const [row] = rows
  if (!row) return undefined
  return {
    session: toSessionToMark(row),
    attendee: toAttendee(row, rows),
    now: row.now,
    secretsEpoch: row.secrets_epoch ?? '',
  }
}

function toAttendee(row: VisitRow, rows: readonly VisitRow[]): Attendee | undefined {
  const { member_id: id, first_name: firstName, last_name: lastName, roll_number: rollNumber, total } = row
  if (id === null || firstName === null || lastName === null || rollNumber === null || total === null) return undefined
  return {
    student: { id, firstName, lastName, rollNumber },
    membership: { total },
    mark: toMark(row),
    ...toEnrolled(row.enrolled),
    passkeys: rows.filter((one): one is VisitRow & PasskeyRow => one.credential_id !== null).map(toPasskey),
  }
}

/** By one statement: the session, and how the account stands in it. */
export const visitSession =
  (handle: Handle): CheckInStore['visitSession'] =>
  async (key, accountId = '') => {
    const rows =
      'publicId' in key
        ? await visitByPublicId(handle, { publicId: key.publicId, accountId })
        : await visitById(handle, { id: key.id, accountId })
    return toVisit(rows)
  }
