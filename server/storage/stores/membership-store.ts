import { type Selectable, sql } from 'kysely'
import type { EndReason } from '#contract/membership.ts'
import type {
  MarkedMember,
  Member,
  MemberAttendance,
  Membership,
  MembershipStore,
} from '../../domain/institutes/membership-stores.ts'
import type { Page } from '../../domain/views/page.ts'
import { prepareForRows } from '../given-rows.ts'
import type { Handle } from '../handle.ts'
import { withRowLocks } from '../locking.ts'
import { prepareQuery } from '../prepared-query.ts'
import type { MembershipsTable } from '../schema.ts'
import { findBlockStart, maxBlockMembers } from './member-blocks.ts'
import { membershipChanges } from './membership-changes.ts'
import { countPasskeys } from './passkey-count.ts'
import { hasLeft, isMember, joinedAt, leftAt } from './roster.ts'
import { type StudentRow, toStudent } from './student-store.ts'

type MembershipRow = Pick<
  Selectable<MembershipsTable>,
  'organisation_id' | 'student_id' | 'total' | 'expiry_time' | 'joined_at'
>

export function toMembership(row: MembershipRow): Membership {
  return {
    organisationId: row.organisation_id,
    studentId: row.student_id,
    total: row.total,
    expiryTime: row.expiry_time,
    joinedAt: row.joined_at,
  }
}

type MemberRow = MembershipRow &
  StudentRow & { readonly email_verified: number; readonly roll_number_here: string | null }

const toMember = (row: MemberRow): Member => ({
  student: { ...toStudent(row), rollNumber: row.roll_number_here ?? row.roll_number },
  membership: toMembership(row),
  isEmailVerified: row.email_verified === 1,
})

type LockedRow = MemberRow & { readonly receipts_by_email: number; readonly push_subscriptions: number | null }

const memberColumns = ['organisation_id', 'student_id', 'total', joinedAt().as('joined_at')] as const

/** A mark after the end of its class begins no window: where the student has no other, the end of the last one's class stands for it. */
const windowOrLastEnd = sql<number | null>`coalesce(memberships.expiry_time, (
  select coalesce(x.closes_at, x.ends_at) from marks k
    inner join attendance_sessions x on x.id = k.attendance_session_id and x.group_id = k.organisation_id
  where k.student_id = memberships.student_id and k.organisation_id = memberships.organisation_id
  order by x.number desc limit 1))`.as('expiry_time')

type OfOrganisation = { readonly organisationId: string }
type MemberKey = OfOrganisation & { readonly studentId: string }
type PageKey = {
  readonly organisationId: string
  readonly firstRollNumber: string
  readonly limit: number
  readonly offset: number
}

const selectMembers = ({ db }: Handle, organisationId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('students', 'students.id', 'memberships.student_id')
    .where('organisation_id', '=', organisationId)
    .where(isMember())
    .selectAll('students')
    .select(memberColumns)
    .select(windowOrLastEnd)
    .select('memberships.roll_number as roll_number_here')
    .select(countPasskeys('students.id'))
    .select(({ selectFrom }) =>
      selectFrom('accounts')
        .select('email_verified')
        .whereRef('accounts.id', '=', 'students.id')
        .$asScalar()
        .$notNull()
        .as('email_verified'),
    )

const findByRollNumber = prepareQuery((handle, { organisationId, roll }: { organisationId: string; roll: string }) =>
  selectMembers(handle, organisationId).where('roll_number_canonical', '=', roll),
)
const findByEmail = prepareQuery((handle, { organisationId, email }: { organisationId: string; email: string }) =>
  selectMembers(handle, organisationId).where('student_id', 'in', (query) =>
    query.selectFrom('accounts').select('accounts.id').where('email_canonical', '=', email),
  ),
)
const ofStudent = { given_id: 'text' } as const
type GivenStudent = { readonly given_id: string }
const toGiven = (id: string): GivenStudent => ({ given_id: id })
const findByIds = prepareForRows<GivenStudent, OfOrganisation, MemberRow>(
  ofStudent,
  (handle, given, { organisationId }) =>
    selectMembers(handle, organisationId).where('student_id', 'in', ({ selectFrom }) =>
      selectFrom(given).select('given_id'),
    ),
)
const findById = (handle: Handle, { organisationId, studentId }: MemberKey) =>
  findByIds(handle, [toGiven(studentId)], { organisationId })

/** Those that have not ended. */
export const selectMemberships = (db: Handle['db']) =>
  db.selectFrom('memberships').where(isMember()).select(memberColumns).select(windowOrLastEnd)

const findMembership = prepareQuery(({ db }, { organisationId, studentId }: MemberKey) =>
  selectMemberships(db).where('organisation_id', '=', organisationId).where('student_id', '=', studentId),
)
const listOfStudent = prepareQuery(({ db }, { studentId }: { studentId: string }) =>
  selectMemberships(db).where('student_id', '=', studentId).orderBy(joinedAt()).orderBy('organisation_id'),
)
type AttendanceRow = Pick<Selectable<MembershipsTable>, 'organisation_id' | 'student_id' | 'total' | 'expiry_time'>

// Joined by both columns of the key alone: with the organisation as a value SQLite would walk through all of its members.
const saveGiven = (columns: readonly ('total' | 'expiry_time')[]) =>
  prepareForRows<AttendanceRow, Readonly<Record<never, never>>, unknown>(
    { organisation_id: 'text', student_id: 'text', total: 'bigint', expiry_time: 'bigint' },
    ({ db }, given) =>
      db
        .updateTable('memberships')
        .from(given)
        .whereRef('memberships.organisation_id', '=', 'given.organisation_id')
        .whereRef('memberships.student_id', '=', 'given.student_id')
        .set(({ ref }) => Object.fromEntries(columns.map((column) => [column, ref(`given.${column}`)]))),
  )
const saveAttendances = saveGiven(['total', 'expiry_time'])
const saveTotals = saveGiven(['total'])
// The rows before the page are only counted, in the index: joining first would read each one's student. A list, and no join:
// without statistics SQLite would count them again for every member.
const listPage = (direction: Page['direction']) =>
  prepareQuery((handle, { organisationId, firstRollNumber, limit, offset }: PageKey) =>
    selectMembers(handle, organisationId)
      .where('roll_number_canonical', 'in', (query) =>
        query
          .selectFrom('memberships')
          .select('roll_number_canonical')
          .where('organisation_id', '=', organisationId)
          .where(isMember())
          .where('roll_number_canonical', '>=', firstRollNumber)
          .orderBy('roll_number_canonical', direction)
          .limit(limit)
          .offset(offset),
      )
      .orderBy('roll_number_canonical', direction),
  )
const pages = { asc: listPage('asc'), desc: listPage('desc') }

// In one order, whatever the list's: two lists of the same students do not wait for each other in a circle.
const lockByIds = prepareForRows<GivenStudent, OfOrganisation, LockedRow>(
  ofStudent,
  (handle, given, { organisationId }) => {
    const query = selectMembers(handle, organisationId)
      .where('student_id', 'in', (inner) => inner.selectFrom(given).select('given_id'))
      .orderBy('student_id')
      .select(({ selectFrom }) =>
        selectFrom('push_subscriptions')
          .whereRef('push_subscriptions.student_id', '=', 'students.id')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .as('push_subscriptions'),
      )
    return withRowLocks(handle, query, (member) => member.forUpdate('memberships'))
  },
)

/** Reads the members in the order of their ids, and locks the memberships until the transaction ends. */
export async function lockListedMembers(
  handle: Handle,
  organisationId: string,
  studentIds: readonly string[],
): Promise<MarkedMember[]> {
  const rows = await lockByIds(handle, studentIds.map(toGiven), { organisationId })
  return rows.map((row) => {
    const receiptWishes = { byEmail: row.receipts_by_email === 1, byPush: (row.push_subscriptions ?? 0) > 0 }
    return { ...toMember(row), receiptWishes }
  })
}

const countMembers = prepareQuery(({ db }, { organisationId }: { organisationId: string }) =>
  db.selectFrom('organisations').select('members').where('id', '=', organisationId),
)

/** The page with the same members, counted from the other end. */
async function turnRound(
  handle: Handle,
  organisationId: string,
  { limit, offset }: Page,
): Promise<Pick<Page, 'limit' | 'offset'>> {
  const [organisation] = await countMembers(handle, { organisationId })
  const end = Math.max((organisation?.members ?? 0) - offset, 0)
  const begin = Math.max(end - limit, 0)
  return { limit: end - begin, offset: begin }
}

const toAttendanceRows = (organisationId: string, attendances: readonly MemberAttendance[]): AttendanceRow[] =>
  attendances.map(({ studentId, total, expiryTime }) => ({
    organisation_id: organisationId,
    student_id: studentId,
    total,
    expiry_time: expiryTime,
  }))

export function membershipStore(handle: Handle): MembershipStore {
  const { db } = handle
  const places = () =>
    db
      .selectFrom('memberships')
      .innerJoin('students', 'students.id', 'memberships.student_id')
      .innerJoin('organisations', 'organisations.id', 'memberships.organisation_id')
      .select(['organisations.id as organisationId', 'organisations.name as organisationName'])
      .select(({ fn }) => fn.coalesce('memberships.roll_number', 'students.roll_number').as('rollNumber'))
  return {
    ...membershipChanges(handle),
    async find(organisationId, studentId) {
      const [row] = await findMembership(handle, { organisationId, studentId })
      return row && toMembership(row)
    },
    async lockMember(organisationId, studentId) {
      const [member] = await lockListedMembers(handle, organisationId, [studentId])
      return member
    },
    async findMembers(organisationId, studentIds) {
      const rows = await findByIds(handle, studentIds.map(toGiven), { organisationId })
      return new Map(rows.map((row) => [row.student_id, toMember(row)]))
    },
    async listOfStudent(studentId) {
      const rows = await listOfStudent(handle, { studentId })
      return rows.map(toMembership)
    },
    async findMember(organisationId, studentId) {
      const [row] = await findById(handle, { organisationId, studentId })
      return row && toMember(row)
    },
    async listMembers(organisationId, page) {
      const { limit, offset, direction } = page
      if (offset < maxBlockMembers) {
        return (await pages[direction](handle, { organisationId, firstRollNumber: '', limit, offset })).map(toMember)
      }
      const ascending = direction === 'asc' ? page : await turnRound(handle, organisationId, page)
      const { firstRollNumber, skipped } = await findBlockStart(handle, organisationId, ascending.offset)
      const { limit: size } = ascending
      const rows = await pages.asc(handle, { organisationId, firstRollNumber, limit: size, offset: skipped })
      const members = rows.map(toMember)
      return direction === 'asc' ? members : members.reverse()
    },
    async lookUpMembers(organisationId, lookUp, limit) {
      // One query per key: with an OR over two tables the engines would read every member.
      const queries = [
        ...lookUp.ids.map((id) => () => findById(handle, { organisationId, studentId: id })),
        ...lookUp.canonicalRollNumbers.map((roll) => () => findByRollNumber(handle, { organisationId, roll })),
        ...lookUp.canonicalEmails.map((email) => () => findByEmail(handle, { organisationId, email })),
      ]
      const members = new Map<string, Member>()
      for (const query of queries) {
        for (const row of await query()) members.set(row.student_id, toMember(row))
        if (members.size >= limit) break
      }
      return [...members.values()].slice(0, limit)
    },
    async saveAttendance(organisationId, ...attendances) {
      await saveAttendances(handle, toAttendanceRows(organisationId, attendances), {})
    },
    async saveTotal(organisationId, ...attendances) {
      await saveTotals(handle, toAttendanceRows(organisationId, attendances), {})
    },
    async lockMarked(organisationId, attendanceSessionId, personId) {
      const query = db
        .selectFrom('memberships')
        .where('organisation_id', '=', organisationId)
        .where(({ eb, selectFrom }) =>
          personId === undefined
            ? eb(
                'student_id',
                'in',
                selectFrom('marks').select('student_id').where('attendance_session_id', '=', attendanceSessionId),
              )
            : eb('person_id', '=', personId),
        )
        .select('student_id')
        .orderBy('student_id')
      await withRowLocks(handle, query, (rows) => rows.forNoKeyUpdate('memberships')).execute()
    },
    async endWindows(attendanceSessionId, expiryTime) {
      const ended = await db
        .updateTable('memberships')
        .from('marks')
        .whereRef('marks.organisation_id', '=', 'memberships.organisation_id')
        .whereRef('marks.student_id', '=', 'memberships.student_id')
        .where('attendance_session_id', '=', attendanceSessionId)
        .where('expiry_time', '>', expiryTime)
        .set({ expiry_time: expiryTime })
        .returning('memberships.student_id')
        .execute()
      return ended.map(({ student_id }) => student_id)
    },
    async findHolder(organisationId, canonicalRollNumber) {
      const [row] = await findByRollNumber(handle, { organisationId, roll: canonicalRollNumber })
      return row && toMember(row)
    },
    async findPlace(organisationId, studentId) {
      const place = await places()
        .where('organisation_id', '=', organisationId)
        .where('student_id', '=', studentId)
        .select([leftAt().as('leftAt'), 'left_because', 'first_name as firstName', 'last_name as lastName'])
        .executeTakeFirst()
      if (!place) return undefined
      const { leftAt: end, left_because, ...rest } = place
      return { ...rest, hasLeft: end !== null, isJoined: left_because === 'joined' }
    },
    async listEnded(studentId) {
      const rows = await places()
        .where('student_id', '=', studentId)
        .where(hasLeft())
        .select([leftAt().as('leftAt'), 'left_because as because'])
        .$narrowType<{ leftAt: number; because: EndReason }>()
        .orderBy(leftAt(), 'desc')
        .execute()
      return rows
    },
  }
}
