import { type RawBuilder, sql } from 'kysely'
import { defaultCoursePolicy } from '#contract/course-policy.ts'
import type { CourseImportRecord, ShownCourse, UndoneCourses } from '../../domain/course-imports/stores.ts'
import type { Handle } from '../handle.ts'
import { type Json, readJson } from '../json-column.ts'
import {
  type CourseRow,
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
import { onRoster } from './roster-store.ts'

type Applied = CourseImportRecord & { readonly appliedAt: number }
type Done = { readonly courseId: string; readonly isUsed: boolean }

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
  const ofOwn = new Set(await listOfPerson(handle, record, own))
  const done = await listDone(handle, record)
  const free = done.filter(({ courseId, isUsed }) => !isUsed && !ofOwn.has(courseId))
  await markUndone(handle, id, free)
  const of = (outcome: RawBuilder<unknown>) => sql`(select c.course_id from course_import_courses c
    where c.import_id = ${id} and c.is_undone = 1 and c.outcome ${outcome})`
  const taken = of(sql`is not null`)

  // Whom the import has enrolled, and who has stayed so since.
  const { rows: gone } = await sql<WrittenRow>`delete from enrolments
    where group_id in ${taken} and entered_at = ${at} and source = ${source} and ends_at is null
    ${returned(writtenColumns)}`.execute(db)
  // Of people who are still on the roster, and not enrolled again since.
  const { rows: reopened } = await sql<WrittenRow>`update enrolments set ends_at = null
    where group_id in ${taken} and ends_at = ${at} and source = ${source}
      and exists (select 1 ${onRoster(organisationId)} and p.id = enrolments.person_id)
      and not exists (select 1 from enrolments o where o.person_id = enrolments.person_id
        and o.group_id = enrolments.group_id and o.ends_at is null)
    ${returned(writtenColumns)}`.execute(db)
  const { rows: left } = await sql<TaughtRow>`update staff_groups set until = ${now}
    where group_id in ${taken} and since = ${at} and source = ${source} and until is null
    ${returned(taughtColumns)}`.execute(db)
  const { rows: back } =
    await sql<TaughtRow>`update staff_groups set until = null where group_id in ${taken} and until = ${at} and source = ${source}
    and since < ${at} and staff_id in (select f.id from staff f where f.until is null)
    and not exists (select 1 from staff_groups o where o.staff_id = staff_groups.staff_id
      and o.group_id = staff_groups.group_id and o.until is null)
    ${returned(taughtColumns)}`.execute(db)

  const { rows: removed } = await sql<CourseRow>`delete from groups where id in ${of(sql`= 'new'`)}
    ${returned(courseColumns)}`.execute(db)
  const was = (fact: Fact) => shown(handle, 'before', fact)
  // An open course has the code.
  const isTaken = (code: RawBuilder<unknown>) => sql`exists (select 1 from groups o
    where o.organisation_id = ${organisationId} and o.code = ${code} and o.closed_at is null and o.id <> groups.id)`
  await sql`update groups set code = ${was('code')}, title = ${was('title')}, term = ${was('term')}
    from course_import_courses c where c.import_id = ${id} and c.is_undone = 1 and c.outcome = 'changed'
      and groups.id = c.course_id and ${isAsShown(handle, 'groups')} and not ${isTaken(was('code'))}`.execute(db)
  const { rows: opened } = await sql<CourseRow>`update groups set closed_at = null
    where id in ${of(sql`= 'gone'`)} and closed_at = ${at} and not ${isTaken(sql`groups.code`)}
    ${returned(courseColumns)}`.execute(db)
  const groups = [...toWrittenCourses(removed, 'gone'), ...toWrittenCourses(opened)]
  await db.updateTable('course_imports').where('id', '=', id).set({ state: 'undone', undone_at: now }).execute()
  const enrolments = [...toWritten(gone, 'gone'), ...toWritten(reopened)]
  const rows = { groups, enrolments, staffGroups: toTaught([...left, ...back]) }
  const ownKept = done.some(({ courseId }) => ofOwn.has(courseId))
  return { total: done.length, undone: free.length, ownKept, ...rows }
}

const facts = ['code', 'title', 'term'] as const
type Fact = (typeof facts)[number]

/** What the plan said of a course `c`. */
const shown = ({ engine }: Handle, which: 'course' | 'before', fact: Fact): RawBuilder<unknown> =>
  sql`(${engine === 'postgresql' ? sql`cast(c.shown as jsonb)` : sql`c.shown`} -> ${sql.lit(which)} ->> ${sql.lit(fact)})`

const isAsShown = (handle: Handle, group: 'g' | 'groups'): RawBuilder<unknown> =>
  sql`(${sql.join(
    facts.map((fact) => sql`${sql.ref(`${group}.${fact}`)} = ${shown(handle, 'course', fact)}`),
    sql` and `,
  )})`

/**
 * Courses that the import has made, changed or closed, or whose people or teachers. Used: with a session that ended since or
 * runs, or new ones that were changed since or are needed by something.
 */
async function listDone(handle: Handle, { id, organisationId, source, appliedAt: at }: Applied): Promise<Done[]> {
  const { rows } = await sql<
    Pick<ShownCourse, 'outcome'> & { shown: Json<ShownCourse>; courseId: string; isUsed: number }
  >`
    select c.course_id as "courseId", c.outcome as "outcome", c.shown as "shown",
      case when exists (select 1 from attendance_sessions s where s.group_id = g.id
          and coalesce(s.closes_at, s.ends_at) > ${at})
        or (c.outcome = 'new' and (g.closed_at is not null or g.policy <> ${JSON.stringify(defaultCoursePolicy)}
          or not ${isAsShown(handle, 'g')} or g.department <> ''
          or exists (select 1 from attendance_sessions s where s.group_id = g.id)
          or exists (select 1 from groups o where o.parent_id = g.id)
          or exists (select 1 from enrolments e where e.group_id = g.id
            and (e.entered_at <> ${at} or e.source <> ${source} or e.ends_at is not null))
          or exists (select 1 from staff_groups h where h.group_id = g.id and h.since <> ${at})
          or exists (select 1 from day_passes d where d.organisation_id = ${organisationId}
            and d.courses like '%"' || g.id || '"%'))) then 1 else 0 end as "isUsed"
    from course_import_courses c left join groups g on g.id = c.course_id
    where c.import_id = ${id} and c.course_id is not null order by c.position`.execute(handle.db)
  return rows.flatMap(({ courseId, outcome, isUsed, ...row }) => {
    const { begin, end, teachersBegin, teachersEnd } = readJson(row.shown)
    const hasDone = begin + end + teachersBegin.length + teachersEnd.length > 0
    return outcome !== 'left-out' && (outcome !== 'same' || hasDone) ? [{ courseId, isUsed: isUsed === 1 }] : []
  })
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
