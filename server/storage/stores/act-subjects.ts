import { type RawBuilder, sql } from 'kysely'
import { joinNames } from '#contract/text-fields.ts'
import type { ActSubject, NamedSubject } from '../../domain/staff/stores.ts'
import type { Handle } from '../handle.ts'

type Row = {
  readonly id: string
  readonly organisationId: string
  readonly name: string
  readonly family?: string
  readonly code?: string
  readonly groupId?: string
  readonly number?: number
}

const joins = sql`left join memberships m on m.person_id = p.id left join students s on s.id = p.student_id`
const personColumns = sql`p.organisation_id as "organisationId",
  coalesce(m.roll_number, s.roll_number, p.roll_number, '') as "code",
  coalesce(p.given, s.first_name, '') as "name", coalesce(p.family, s.last_name, '') as "family"`
const columns = sql`id, organisation_id as "organisationId"`

/** One statement for each kind. Those that ended are found, too. */
const selects: { readonly [Kind in ActSubject]: (ids: RawBuilder<unknown>) => RawBuilder<Row> } = {
  student: (ids) =>
    sql`select p.student_id as "id", ${personColumns} from people p ${joins} where p.student_id in ${ids}`,
  person: (ids) => sql`select p.id as "id", ${personColumns} from people p ${joins} where p.id in ${ids}`,
  course: (ids) => sql`select ${columns}, title as "name", code from groups where id in ${ids} and kind <> 'whole'`,
  session: (ids) =>
    sql`select ${columns}, '' as "name", group_id as "groupId", number from attendance_sessions where id in ${ids}`,
  room: (ids) => sql`select ${columns}, name from rooms where id in ${ids}`,
  screen: (ids) => sql`select ${columns}, name from screens where id in ${ids}`,
  'day-pass': (ids) => sql`select ${columns}, name from day_passes where id in ${ids}`,
  invitation: (ids) => sql`select ${columns}, email as "name" from staff_invitations where id in ${ids}`,
  'roster-import': (ids) => sql`select ${columns}, file_name as "name" from imports where id in ${ids}`,
  'course-import': (ids) => sql`select ${columns}, file_name as "name" from course_imports where id in ${ids}`,
}

/** What these ids of one kind are called at the institute. It is compared here: by it, SQLite would walk through all of its rows. */
export async function nameSubjects(
  { db }: Pick<Handle, 'db'>,
  organisationId: string,
  kind: ActSubject,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedSubject>> {
  if (ids.length === 0) return new Map()
  const { rows } = await selects[kind](sql`(${sql.join(ids)})`).execute(db)
  return new Map(
    rows.flatMap((row): [string, NamedSubject][] => {
      const { id, name, family = '', code = '', groupId, number } = row
      if (row.organisationId !== organisationId) return []
      const found = { name: joinNames(name, family), code }
      return [[id, groupId === undefined ? found : { ...found, groupId, number: Number(number) }]]
    }),
  )
}
