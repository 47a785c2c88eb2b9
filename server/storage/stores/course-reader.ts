import { type RawBuilder, sql } from 'kysely'
import { attendedStatuses, isEnrolledAt } from '#contract/course-cells.ts'
import type { SessionStatus } from '#contract/course-rules.ts'
import type { CoursePerson, Course as CourseSummary } from '#contract/courses.ts'
import type {
  CourseChoice,
  CourseReader,
  HereCounts,
  MarkRow,
  NewOfSection,
  OpenSession,
  RegisterFacts,
  RegisterFrame,
  RegisterPart,
  RegisterPersonRow,
  RulingRow,
  SessionRow,
  ShownName,
} from '../../domain/groups/stores.ts'
import { wayOf } from '../../domain/register/way-of-mark.ts'
import type { MarkMethod } from '../../domain/sessions/stores.ts'
import type { Handle } from '../handle.ts'
import { groupsOf, readPolicy, toEnrolment } from './course-store.ts'
import { nameHere } from './roster.ts'
import { type PasskeyCounts, passkeyOf, passkeysOf } from './roster-reader.ts'
import { onRoster } from './roster-store.ts'

/** Reads of courses. In their SQL `c` is the course, `x` a session, `p` a person, `m` the membership, `s` the student. */
export function courseReader({ db }: Pick<Handle, 'db'>): CourseReader {
  async function read<Row>(query: RawBuilder<Row>): Promise<Row[]> {
    return (await query.execute(db)).rows
  }

  return {
    async listCourses(choice, now) {
      const rows = await read(sql<CourseColumns>`
        select c.id as "id", c.kind as "kind", c.code as "code", c.title as "title", c.department as "department",
          c.term as "term", c.parent_id as "parentId", c.closed_at as "closedAt",
          ${countEnrolled(sql`c.id`, now)} as "people",
          (select count(*) from attendance_sessions x where x.group_id = c.id and x.number > 0) as "sessions",
          (select max(x.started_at) from attendance_sessions x where x.group_id = c.id and x.number > 0) as "lastStartedAt"
        from groups c where ${chosen(choice)} order by c.code, c.id limit ${choice.limit ?? noLimit}`)
      const teachers = await read(sql<{ readonly group_id: string; readonly staffId: string; readonly name: string }>`
        select h.group_id, t.id as "staffId", t.name as "name" from staff t
          inner join staff_groups h on h.staff_id = t.id and h.until is null
        where t.organisation_id = ${choice.organisationId} and t.until is null
          and h.group_id in (${rows.length === 0 ? sql`null` : sql.join(rows.map(({ id }) => id))})
        order by t.name, t.id`)
      const byCourse = Map.groupBy(teachers, ({ group_id }) => group_id)
      return rows.map((row) => ({
        ...row,
        people: Number(row.people),
        sessions: Number(row.sessions),
        department: row.department ?? '',
        term: row.term ?? '',
        teachers: (byCourse.get(row.id) ?? []).map(({ staffId, name }) => ({ staffId, name })),
      }))
    },
    listNewOfSections: (organisationId, limit, courseId) =>
      read(sql<NewOfSection>`
        select c.id as "courseId", c.code as "code", p.id as "personId"
        from groups c inner join (select p.id, p.section ${onRoster(organisationId)} and p.section <> '') p
          on p.section = c.code
        where c.organisation_id = ${organisationId} and c.kind <> 'whole' and c.closed_at is null
          and ${courseId === undefined ? sql`true` : sql`c.id = ${courseId}`}
          and (select g.id from groups g where g.parent_id = c.id limit 1) is null
          and (select e.person_id from enrolments e inner join groups g on g.id = e.group_id
            where e.person_id = p.id and coalesce(g.parent_id, g.id) = coalesce(c.parent_id, c.id) limit 1) is null
        order by c.code, c.id, p.id limit cast(${limit} as integer)`),
    async listPolicies(courseIds) {
      if (courseIds.length === 0) return new Map()
      const rows = await read(sql<{ readonly id: string; readonly policy: string | null }>`
        select c.id, c.policy from groups c where c.id in (${sql.join(courseIds)})`)
      return new Map(rows.map(({ id, policy }) => [id, readPolicy(policy)]))
    },
    async listPeople(courseId, now) {
      const rows = await read(sql<PersonOfCourse>`
        select ${personColumns}, p.section as "section", e.group_id, e.sequence, e.begins_at, e.ends_at, e.counts_from,
          e.entered_at, ${passkeysOf(sql`p.student_id`, now)}
        from enrolments e inner join people p on p.id = e.person_id ${joinNames}
        where e.group_id in ${groupsOf(courseId)} order by ${byNumber}, e.begins_at`)
      return [...Map.groupBy(rows, ({ personId }) => personId).values()].map((ofOne) => toPerson(ofOne, now))
    },
    listRegister,
    readFacts,
    async readRegister(courseId, part) {
      const { sessions, people } = await listRegister(courseId, part)
      const facts = await readFacts(courseId, { sessions, ...(part.people && { people }) })
      return { sessions, people, ...facts }
    },
    async listOpenSessions(choice, now) {
      const rows = (which: RawBuilder<unknown>, limit: number) =>
        read(sql<SessionColumns & OpenColumns>`
          select ${sessionColumns}, c.id as "courseId", c.code as "code", c.title as "title"
          from attendance_sessions x inner join groups c on c.id = x.group_id
          where x.organisation_id = ${choice.organisationId} and x.may_be_untaken is not null and x.number > 0
            and ${chosen(choice)} and ${which} order by x.started_at desc, x.id limit ${limit}`)
      const isRunning = sql`x.ends_at > ${now} and (x.closes_at is null or x.closes_at > ${now})`
      const running = await rows(isRunning, 500)
      // No word of a person, and neither mark nor ruling.
      const notTaken = await rows(
        sql`not (${isRunning}) and ${isTaken} = 0 and (select 1 from session_rulings w
          where w.attendance_session_id = x.id limit 1) is null`,
        100,
      )
      const here = await countHere([...running, ...notTaken].map(({ id }) => id))
      const toOpenSession = ({ courseId: id, code, title, ...row }: SessionColumns & OpenColumns): OpenSession => {
        return { ...toSessionRow(row), course: { id, code, title }, ...(here.get(row.id) ?? noOneHere) }
      }
      return { running: running.map(toOpenSession), notTaken: notTaken.map(toOpenSession) }
    },
    countHere,
    listNewestHere: (sessionId, limit) =>
      read(sql<ShownName>`
        with t as materialized (${personsOf(listOf([sessionId]))})
        select ${named.given} as "firstName", ${named.family} as "lastName" from t
          inner join students s on s.id = t.marked inner join attendance_sessions x on x.id = t.id
          inner join people p on p.student_id = s.id and p.organisation_id = x.organisation_id
        where enrolled is not null and ${isHere} order by marked_at desc, marked desc limit ${limit}`),
    async findPerson(organisationId, id) {
      const [person] = await read(sql<PersonColumns & { readonly section: string }>`
        select ${personColumns}, p.section as "section" from people p ${joinNames}
        where p.organisation_id = ${organisationId} and (p.id = ${id} or p.student_id = ${id})`)
      return person && toPersonRow(person)
    },
    async listOf(who) {
      const isPerson = 'personId' in who
      const whose = isPerson ? sql`p.id = ${who.personId}` : sql`p.student_id = ${who.studentId}`
      const asGuest = sql`union select p.id, x.group_id from people p
        inner join marks k on k.student_id = p.student_id and k.organisation_id = p.organisation_id
        inner join attendance_sessions x on x.id = k.attendance_session_id where ${whose}`
      const rows = await read(sql<{ readonly policy: string | null } & OwnColumns>`
        with place as (select p.id as person_id, e.group_id from people p
          inner join enrolments e on e.person_id = p.id where ${whose} ${isPerson ? asGuest : sql``})
        select distinct c.id as "id", c.organisation_id as "organisationId", c.code as "code", c.title as "title",
          c.policy as "policy", place.person_id as "personId"
        from place inner join groups own on own.id = place.group_id and own.kind != 'whole'
          inner join groups c on c.id = coalesce(own.parent_id, own.id) or c.id = own.id
        where ${isPerson ? chosen(who) : sql`true`} order by c.organisation_id, c.code, c.id`)
      return rows.map(({ policy, ...row }) => ({ ...row, policy: readPolicy(policy) }))
    },
  }

  async function listRegister(courseId: string, part: RegisterPart = {}): Promise<RegisterFrame> {
    const { sessionId, people: ids } = part
    const which = sessionId === undefined ? sql`x.group_id = ${courseId} and x.number > 0` : sql`x.id = ${sessionId}`
    const rows = await read(sql<SessionColumns>`select ${sessionColumns} from attendance_sessions x
      where ${which} order by x.started_at, x.number`)
    const sessions = rows.map(toSessionRow)
    const students = sql`(select p.student_id from people p where p.id in ${listOf(ids ?? [])})`
    const found = await read(sql<{ readonly id: string }>`
      select e.person_id as "id" from enrolments e
        where e.group_id in ${groupsOf(courseId)} and ${within(sql`e.person_id`, ids)}
      union select u.person_id from rulings u
        where ${within(sql`u.attendance_session_id`, idsOf(sessions))} and ${within(sql`u.person_id`, ids)}
      union select ${personOfMark} from (select distinct k.organisation_id, k.student_id from marks k
        where ${within(sql`k.attendance_session_id`, idsOf(sessions))}
          and ${ids === undefined ? sql`true` : sql`k.student_id in ${students}`}) as k`)
    return { sessions, people: await readPeople(idsOf(found)) }
  }

  async function readPeople(ids: readonly string[]): Promise<RegisterPersonRow[]> {
    const all: RegisterPersonRow[] = []
    for (let from = 0; from < ids.length; from += mostValues)
      all.push(
        ...(
          await read(sql<PersonColumns>`select ${personColumns} from people p ${joinNames}
          where ${within(sql`p.id`, ids.slice(from, from + mostValues))} and not ${wasJoined}
          order by ${byNumber}`)
        ).map(toPersonRow),
      )
    return all
  }

  async function readFacts(
    courseId: string,
    { sessions, people }: Parameters<CourseReader['readFacts']>[1],
  ): Promise<RegisterFacts> {
    const persons = people?.map(({ personId }) => personId)
    const students = people?.flatMap(({ studentId }) => studentId ?? [])
    const [enrolments, marks, rulings] = await Promise.all([
      read(sql<EnrolledRow>`select e.* from enrolments e
        where e.group_id in ${groupsOf(courseId)} and ${within(sql`e.person_id`, persons)} order by e.begins_at`),
      // One text for each student instead of a row for each mark: far less to send, and to make objects of.
      read(sql<{ readonly studentId: string; readonly marks: string }>`select k.student_id as "studentId",
          string_agg(k.attendance_session_id || ' ' || coalesce(k.begun_at, k.marked_at) || ' ' || k.marked_at || ' ' ||
            k.method, ',') as "marks"
        from marks k
        where ${within(sql`k.attendance_session_id`, idsOf(sessions))} and ${within(sql`k.student_id`, students)}
        group by k.student_id`),
      read(sql<RulingRow>`select u.attendance_session_id as "sessionId", u.person_id as "personId",
          u.sequence as "sequence", u.status as "status", u.minutes as "minutes", u.reason as "reason",
          u.cause as "cause", u.decided_by as "decidedBy", u.decided_at as "decidedAt"
        from rulings u
        where ${within(sql`u.attendance_session_id`, idsOf(sessions))} and ${within(sql`u.person_id`, persons)}
        order by u.attendance_session_id, u.person_id, u.sequence`),
    ])
    const byStudent = new Map(marks.map(({ studentId, marks }) => [studentId, marks]))
    const marksOf = (studentId: string) => byStudent.get(studentId)?.split(',').map(toMarkRow) ?? []
    return { enrolments: enrolments.map(toEnrolment), marksOf, rulings }
  }

  async function countHere(sessionIds: readonly string[]): Promise<ReadonlyMap<string, HereCounts>> {
    if (sessionIds.length === 0) return new Map()
    const rows = await read(sql<HereColumns>`
      with t as materialized (${personsOf(listOf(sessionIds))})
      select id as "id", ${countWhere(sql`enrolled is not null and ${isHere}`)} as "present",
        ${countWhere(isExpected)} as "people", ${countWhere(sql`enrolled is null and ${isHere}`)} as "guests",
        ${countWhere(sql`enrolled is not null and mark_wins = 1 and is_late = 1`)} as "afterClosing"
      from t group by id`)
    return new Map(
      rows.map(({ id, present, people, guests, afterClosing }) => {
        const apart = { guests: Number(guests), afterClosing: Number(afterClosing) }
        return [id, { present: Number(present), people: Number(people), apart }]
      }),
    )
  }
}

const noOneHere: HereCounts = { present: 0, people: 0, apart: { guests: 0, afterClosing: 0 } }

/** More than an institute can have. */
const noLimit = 100_000

type CourseColumns = Omit<CourseSummary, 'teachers' | 'department' | 'term'> & {
  readonly department: string | null
  readonly term: string | null
}

function chosen({ organisationId, heldBy, id, ids, parentId, isOpen }: CourseChoice): RawBuilder<unknown> {
  const held = sql`(c.id in (select h.group_id from staff_groups h where h.staff_id = ${heldBy ?? ''} and h.until is null)
    or c.parent_id in (select h.group_id from staff_groups h where h.staff_id = ${heldBy ?? ''} and h.until is null))`
  return sql.join(
    [
      sql`c.organisation_id = ${organisationId} and c.kind != 'whole'`,
      ...(heldBy === undefined ? [] : [held]),
      ...(id === undefined ? [] : [sql`c.id = ${id}`]),
      ...(ids === undefined ? [] : [sql`c.id in ${listOf(ids)}`]),
      ...(parentId === undefined ? [] : [sql`c.parent_id = ${parentId}`]),
      ...(isOpen ? [sql`c.closed_at is null`] : []),
    ],
    sql` and `,
  )
}

/** As `isEnrolledAt` reads the enrolments of one person. */
const countEnrolled = (courseId: RawBuilder<unknown>, now: number): RawBuilder<number> => sql`(
  select count(*) from enrolments e where e.group_id in (select g.id from groups g
    where g.id = ${courseId} or g.parent_id = ${courseId})
  and e.begins_at <= ${now} and (e.ends_at is null or e.ends_at > ${now}))`

const joinNames = sql`left join memberships m on m.person_id = p.id left join students s on s.id = p.student_id`
const numberKey = sql`coalesce(m.roll_number_canonical, p.roll_key, '')`
const byNumber = sql`${numberKey}, p.id`
const personColumns = sql`p.id as "personId", p.student_id as "studentId",
  coalesce(m.roll_number, s.roll_number, p.roll_number, '') as "rollNumber",
  coalesce(p.given, s.first_name, '') as "given", coalesce(p.family, s.last_name, '') as "family",
  case when m.left_because = 'left' and p.ended_at is null then m.left_at end as "leftAt"`

/** The row of `p` became another one, which has its cells. */
const wasJoined = sql`(p.ended_at is not null and (select 1 from person_links l
  where l.organisation_id = p.organisation_id and l.former_id = p.id and l.undone_at is null limit 1) is not null)`

type PersonColumns = Omit<RegisterPersonRow, 'leftAt'> & { readonly leftAt: number | null }
const toPersonRow = <Row extends PersonColumns>({ leftAt, ...row }: Row) => ({
  ...row,
  ...(leftAt !== null && { leftAt }),
})

const listOf = (ids: readonly string[]): RawBuilder<unknown> =>
  ids.length === 0 ? sql`(select null)` : sql`(${sql.join(ids)})`

/** A statement takes a limited number of values. */
const mostValues = 30_000

/** Rows are found by a list of ids: given a sub-select, PostgreSQL reads the marks of all institutes for a course of a hundred. */
const idsOf = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id)

const within = (column: RawBuilder<unknown>, ids: readonly string[] | undefined): RawBuilder<unknown> =>
  ids === undefined ? sql`true` : sql`${column} in ${listOf(ids)}`

type EnrolledRow = {
  readonly person_id: string
  readonly group_id: string
  readonly sequence: number
  readonly begins_at: number
  readonly ends_at: number | null
  readonly counts_from: number | null
  readonly entered_at: number | null
  readonly section: string
}

type PersonOfCourse = RegisterPersonRow & EnrolledRow & PasskeyCounts

function toPerson(rows: readonly PersonOfCourse[], now: number): CoursePerson {
  const [{ personId, rollNumber, given, family, section, studentId, ...counts }] = rows as [PersonOfCourse]
  const enrolments = rows.map((row) => ({
    beginsAt: row.begins_at,
    endsAt: row.ends_at,
    countsFrom: row.counts_from ?? row.begins_at,
    enteredAt: row.entered_at ?? row.begins_at,
    courseId: row.group_id,
  }))
  const isEnrolled = isEnrolledAt(enrolments, now)
  return { personId, rollNumber, given, family, section, studentId, passkey: passkeyOf(counts), enrolments, isEnrolled }
}

/** Of the session `x`: whether there is a mark or a ruling. */
export const isTaken = sql<
  0 | 1
>`case when (select 1 from marks k where k.attendance_session_id = x.id limit 1) is not null
  or (select 1 from rulings u where u.attendance_session_id = x.id limit 1) is not null then 1 else 0 end`

/** The last word of a person about a session. */
export const lastWordOn = (id: RawBuilder<unknown>) => sql<SessionStatus | null>`(select w.status from session_rulings w
  where w.attendance_session_id = ${id} order by w.sequence desc limit 1)`
export const saidOf = lastWordOn(sql`x.id`)

const sessionColumns = sql`x.id as "id", x.group_id as "groupId", x.number as "number",
  case when x.group_id = x.organisation_id then 1 else 0 end as is_class, x.room_id as "roomId",
  (select r.name from rooms r where r.id = x.room_id) as "roomName", x.started_at as "startedAt",
  coalesce(x.closes_at, x.ends_at) as "endsAt",
  x.late_after as "lateAfterMs", x.closes_after as "closesAfterMs", x.room_code, x.started_by as "startedBy",
  ${saidOf} as "status", ${isTaken} as is_taken`

type SessionColumns = Omit<SessionRow, 'isClass' | 'hasRoomCode' | 'status' | 'isTaken'> & {
  readonly is_class: 0 | 1
  readonly room_code: 0 | 1
  readonly status: SessionStatus | null
  readonly is_taken: 0 | 1
}

const toSessionRow = ({ is_class, room_code, is_taken, status, ...row }: SessionColumns): SessionRow => ({
  ...row,
  isClass: is_class === 1,
  hasRoomCode: room_code === 1,
  status: status ?? 'held',
  isTaken: is_taken === 1,
})

const lastAlone = sql`and u.sequence = (select max(v.sequence) from rulings v
  where v.attendance_session_id = u.attendance_session_id and v.person_id = u.person_id)`

/** Looked up for each mark: as a join, an engine without statistics reads the people of all institutes. */
const personOfMark = sql`(select p.id from people p
  where p.organisation_id = k.organisation_id and p.student_id = k.student_id)`

/** The end of `x`. */
const endOf = sql`coalesce(x.closes_at, x.ends_at)`

/**
 * For each person of these sessions who may be on a sheet: the mark, the last ruling, and as `cellOnSheet` reads the
 * enrolments: null where none has begun, 0 of who has gone, 1 of who is left out, 2 of who is enrolled at the end. The
 * sessions are named in each join: by the first alone PostgreSQL reads the marks of all institutes.
 */
const personsOf = (ids: RawBuilder<unknown>) => sql`
  select x.id as id, k.student_id as marked, k.marked_at as marked_at, u.status as status,
    case when k.student_id is not null and (u.status is null or (u.cause = 'roll-call' and u.status = 'absent'
      and k.marked_at > u.decided_at)) then 1 else 0 end as mark_wins,
    case when u.cause = 'roll-call' and u.status = 'absent' then 1 else 0 end as is_roll_absence,
    case when k.method <> 'hand' and x.closes_after is not null
      and coalesce(k.begun_at, k.marked_at) >= x.started_at + x.closes_after then 1 else 0 end as is_late,
    (select max(case when e.ends_at is not null and e.ends_at < ${endOf} then 0
        when coalesce(e.counts_from, e.begins_at) > ${endOf} then 1 else 2 end)
      from enrolments e where e.person_id = n.person_id and e.begins_at < ${endOf}
        and e.group_id in (select g.id from groups g where g.id = x.group_id or g.parent_id = x.group_id)) as enrolled
  from (
    select y.id as session_id, e.person_id as person_id from attendance_sessions y
      inner join groups g on g.id = y.group_id or g.parent_id = y.group_id
      inner join enrolments e on e.group_id = g.id where y.id in ${ids}
    union select k.attendance_session_id, ${personOfMark} from marks k where k.attendance_session_id in ${ids}
    union select u.attendance_session_id, u.person_id from rulings u where u.attendance_session_id in ${ids}
  ) n inner join attendance_sessions x on x.id = n.session_id
    left join marks k on k.attendance_session_id = x.id and k.attendance_session_id in ${ids}
      and k.student_id = (select p.student_id from people p where p.id = n.person_id)
    left join rulings u on u.attendance_session_id = x.id and u.attendance_session_id in ${ids}
      and u.person_id = n.person_id ${lastAlone}`

/** As `entryOf` and `truthOf` (contract/course-cells.ts) read them. */
const hasEntry = sql`(mark_wins = 1 or (status is not null and is_roll_absence = 0))`
const named = nameHere('s', sql`p.id`)

const isHere = sql`((mark_wins = 1 and is_late = 0) or (mark_wins = 0 and status in (${sql.join(attendedStatuses)})))`
const isExpected = sql`((enrolled = 2 or (enrolled = 1 and status is not null) or (enrolled is not null and ${hasEntry}))
  and (mark_wins = 1 or status is null or status <> 'excused'))`
const countWhere = (what: RawBuilder<unknown>) => sql<number>`count(*) filter (where ${what})`

type HereColumns = { readonly id: string } & Pick<HereCounts, 'present' | 'people'> & HereCounts['apart']

type OpenColumns = { readonly courseId: string; readonly code: string; readonly title: string }

function toMarkRow(text: string): MarkRow {
  const [sessionId = '', begunAt, markedAt, method] = text.split(' ')
  return { sessionId, begunAt: Number(begunAt), markedAt: Number(markedAt), way: wayOf(method as MarkMethod) }
}

type OwnColumns = {
  readonly id: string
  readonly organisationId: string
  readonly code: string
  readonly title: string
  readonly personId: string
}
