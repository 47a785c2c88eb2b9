import { sql } from 'kysely'
import type {
  CourseImportReader,
  KnownCourse,
  KnownEnrolment,
  KnownTeaching,
} from '../../domain/course-imports/stores.ts'
import type { Handle } from '../handle.ts'
import { readJson } from '../json-column.ts'
import { onRoster } from './roster-store.ts'

type CourseRow = Omit<KnownCourse, 'isClosed' | 'hasSections' | 'runs'> &
  Readonly<Record<'isClosed' | 'hasSections' | 'runs', number>>

export function courseImportReader({ db }: Pick<Handle, 'db'>): CourseImportReader {
  return {
    async readParts(importId) {
      const rows = await db
        .selectFrom('course_import_parts')
        .select('content')
        .where('import_id', '=', importId)
        .orderBy('part')
        .execute()
      return rows.map(({ content }) => readJson(content))
    },
    async readCourseRoster(organisationId, now) {
      const courses = await sql<CourseRow>`
        select g.id as "id", g.external_id as "externalId", g.source as "source", g.code as "code", g.title as "title",
          g.term as "term", case when g.closed_at is null then 0 else 1 end as "isClosed",
          case when exists (select 1 from groups o where o.parent_id = g.id) then 1 else 0 end as "hasSections",
          case when exists (select 1 from attendance_sessions s where s.group_id = g.id and s.ends_at > ${now})
            then 1 else 0 end as "runs"
        from groups g where g.organisation_id = ${organisationId} and g.kind <> 'whole' order by g.id`.execute(db)
      const enrolments = await sql<KnownEnrolment>`
        select e.group_id as "courseId", e.person_id as "personId", e.sequence as "sequence", e.source as "source"
        from groups g inner join enrolments e on e.group_id = g.id
        where g.organisation_id = ${organisationId} and g.kind <> 'whole' and e.ends_at is null`.execute(db)
      const teaching = await sql<KnownTeaching>`
        select h.group_id as "courseId", h.staff_id as "staffId", h.source as "source"
        from staff_groups h inner join groups g on g.id = h.group_id
        where g.organisation_id = ${organisationId} and g.kind <> 'whole' and h.until is null`.execute(db)
      const people = await sql<{ id: string; externalId: string }>`
        select p.id as "id", p.external_id as "externalId" ${onRoster(organisationId)}
          and p.external_id is not null`.execute(db)
      const staff = await sql<{ id: string; name: string; emailKey: string | null }>`
        select f.id as "id", f.name as "name",
          case when a.email_verified = 1 then a.email_canonical end as "emailKey"
        from staff f left join accounts a on a.id = f.account_id
        where f.organisation_id = ${organisationId} and f.until is null order by f.id`.execute(db)
      return {
        courses: courses.rows.map((row) => ({
          ...row,
          isClosed: row.isClosed === 1,
          hasSections: row.hasSections === 1,
          runs: row.runs === 1,
        })),
        enrolments: enrolments.rows,
        teaching: teaching.rows,
        people: people.rows,
        staff: staff.rows,
      }
    },
  }
}
