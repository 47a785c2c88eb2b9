import { type RawBuilder, sql } from 'kysely'
import type { ImportDoubles } from '#contract/imports.ts'
import type { doubleReasons } from '#contract/roster-rules.ts'
import type { Handle } from '../handle.ts'
import { onRoster, peopleOf } from './roster-store.ts'

export type DoubleReason = (typeof doubleReasons)[number]

/**
 * What each person of the roster may share with a row that is the same person's. Two rows of which each has an id of its own
 * in the office's system are two people, and of two accounts one name says nothing.
 */
const sharedKeys = (organisationId: string): RawBuilder<unknown> => {
  const of = (
    why: DoubleReason,
    key: RawBuilder<unknown>,
  ) => sql`select p.id as id, ${sql.lit(why)} as why, ${key} as key,
    p.section as section, p.external_id as external_id, m.student_id as student_id ${onRoster(organisationId)} and ${key} is not null`
  return sql`(${of('email', sql`p.email_canonical`)}
    union ${of('email', sql`case when a.email_verified = 1 then a.email_canonical end`)}
    union all ${of('number', sql`ltrim(coalesce(m.roll_number_canonical, p.roll_key), '0')`)}
    union all ${of('name', sql`coalesce(p.name_key, s.name_key)`)})`
}

export const sharers = (organisationId: string): RawBuilder<unknown> => sql`
  with k as ${sharedKeys(organisationId)}, shared as (select k.why, k.key from k group by k.why, k.key
    having count(*) > 1 and count(*) > count(distinct k.external_id) and (k.why <> 'name'
      or (count(*) > count(k.student_id) and (min(k.section) = '' or count(*) > count(distinct k.section)))))
  select k.* from k inner join shared on shared.why = k.why and shared.key = k.key`

/** Of two sharers `k` and `o`. */
export const isPair = sql`o.why = k.why and o.key = k.key and o.id <> k.id
  and (o.external_id is null or k.external_id is null or o.external_id = k.external_id)
  and (k.why <> 'name' or o.student_id is null or k.student_id is null)`
export const areApart = (organisationId: string): RawBuilder<boolean> => sql`(select 1 from people_apart a
  where a.organisation_id = ${organisationId} and a.person_id = k.id and a.other_id = o.id) is not null`

/** Sharers with someone from whom the office does not say that they are apart. */
export const doublesOf = (organisationId: string): RawBuilder<unknown> => sql`
  with s as (${sharers(organisationId)}), answered as (
    select distinct a.person_id as id from people_apart a where a.organisation_id = ${organisationId})
  select k.id from s k where k.id not in (select q.id from answered q)
  union all select k.id from answered q inner join s k on k.id = q.id inner join s o on ${isPair}
    where not ${areApart(organisationId)}`

/** How many lines are named, and how many rows may share what still says something: a whole institute may have one email. */
const maxNamed = 20
const maxSharing = 20

/** New lines of an import that may be someone whom the roster, or another line, has already, as both will be once it is applied. */
export async function readNewDoubles(
  db: Handle['db'],
  organisationId: string,
  importId: string,
): Promise<ImportDoubles> {
  const ofPlan = (...outcomes: readonly string[]) => sql`(select l.person_id from import_lines l
    where l.import_id = ${importId} and l.outcome in (${sql.join(outcomes)}) and l.person_id is not null)`
  const lines = (why: DoubleReason, key: RawBuilder<unknown>) => sql`
    select case when l.outcome = 'new' then 'line ' || l.line else l.person_id end as id, l.line as line,
      ${sql.lit(why)} as why, ${key} as key, coalesce(l.section, p.section, '') as section,
      coalesce(l.external_id, p.external_id) as external_id, case when l.outcome = 'new' then 1 else 0 end as is_new
    from import_lines l left join people p on p.id = l.person_id
    where l.import_id = ${importId} and l.outcome in ('new', 'changed', 'same') and ${key} is not null`
  const { rows } = await sql<Row>`
    with k as materialized (
      select r.id as id, null as line, r.why as why, r.key as key, r.section as section, r.external_id as external_id,
        0 as is_new
      from ${sharedKeys(organisationId)} r where r.id not in ${ofPlan('changed', 'same', 'gone')}
      union all ${lines('email', sql`coalesce(l.email_canonical, p.email_canonical)`)}
      union all ${lines('number', sql`ltrim(l.roll_key, '0')`)}
      union all ${lines('name', sql`l.name_key`)}),
    shared as (select k.why, k.key from k group by k.why, k.key
      having count(*) between 2 and cast(${maxSharing} as integer) and max(k.is_new) = 1),
    pairs as materialized (
      select n.line as line, o.line as other_line, o.id as other_id, n.why as why
      from shared inner join k n on n.why = shared.why and n.key = shared.key and n.is_new = 1
        inner join k o on o.why = n.why and o.key = n.key and o.id <> n.id
      where (n.external_id is null or o.external_id is null or n.external_id = o.external_id)
        and (n.why <> 'name' or n.section = '' or o.section = '' or n.section = o.section)),
    named as (select x.line, min(x.other_id) as other_id from pairs x group by x.line order by x.line
      limit cast(${maxNamed} as integer))
    select x.line as "line", x.other_line as "otherLine", x.why as "why",
      (select count(distinct y.line) from pairs y) as "total",
      a.roll_number as "rollNumber", a.given as "given", a.family as "family", a.email as "email", a.section as "section",
      coalesce(b.roll_number, e.roll_number) as "otherNumber", coalesce(b.given, e.given) as "otherGiven",
      coalesce(b.family, e.family) as "otherFamily", coalesce(b.email, e.email) as "otherEmail",
      coalesce(b.section, e.section) as "otherSection"
    from named inner join pairs x on x.line = named.line and x.other_id = named.other_id
      inner join import_lines a on a.import_id = ${importId} and a.line = x.line
      left join import_lines b on b.import_id = ${importId} and b.line = x.other_line
      left join (select p.id as id, coalesce(m.roll_number, s.roll_number, p.roll_number) as roll_number,
        coalesce(p.given, s.first_name) as given, case when p.given is null then s.last_name else p.family end as family,
        coalesce(s.email, p.email) as email, p.section as section
        ${peopleOf(organisationId)} and p.id in (select named.other_id from named)) e on e.id = x.other_id
    order by x.line, x.why`.execute(db)
  const doubles = [...Map.groupBy(rows, ({ line }) => line).values()].map((same) => {
    const [first] = same as [Row]
    const { line, otherLine, rollNumber, given, family, email, section } = first
    const other = tell(first.otherNumber, first.otherGiven, first.otherFamily, first.otherEmail, first.otherSection)
    return {
      line,
      otherLine,
      file: tell(rollNumber, given, family, email, section),
      other,
      by: same.map(({ why }) => why),
    }
  })
  return { total: Number(rows[0]?.total ?? 0), doubles }
}

type Told = 'rollNumber' | 'given' | 'family' | 'email' | 'section'
type Others = 'otherNumber' | 'otherGiven' | 'otherFamily' | 'otherEmail' | 'otherSection'
type Row = Readonly<Record<Told | Others, string | null>> & {
  readonly line: number
  readonly otherLine: number | null
  readonly why: DoubleReason
  readonly total: number
}

const tell = (
  rollNumber: string | null,
  given: string | null,
  family: string | null,
  email: string | null,
  section: string | null,
) => ({
  rollNumber: rollNumber ?? '',
  name: [given, family].filter((part) => part).join(' '),
  email: email ?? '',
  section: section ?? '',
})
