import { hash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { BeginCourseImport } from '#contract/course-imports.ts'
import { defaultCoursePolicy } from '#contract/course-policy.ts'
import type {
  CourseImportStore,
  PlannedCourse,
  SealedCoursePlan,
  ShownCourse,
} from '../../domain/course-imports/stores.ts'
import { prepareForRows } from '../given-rows.ts'
import type { Handle } from '../handle.ts'
import { readJson, writeJson } from '../json-column.ts'
import { withRowLocks } from '../locking.ts'
import type { CourseImportsTable } from '../schema.ts'
import { importLife } from './import-life.ts'
import {
  courseColumns,
  returned,
  type TaughtRow,
  taughtColumns,
  toTaught,
  toWritten,
  toWrittenCourses,
  type WrittenRow,
  writtenColumns,
} from './roster.ts'
import { undoCourseImport } from './undo-course-import.ts'

type Begun = { readonly person_id: string; readonly group_id: string }
type Entered = { readonly source: string; readonly enteredBy: string; readonly now: number }

const ofBegun = { person_id: 'text', group_id: 'text' } as const
const ofTaught = { staff_id: 'text', group_id: 'text' } as const

const enrol = prepareForRows<Begun, Entered, unknown>(
  ofBegun,
  (_, given, { source, enteredBy, now }) => sql`
    insert into enrolments (person_id, group_id, sequence, begins_at, counts_from, entered_at, source, entered_by)
    select given.person_id, given.group_id, 1 + (select count(*) from enrolments e
        where e.person_id = given.person_id and e.group_id = given.group_id),
      cast(${now} as bigint), cast(${now} as bigint), cast(${now} as bigint),
      cast(${source} as text), cast(${enteredBy} as text)
    from ${given}`,
)

type Ended = Begun & { readonly sequence: number }

const endEnrolments = prepareForRows<Ended, { readonly now: number }, WrittenRow>(
  { ...ofBegun, sequence: 'bigint' },
  (_, given, { now }) => sql<WrittenRow>`update enrolments set ends_at = ${now} from ${given}
    where enrolments.person_id = given.person_id and enrolments.group_id = given.group_id
      and enrolments.sequence = given.sequence and enrolments.ends_at is null ${returned(writtenColumns)}`,
)

type Taught = { readonly staff_id: string; readonly group_id: string }

/** Who was ended since the plan teaches nothing. */
const beginTeaching = prepareForRows<Taught, Pick<Entered, 'source' | 'now'>, TaughtRow>(
  ofTaught,
  (_, given, { source, now }) => sql<TaughtRow>`insert into staff_groups (staff_id, group_id, since, source)
    select given.staff_id, given.group_id, cast(${now} as bigint), cast(${source} as text)
    from ${given} inner join staff on staff.id = given.staff_id where staff.until is null ${returned(taughtColumns)}`,
)

const endTeaching = prepareForRows<Taught, { readonly now: number }, TaughtRow>(
  ofTaught,
  (_, given, { now }) => sql<TaughtRow>`update staff_groups set until = ${now} from ${given}
    where staff_groups.staff_id = given.staff_id and staff_groups.group_id = given.group_id
      and staff_groups.until is null ${returned(taughtColumns)}`,
)

/** A statement of so many rows keeps the JSON that it is given small. */
const rowsAStatement = 2_000

async function inChunks<Row, Answer>(
  rows: readonly Row[],
  size: number,
  run: (part: readonly Row[]) => Promise<readonly Answer[]>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let from = 0; from < rows.length; from += size) answers.push(...(await run(rows.slice(from, from + size))))
  return answers
}

export function courseImportStore(handle: Handle): CourseImportStore {
  const { db } = handle
  const change = (id: string) => db.updateTable('course_imports').where('id', '=', id)
  const coursesOf = (organisationId: string) =>
    db.selectFrom('groups').where('organisation_id', '=', organisationId).where('kind', '!=', 'whole').orderBy('id')

  return {
    ...importLife<Selectable<CourseImportsTable>, BeginCourseImport, SealedCoursePlan>(
      handle,
      'course_imports',
      ({ plan }) => ({ plan: plan === null ? null : readJson(plan) }),
      () => ({}),
    ),
    async addPart(id, { part, courses, enrolments, teachers }) {
      const counted = { courses: courses.length, enrolments: enrolments.length }
      const content = JSON.stringify({ courses, enrolments, teachers })
      await db
        .insertInto('course_import_parts')
        .values({ import_id: id, part, ...counted, content })
        .onConflict((conflict) => conflict.columns(['import_id', 'part']).doUpdateSet({ ...counted, content }))
        .execute()
      // New lines: what was planned says nothing any more.
      await change(id).set({ state: 'begun', plan: null }).execute()
      const sum = await db
        .selectFrom('course_import_parts')
        .where('import_id', '=', id)
        .select(({ fn }) => [fn.sum<number>('courses').as('courses'), fn.sum<number>('enrolments').as('enrolments')])
        .executeTakeFirstOrThrow()
      return { courses: Number(sum.courses), enrolments: Number(sum.enrolments) }
    },
    async savePlan(id, plan, shown) {
      await db.deleteFrom('course_import_courses').where('import_id', '=', id).execute()
      const rows = shown.map((course) => ({
        import_id: id,
        position: course.position,
        outcome: course.outcome,
        has_people: hasPeople(course) ? (1 as const) : (0 as const),
        course_id: course.courseId,
        shown: JSON.stringify(course),
        is_undone: 0 as const,
      }))
      await inChunks(rows, 500, (part) => db.insertInto('course_import_courses').values(part).execute())
      await change(id)
        .set({ state: 'planned', plan: JSON.stringify(plan) })
        .execute()
    },
    async listCourses(id, part, after, limit) {
      const rows = await db
        .selectFrom('course_import_courses')
        .select('shown')
        .where('import_id', '=', id)
        .where('position', '>', after)
        .where((where) => (part === 'people' ? where('has_people', '=', 1) : where('outcome', '=', part)))
        .orderBy('position')
        .limit(limit)
        .execute()
      return rows.map(({ shown }) => readJson(shown))
    },
    async readState(organisationId) {
      const courses = await withRowLocks(
        handle,
        coursesOf(organisationId).select([
          'id',
          'code',
          'title',
          'term',
          'external_id',
          'source',
          'closed_at',
          'parent_id',
        ]),
        (rows) => rows.forNoKeyUpdate(),
      ).execute()
      const { rows } = await sql`
        select cast(count(*) as text) as n, cast(count(e.ends_at) as text) as ended,
          cast(coalesce(sum(e.begins_at % 1000003), 0) as text) as begins,
          cast(coalesce(sum(e.ends_at % 1000003), 0) as text) as ends
        from enrolments e inner join groups g on g.id = e.group_id
        where g.organisation_id = ${organisationId} and g.kind <> 'whole'`.execute(db)
      const taught = await db
        .selectFrom('staff_groups')
        .select(['staff_id', 'group_id', 'source'])
        .where('until', 'is', null)
        .where('group_id', 'in', coursesOf(organisationId).clearOrderBy().select('id'))
        .orderBy('group_id')
        .orderBy('staff_id')
        .execute()
      return hash('sha256', JSON.stringify([courses, rows, taught]), 'base64url')
    },
    async anyRuns(courseIds, now) {
      if (courseIds.length === 0) return false
      const row = await db
        .selectFrom('attendance_sessions')
        .select('id')
        .where('group_id', 'in', courseIds)
        .where('ends_at', '>', now)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
    async apply({ id, organisationId, source, begunBy }, { courses, ...plan }, ids, now) {
      const idOf = ({ courseId, position }: PlannedCourse) => courseId ?? ids.get(position) ?? ''
      const of = (outcome: PlannedCourse['outcome']) => courses.filter((course) => course.outcome === outcome)
      const policy = writeJson(defaultCoursePolicy)
      const added = of('new').map((course) => ({
        ...{ id: idOf(course), organisation_id: organisationId, kind: course.kind, parent_id: null, department: '' },
        ...{ ...course.course, policy, external_id: course.externalId, source, created_at: now },
      }))
      // Codes that become free first.
      const gone = of('gone').map(idOf)
      const closed = await inChunks(gone, 500, (part) =>
        db.updateTable('groups').where('id', 'in', part).set({ closed_at: now }).returning(courseColumns).execute(),
      )
      for (const course of of('changed'))
        await db.updateTable('groups').where('id', '=', idOf(course)).set(course.course).execute()
      await inChunks(added, 500, (part) => db.insertInto('groups').values(part).execute())
      // In the order in which the rows are stored: in another one SQLite takes five times as long.
      const begun = courses
        .flatMap((course) => course.begin.map((person_id) => ({ person_id, group_id: idOf(course) })))
        .sort((a, b) => compare(a.person_id, b.person_id) || compare(a.group_id, b.group_id))
      await inChunks(begun, rowsAStatement, (part) => enrol(handle, part, { source, enteredBy: begunBy, now }))
      const ended = courses.flatMap(({ end }) =>
        end.map(({ personId, courseId, sequence }) => ({ person_id: personId, group_id: courseId, sequence })),
      )
      const over = await inChunks(ended, rowsAStatement, (part) => endEnrolments(handle, part, { now }))
      const teach = (which: 'teachersBegin' | 'teachersEnd') =>
        courses.flatMap((course) => course[which].map((staff_id) => ({ staff_id, group_id: idOf(course) })))
      const left = await inChunks(teach('teachersEnd'), rowsAStatement, (part) => endTeaching(handle, part, { now }))
      const taught = await inChunks(teach('teachersBegin'), rowsAStatement, (part) =>
        beginTeaching(handle, part, { source, now }),
      )
      const named = [...ids].map(([position, course_id]) => ({ import_id: id, position, course_id }))
      await nameNewCourses(handle, named, {})
      await change(id)
        .set({ state: 'applied', applied_at: now, plan: JSON.stringify(plan) })
        .execute()
      const times = { beginsAt: now, endsAt: null, countsFrom: now }
      const entered = courses.filter(({ begin }) => begin.length > 0)
      const enrolled = entered.map((course) => ({ personId: course.begin, groupId: idOf(course), ...times }))
      const groups = toWrittenCourses([
        ...added.map((row) => ({ ...row, closed_at: null, first_day: null })),
        ...closed,
      ])
      const staffGroups = toTaught([...left, ...taught])
      return { groups, begun: enrolled, enrolments: toWritten(over), staffGroups }
    },
    undo: (record, now, own) => undoCourseImport(handle, record, now, own),
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

type Named = { readonly import_id: string; readonly position: number; readonly course_id: string }

/** The ids of new courses, for the undo. Each row names its import, too: SQLite then looks it up by both. */
const nameNewCourses = prepareForRows<Named, Readonly<Record<never, never>>, unknown>(
  { import_id: 'text', position: 'bigint', course_id: 'text' },
  (_, given) => sql`update course_import_courses set course_id = given.course_id from ${given}
    where course_import_courses.import_id = given.import_id and course_import_courses.position = given.position`,
)

function hasPeople({ begin, end, unknown, teachersBegin, teachersEnd, teachersToInvite, ownLeftOut }: ShownCourse) {
  const people = begin + end + unknown + teachersBegin.length + teachersEnd.length + teachersToInvite.length
  return people > 0 || ownLeftOut === true
}
