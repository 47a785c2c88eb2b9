import { type RawBuilder, sql } from 'kysely'
import type { ImportDoubles } from '#contract/imports.ts'
import type { doubleReasons } from '#contract/roster-rules.ts'
import type { Handle } from '../handle.ts'
import { onRoster, peopleOf } from './roster-store.ts'

export type DoubleReason = (typeof doubleReasons)[number]

/**
 * What each person of the roster may share with a row that is the same person's. Two rows of which each has an id of its own
 * in the office's system are two people, and of two accounts one name says nothing without one section.
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

/** Those who share one: each row is compared with its group alone, whatever the engine guesses of how many these are. */
export const sharers = (organisationId: string): RawBuilder<unknown> => sql`
  select g.id, g.why, g.key, g.section, g.external_id, g.student_id
  from (
    select i.*, count(*) over same as sharing, count(i.external_id) over same as ids,
      count(i.student_id) over same as accounts, min(i.section) over same as first_section,
      max(i.of_section) over same as most_of_section,
      max(case when i.section <> '' then i.of_section end) over same as most_of_named, max(i.of_id) over same as most_of_id
    from (
      select k.*, count(*) over (partition by k.why, k.key, k.section) as of_section,
        case when k.external_id is not null then count(*) over (partition by k.why, k.key, k.external_id) end as of_id
      from ${sharedKeys(organisationId)} k) i
    window same as (partition by i.why, i.key)) g
  where g.sharing > 1 and (g.sharing > g.ids or g.most_of_id > 1) and (g.why <> 'name'
    or g.most_of_named > 1 or (g.sharing > g.accounts and (g.first_section = '' or g.most_of_section > 1)))`

/** Of two sharers `k` and `o`. */
export const isPair = sql`o.why = k.why and o.key = k.key and o.id <> k.id
  and (o.external_id is null or k.external_id is null or o.external_id = k.external_id)
  and (k.why <> 'name' or o.student_id is null or k.student_id is null or (k.section <> '' and k.section = o.section))`
export const areApart = (organisationId: string): RawBuilder<boolean> => sql`(select 1 from people_apart a
  where a.organisation_id = ${organisationId} and a.person_id = k.id and a.other_id = o.id) is not null`

/** Sharers with someone from whom the office does not say that they are apart. */
export const doublesOf = (organisationId: string): RawBuilder<unknown> => sql`
  with s as materialized (${sharers(organisationId)}), answered as materialized (
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
    select case when l.outcome = 'new' then null else l.person_id end as id, l.line as line,
      ${sql.lit(why)} as why, ${key} as key, coalesce(l.section, p.section, '') as section,
      coalesce(l.external_id, p.external_id) as external_id, case when l.outcome = 'new' then 1 else 0 end as is_new
    from import_lines l left join people p on p.id = l.person_id
    where l.import_id = ${importId} and l.outcome in ('new', 'changed', 'same') and ${key} is not null`
  // Who shares is counted here and compared below: the engines do not know how few share one key.
  const { rows } = await sql<Sharer>`
    select g.id as "id", g.line as "line", g.why as "why", g.key as "key", g.section as "section",
      g.external_id as "externalId", g.is_new as "isNew"
    from (select k.*, count(*) over (partition by k.why, k.key) as sharing,
        max(k.is_new) over (partition by k.why, k.key) as has_new
      from (
        select r.id as id, null as line, r.why as why, r.key as key, r.section as section,
          r.external_id as external_id, 0 as is_new
        from ${sharedKeys(organisationId)} r where r.id not in ${ofPlan('changed', 'same', 'gone')}
        union all ${lines('email', sql`coalesce(l.email_canonical, p.email_canonical)`)}
        union all ${lines('number', sql`ltrim(l.roll_key, '0')`)}
        union all ${lines('name', sql`l.name_key`)}) k) g
    where g.sharing between 2 and cast(${maxSharing} as integer) and g.has_new = 1
    order by g.line, g.id`.execute(db)
  const found = findPairs(rows)
  const named = found.slice(0, maxNamed)
  const told = await readTold(db, organisationId, importId, named)
  const doubles = named.map(({ line, other, by }) => {
    const ofOther = other.line === null ? told.people.get(other.id ?? '') : told.lines.get(other.line)
    return { line, otherLine: other.line, file: told.lines.get(line) ?? nothing, other: ofOther ?? nothing, by }
  })
  return { total: found.length, doubles }
}

/** A row of the roster, or a line, with one key that others have, too. */
type Sharer = {
  readonly id: string | null
  readonly line: number | null
  readonly why: DoubleReason
  readonly key: string
  readonly section: string
  readonly externalId: string | null
  readonly isNew: 0 | 1
}
type Pair = { readonly line: number; readonly other: Sharer; readonly by: readonly DoubleReason[] }

/** Of each new line the first other one, with all that both share. */
function findPairs(rows: readonly Sharer[]): Pair[] {
  const groups = Map.groupBy(rows, ({ why, key }) => `${why} ${key}`)
  const ofLines = Map.groupBy(
    rows.filter(({ isNew }) => isNew === 1),
    ({ line }) => line ?? 0,
  )
  return [...ofLines].flatMap(([line, keys]) => {
    const others = keys.flatMap((own) => {
      const sharing = groups.get(`${own.why} ${own.key}`) ?? []
      return sharing.filter((one) => one.line !== line && mayBeOne(own, one))
    })
    const [other] = others
    if (!other) return []
    const same = others.filter(({ id, line: at }) => id === other.id && at === other.line)
    return [{ line, other, by: [...new Set(same.map(({ why }) => why))] }]
  })
}

/** As `isPair` and `sharers` say it of the roster. */
const mayBeOne = (one: Sharer, other: Sharer): boolean =>
  (one.externalId === null || other.externalId === null || one.externalId === other.externalId) &&
  (one.why !== 'name' || one.section === '' || other.section === '' || one.section === other.section)

type Told = ImportDoubles['doubles'][number]['file']
type ToldColumns = Readonly<Record<'rollNumber' | 'given' | 'family' | 'email' | 'section', string | null>>
const nothing: Told = { rollNumber: '', name: '', email: '', section: '' }

async function readTold(db: Handle['db'], organisationId: string, importId: string, pairs: readonly Pair[]) {
  const inFile = pairs.flatMap(({ line, other }) => [line, ...(other.line === null ? [] : [other.line])])
  const onList = pairs.flatMap(({ other }) => (other.line === null && other.id !== null ? [other.id] : []))
  const listed = <Value>(values: readonly Value[]) => (values.length === 0 ? sql`null` : sql.join(values))
  const { rows: lines } = await sql<ToldColumns & { readonly line: number }>`
    select l.line as "line", l.roll_number as "rollNumber", l.given as "given", l.family as "family", l.email as "email",
      l.section as "section"
    from import_lines l where l.import_id = ${importId} and l.line in (${listed(inFile)})`.execute(db)
  const { rows: people } = await sql<ToldColumns & { readonly id: string }>`
    select p.id as "id", coalesce(m.roll_number, s.roll_number, p.roll_number) as "rollNumber",
      coalesce(p.given, s.first_name) as "given",
      case when p.given is null then s.last_name else p.family end as "family",
      coalesce(s.email, p.email) as "email", p.section as "section"
    ${peopleOf(organisationId)} and p.id in (${listed(onList)})`.execute(db)
  return {
    lines: new Map(lines.map((row) => [row.line, tell(row)])),
    people: new Map(people.map((row) => [row.id, tell(row)])),
  }
}

const tell = ({ rollNumber, given, family, email, section }: ToldColumns): Told => ({
  rollNumber: rollNumber ?? '',
  name: [given, family].filter((part) => part).join(' '),
  email: email ?? '',
  section: section ?? '',
})
