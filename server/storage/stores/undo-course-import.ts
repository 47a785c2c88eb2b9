import { type RawBuilder, sql } from 'kysely'
import type { CourseFacts } from '#contract/course-imports.ts'
import { defaultCoursePolicy } from '#contract/course-policy.ts'
import type { CourseImportRecord, ShownCourse, UndoneCourses } from '../../domain/course-imports/stores.ts'
import { prepareForRows } from '../given-rows.ts'
import type { Handle } from '../handle.ts'
import {
  type CourseRow,
  courseColumns,
  type TaughtRow,
  taughtColumns,
  toTaught,
  toWritten,
  toWrittenCourses,
  type WrittenRow,
  writtenColumns,
} from './roster.ts'
import { onRoster } from './roster-store.ts'

type Applied = CourseImportRecord & { readonly appliedAt: number }
type Done = Pick<ShownCourse, 'outcome' | 'course' | 'before'> & { readonly courseId: string }

/**
 * Takes an import of courses back, as far as nothing has used or changed since what it did. A course with a session that
 * ended since, or runs, stays whole, and so does one in which the import began or ended an enrolment of the person `own`; one
 * that is new goes with its people. The courses are locked.
 */
export async function undoCourseImport(
  handle: Handle,
  record: Applied,
  now: number,
  own: string | undefined,
): Promise<UndoneCourses> {
  const { db } = handle
  const { id, organisationId, source, appliedAt: at } = record
  const done = await listDone(handle, id)
  const ofOwn = new Set(await listOfPerson(handle, record, own))
  const used = new Set([...(await listUsed(handle, record)), ...ofOwn])
  const here = await readFacts(handle, id)
  const isRenamed = ({ outcome, courseId, course }: Done) => {
    const { code, title, term } = here.get(courseId) ?? course
    return outcome === 'new' && (code !== course.code || title !== course.title || term !== course.term)
  }
  const free = done.filter((one) => !used.has(one.courseId) && !isRenamed(one))
  await markUndone(handle, id, free)
  const taken = sql`(select c.course_id from course_import_courses c where c.import_id = ${id} and c.is_undone = 1)`

  // Whom the import has enrolled, and who has stayed so since.
  const { rows: gone } = await sql<WrittenRow>`delete from enrolments
    where group_id in ${taken} and entered_at = ${at} and source = ${source} and ends_at is null
    returning ${written}`.execute(db)
  const { rows: ended } = await sql<Ended>`select person_id, group_id, sequence from enrolments
    where group_id in ${taken} and ends_at = ${at} and source = ${source}`.execute(db)
  const reopened = await goOn(handle, ended, { organisationId })
  const { rows: left } = await sql<TaughtRow>`update staff_groups set until = ${now}
    where group_id in ${taken} and since = ${at} and source = ${source} and until is null
    returning ${taught}`.execute(db)
  const { rows: back } =
    await sql<TaughtRow>`update staff_groups set until = null where group_id in ${taken} and until = ${at} and source = ${source}
    and since < ${at} and staff_id in (select f.id from staff f where f.until is null)
    and not exists (select 1 from staff_groups o where o.staff_id = staff_groups.staff_id
      and o.group_id = staff_groups.group_id and o.until is null)
    returning ${taught}`.execute(db)

  const { rows: removed } = await sql<CourseRow>`delete from groups where id in (
    select c.course_id from course_import_courses c
    where c.import_id = ${id} and c.is_undone = 1 and c.outcome = 'new')
    returning ${sql.join(courseColumns.map((column) => sql.ref(column)))}`.execute(db)
  for (const { outcome, courseId, course, before } of free)
    if (outcome === 'changed' && before)
      await db
        .updateTable('groups')
        .where('id', '=', courseId)
        .where('title', '=', course.title)
        .where('term', '=', course.term)
        .where('code', '=', course.code)
        .where(({ not }) => not(isTaken(organisationId, before.code, courseId)))
        .set(before)
        .execute()
  const groups = toWrittenCourses(removed, 'gone')
  for (const { outcome, courseId, course } of free)
    if (outcome === 'gone') {
      const opened = await db
        .updateTable('groups')
        .where('id', '=', courseId)
        .where('closed_at', '=', at)
        .where(({ not }) => not(isTaken(organisationId, course.code, courseId)))
        .set({ closed_at: null })
        .returning(courseColumns)
        .execute()
      groups.push(...toWrittenCourses(opened))
    }
  await db.updateTable('course_imports').where('id', '=', id).set({ state: 'undone', undone_at: now }).execute()
  const enrolments = [...toWritten(gone, 'gone'), ...toWritten(reopened)]
  const rows = { groups, enrolments, staffGroups: toTaught([...left, ...back]) }
  const ownKept = done.some(({ courseId }) => ofOwn.has(courseId))
  return { total: done.length, undone: free.length, ownKept, ...rows }
}

const written = sql.join(writtenColumns.map((column) => sql.ref(column)))
const taught = sql.join(taughtColumns.map((column) => sql.ref(column)))

type Ended = { readonly person_id: string; readonly group_id: string; readonly sequence: number }

/** Of people who are still on the roster, and not enrolled again since. */
const goOn = prepareForRows<Ended, { readonly organisationId: string }, WrittenRow>(
  { person_id: 'text', group_id: 'text', sequence: 'bigint' },
  ({ db }, given, { organisationId }) =>
    db
      .updateTable('enrolments')
      .from(given)
      .whereRef('enrolments.person_id', '=', 'given.person_id')
      .whereRef('enrolments.group_id', '=', 'given.group_id')
      .whereRef('enrolments.sequence', '=', 'given.sequence')
      .where(sql<boolean>`exists (select 1 ${onRoster(organisationId)} and p.id = given.person_id)`)
      .where(
        sql<boolean>`not exists (select 1 from enrolments o where o.person_id = given.person_id
          and o.group_id = given.group_id and o.ends_at is null)`,
      )
      .set({ ends_at: null })
      .returning(writtenColumns),
)

/** An open course has the code. */
const isTaken = (organisationId: string, code: string, exceptId: string): RawBuilder<boolean> => sql`
  exists (select 1 from groups o where o.organisation_id = ${organisationId} and o.code = ${code}
    and o.closed_at is null and o.id <> ${exceptId})`

/** Courses that the import has made, changed or closed, or whose people or teachers. */
async function listDone({ db }: Handle, id: string): Promise<readonly Done[]> {
  const rows = await db
    .selectFrom('course_import_courses')
    .select(['course_id', 'outcome', 'shown'])
    .where('import_id', '=', id)
    .where('course_id', 'is not', null)
    .orderBy('position')
    .execute()
  return rows.flatMap(({ course_id: courseId, outcome, shown }) => {
    const { begin, end, teachersBegin, teachersEnd, ...rest } = JSON.parse(shown) as ShownCourse
    const hasDone = begin + end + teachersBegin.length + teachersEnd.length > 0
    const isDone = outcome !== 'left-out' && (outcome !== 'same' || hasDone)
    return courseId !== null && isDone ? [{ ...rest, courseId }] : []
  })
}

/** The courses of the import as they are here. */
async function readFacts({ db }: Handle, id: string): Promise<ReadonlyMap<string, CourseFacts>> {
  const { rows } = await sql<CourseFacts & { id: string }>`
    select g.id as "id", g.code as "code", g.title as "title", g.term as "term" from groups g
    inner join course_import_courses c on c.course_id = g.id where c.import_id = ${id}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Courses of the import with a session that ended since or runs, and new ones that were changed since or are needed by something. */
async function listUsed({ db }: Handle, { id, organisationId, source, appliedAt: at }: Applied): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select g.id from groups g inner join course_import_courses c on c.course_id = g.id and c.import_id = ${id}
    where exists (select 1 from attendance_sessions s where s.group_id = g.id
        and coalesce(s.closes_at, s.ends_at) > ${at})
      or (c.outcome = 'new' and (g.closed_at is not null or g.policy <> ${JSON.stringify(defaultCoursePolicy)}
        or g.department <> ''
        or exists (select 1 from attendance_sessions s where s.group_id = g.id)
        or exists (select 1 from groups o where o.parent_id = g.id)
        or exists (select 1 from enrolments e where e.group_id = g.id
          and (e.entered_at <> ${at} or e.source <> ${source} or e.ends_at is not null))
        or exists (select 1 from staff_groups h where h.group_id = g.id and h.since <> ${at})
        or exists (select 1 from day_passes d where d.organisation_id = ${organisationId}
          and d.courses like '%"' || g.id || '"%')))`.execute(db)
  return rows.map((row) => row.id)
}

/** Courses in which the import has begun or ended an enrolment of a person. */
async function listOfPerson(
  { db }: Handle,
  { source, appliedAt: at }: Applied,
  personId: string | undefined,
): Promise<string[]> {
  if (personId === undefined) return []
  const { rows } = await sql<{ id: string }>`select group_id as "id" from enrolments
    where person_id = ${personId} and source = ${source} and (entered_at = ${at} or ends_at = ${at})`.execute(db)
  return rows.map(({ id }) => id)
}

async function markUndone({ db }: Handle, id: string, courses: readonly Done[]): Promise<void> {
  for (let from = 0; from < courses.length; from += 500)
    await db
      .updateTable('course_import_courses')
      .where('import_id', '=', id)
      .where(
        'course_id',
        'in',
        courses.slice(from, from + 500).map(({ courseId }) => courseId),
      )
      .set({ is_undone: 1 })
      .execute()
}
