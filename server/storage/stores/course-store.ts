import { type Selectable, sql } from 'kysely'
import { attendedStatuses } from '#contract/course-cells.ts'
import type { CoursePolicy } from '#contract/course-policy.ts'
import type { CourseKind } from '#contract/course-rules.ts'
import type { Course, CourseStore, Enrolment } from '../../domain/groups/stores.ts'
import type { Handle } from '../handle.ts'
import { withRowLocks } from '../locking.ts'
import type { GroupsTable } from '../schema.ts'
import { type TaughtRow, taughtColumns, toTaught } from './roster.ts'
import { onRoster } from './roster-store.ts'

type CourseRow = Selectable<GroupsTable> & OfCourse
type OfCourse = { readonly kind: CourseKind }

const toCourse = (row: CourseRow): Course => ({
  id: row.id,
  organisationId: row.organisation_id,
  kind: row.kind,
  code: row.code ?? '',
  title: row.title ?? '',
  department: row.department ?? '',
  term: row.term ?? '',
  parentId: row.parent_id,
  policy: readPolicy(row.policy),
  closedAt: row.closed_at,
  createdAt: row.created_at ?? 0,
  firstDay: row.first_day,
})

export const readPolicy = (policy: string | null): CoursePolicy => JSON.parse(policy ?? '{}')

/** A course with its sections: a session of the course is for all of them. */
export const groupsOf = (courseId: string) =>
  sql<string>`(select g.id from groups g where g.id = ${courseId} or g.parent_id = ${courseId})`

export function courseStore(handle: Handle): CourseStore {
  const { db } = handle
  const courseOf = (organisationId: string, id: string) =>
    db
      .selectFrom('groups')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .where('kind', '!=', 'whole')
      .$narrowType<OfCourse>()
  const changeCourse = (id: string) => db.updateTable('groups').where('id', '=', id)
  const rooms = (organisationId: string) =>
    db
      .selectFrom('rooms')
      .select(['id', 'organisation_id as organisationId', 'name'])
      .where('organisation_id', '=', organisationId)
      .where('ended_at', 'is', null)

  return {
    async find(organisationId, id) {
      const row = await courseOf(organisationId, id).executeTakeFirst()
      return row && toCourse(row)
    },
    async lock(organisationId, id) {
      const row = await withRowLocks(handle, courseOf(organisationId, id), (rows) =>
        rows.forNoKeyUpdate(),
      ).executeTakeFirst()
      return row && toCourse(row)
    },
    async isCodeTaken(organisationId, code, exceptId = '') {
      const row = await db
        .selectFrom('groups')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .where('code', '=', code)
        .where('closed_at', 'is', null)
        .where('id', '!=', exceptId)
        .executeTakeFirst()
      return row !== undefined
    },
    async hasEnrolled(studentId) {
      const { rows } = await sql`
        select 1 from people p inner join enrolments e on e.person_id = p.id
        where p.student_id = ${studentId} and e.group_id <> p.organisation_id limit 1`.execute(db)
      return rows.length > 0
    },
    async hasSections(id) {
      const row = await db.selectFrom('groups').select('id').where('parent_id', '=', id).limit(1).executeTakeFirst()
      return row !== undefined
    },
    async insert({ id, organisationId, kind, policy, parentId, externalId, source, ...fields }, now) {
      const row = { id, organisation_id: organisationId, kind, parent_id: parentId, external_id: externalId, source }
      await db
        .insertInto('groups')
        .values({ ...row, ...fields, policy: JSON.stringify(policy), created_at: now })
        .execute()
    },
    async change(id, { firstDay, ...fields }) {
      await changeCourse(id)
        .set({ ...fields, first_day: firstDay })
        .execute()
    },
    async setPolicy(id, policy) {
      await changeCourse(id)
        .set({ policy: JSON.stringify(policy) })
        .execute()
    },
    async setClosed(id, at) {
      await changeCourse(id).set({ closed_at: at }).execute()
    },
    async setTeachers(id, staffIds, now) {
      const held = await db
        .selectFrom('staff_groups')
        .select('staff_id')
        .where('group_id', '=', id)
        .where('until', 'is', null)
        .execute()
      const before = held.map(({ staff_id }) => staff_id)
      const gone = before.filter((staffId) => !staffIds.includes(staffId))
      const rows: TaughtRow[] = []
      if (gone.length > 0) {
        const left = db
          .updateTable('staff_groups')
          .where('group_id', '=', id)
          .where('staff_id', 'in', gone)
          .where('until', 'is', null)
          .set({ until: now })
          .returning(taughtColumns)
        rows.push(...(await left.execute()))
      }
      const added = staffIds.filter((staffId) => !before.includes(staffId))
      if (added.length > 0) {
        const begun = added.map((staffId) => ({ staff_id: staffId, group_id: id, since: now, until: null }))
        await db.insertInto('staff_groups').values(begun).execute()
        rows.push(...begun)
      }
      return toTaught(rows)
    },
    async listOnRoster(organisationId, personIds) {
      if (personIds.length === 0) return []
      const { rows } = await sql<{ id: string }>`
        select p.id ${onRoster(organisationId)} and p.id in (${sql.join(personIds)})`.execute(db)
      return rows.map(({ id }) => id)
    },
    async listOfSection(organisationId, section) {
      const { rows } = await sql<{ id: string }>`
        select p.id ${onRoster(organisationId)} and p.section = ${section} order by p.id`.execute(db)
      return rows.map(({ id }) => id)
    },
    async findPersonOf(organisationId, studentId) {
      const row = await db
        .selectFrom('people')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .where('student_id', '=', studentId)
        .executeTakeFirst()
      return row?.id
    },
    async listEnrolments(courseId, personIds) {
      if (personIds.length === 0) return []
      const rows = await db
        .selectFrom('enrolments')
        .selectAll()
        .where('group_id', 'in', groupsOf(courseId))
        .where('person_id', 'in', personIds)
        .orderBy('begins_at')
        .execute()
      return rows.map(toEnrolment)
    },
    async findFirstBegin(courseId) {
      const { first } = await db
        .selectFrom('enrolments')
        .where('group_id', '=', courseId)
        .select(({ fn }) => fn.min<number | null>('begins_at').as('first'))
        .executeTakeFirstOrThrow()
      return first ?? undefined
    },
    async countEnrolled(courseId) {
      const { people } = await db
        .selectFrom('enrolments')
        .where('group_id', 'in', groupsOf(courseId))
        .where('ends_at', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('people'))
        .executeTakeFirstOrThrow()
      return people
    },
    async enrol(...enrolments) {
      if (enrolments.length === 0) return
      const rows = enrolments.map(({ personId, groupId, beginsAt, countsFrom, source, enteredBy, enteredAt }) => ({
        person_id: personId,
        group_id: groupId,
        sequence: sql<number>`1 + (select count(*) from enrolments e
          where e.person_id = ${personId} and e.group_id = ${groupId})`,
        begins_at: beginsAt,
        ends_at: null,
        counts_from: countsFrom,
        source,
        entered_by: enteredBy,
        entered_at: enteredAt,
      }))
      // A statement takes a limited number of values.
      for (let from = 0; from < rows.length; from += 500)
        await db
          .insertInto('enrolments')
          .values(rows.slice(from, from + 500))
          .execute()
    },
    async endEnrolment({ personId, groupId, sequence }, at) {
      await db
        .updateTable('enrolments')
        .where('person_id', '=', personId)
        .where('group_id', '=', groupId)
        .where('sequence', '=', sequence)
        .set({ ends_at: at })
        .execute()
    },
    async listRooms(organisationId) {
      return rooms(organisationId).orderBy('name').execute()
    },
    async lockRoom(organisationId, id) {
      return withRowLocks(handle, rooms(organisationId).where('id', '=', id)).executeTakeFirst()
    },
    async isRoomNameTaken(organisationId, name, exceptId = '') {
      const row = await rooms(organisationId).where('name', '=', name).where('id', '!=', exceptId).executeTakeFirst()
      return row !== undefined
    },
    async saveRoom({ id, organisationId, name }, now) {
      await db
        .insertInto('rooms')
        .values({ id, organisation_id: organisationId, name, created_at: now, ended_at: null })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ name }))
        .execute()
    },
    async endRoom(id, now) {
      await db.updateTable('rooms').where('id', '=', id).set({ ended_at: now }).execute()
    },
    async hasStandingMark(sessionId) {
      const { rows } = await sql`select 1 from marks k where k.attendance_session_id = ${sessionId}
        and coalesce((select case when u.status in (${sql.join(attendedStatuses)})
            or (u.cause = 'roll-call' and u.status = 'absent' and u.decided_at < k.marked_at) then 1 else 0 end
          from rulings u where u.attendance_session_id = k.attendance_session_id and u.student_id = k.student_id
          order by u.sequence desc limit 1), 1) = 1 limit 1`.execute(db)
      return rows.length > 0
    },
    async findSessionRuling(sessionId) {
      const row = await db
        .selectFrom('session_rulings')
        .selectAll()
        .where('attendance_session_id', '=', sessionId)
        .orderBy('sequence', 'desc')
        .limit(1)
        .executeTakeFirst()
      return (
        row && {
          sequence: row.sequence,
          status: row.status,
          reason: row.reason,
          decidedBy: row.decided_by,
          decidedAt: row.decided_at,
        }
      )
    },
    async addSessionRuling(sessionId, { sequence, status, reason, decidedBy, decidedAt }) {
      const row = { attendance_session_id: sessionId, sequence, status, reason }
      await db
        .insertInto('session_rulings')
        .values({ ...row, decided_by: decidedBy, decided_at: decidedAt })
        .execute()
    },
  }
}

type EnrolmentRow = {
  readonly person_id: string
  readonly group_id: string
  readonly sequence: number
  readonly begins_at: number
  readonly ends_at: number | null
  readonly counts_from: number | null
}

export const toEnrolment = (row: EnrolmentRow): Enrolment => ({
  personId: row.person_id,
  groupId: row.group_id,
  sequence: row.sequence,
  beginsAt: row.begins_at,
  endsAt: row.ends_at,
  countsFrom: row.counts_from ?? row.begins_at,
})
