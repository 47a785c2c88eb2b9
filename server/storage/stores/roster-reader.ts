import { type RawBuilder, sql } from 'kysely'
import type { RosterQuery } from '#contract/report-queries.ts'
import type { RosterPerson } from '#contract/roster.ts'
import type { RosterFilter } from '#contract/roster-rules.ts'
import { canonicalRollNumber } from '#contract/text-fields.ts'
import { nameKey } from '../../domain/profiles/name-key.ts'
import type { KnownPerson, RosterReader } from '../../domain/roster/stores.ts'
import type { Handle } from '../handle.ts'
import { lineColumns, plannedColumns, toFileLine, toPlannedLine } from './import-store.ts'
import { containing } from './report-sql.ts'
import { knownColumns, onRoster } from './roster-store.ts'

type Row = Omit<
  RosterPerson,
  'name' | 'ownName' | 'isVerified' | 'passkey' | 'isNumberTaken' | 'rosterEmail' | 'email'
> & {
  readonly rollKey: string
  readonly given: string | null
  readonly family: string | null
  readonly ownGiven: string | null
  readonly ownFamily: string | null
  readonly email: string | null
  readonly ownEmail: string | null
  readonly isVerified: number | null
  readonly passkeys: number
  readonly held: number
  readonly isNumberTaken: number
  readonly externalId: string | null
  readonly source: string | null
  readonly addedAt: number | null
}

/**
 * A passkey waits until `now` is past its time, or this institute has confirmed it. Without `exists`: PostgreSQL would read
 * all confirmations at once.
 */
const everyone = (organisationId: string, now: number): RawBuilder<unknown> => sql`
  select p.id as "id", m.student_id as "studentId", coalesce(m.roll_number, s.roll_number, p.roll_number) as "rollNumber",
    coalesce(m.roll_number_canonical, p.roll_key) as "rollKey", p.given as "given", p.family as "family",
    s.first_name as "ownGiven", s.last_name as "ownFamily", p.email as "email", s.email as "ownEmail",
    p.section as "section", p.name_key as roster_key, s.name_key as own_key, a.email_verified as "isVerified",
    p.external_id as "externalId", p.source as "source", p.added_at as "addedAt",
    (select count(*) from passkeys k where k.account_id = m.student_id) as "passkeys",
    (select count(*) from passkeys k where k.account_id = m.student_id and k.held_until > ${now}
      and (select 1 from passkey_confirmations c
        where c.credential_id = k.credential_id and c.organisation_id = p.organisation_id) is null) as "held"
  ${onRoster(organisationId)}`

const isTaken = (organisationId: string): RawBuilder<unknown> => sql`
  case when e."studentId" is null and exists (select 1 from memberships t where t.organisation_id = ${organisationId}
    and t.roll_number_canonical = e."rollKey" and t.left_at is null) then 1 else 0 end as "isNumberTaken"`

const filters = {
  all: sql`true`,
  'not-registered': sql`e."studentId" is null`,
  'not-verified': sql`e."isVerified" = 0`,
  'no-passkey': sql`e."studentId" is not null and e."passkeys" = 0`,
  held: sql`e."held" > 0`,
} as const satisfies Record<RosterFilter, RawBuilder<unknown>>

function selected({ search, section }: Pick<RosterQuery, 'search' | 'section'>): RawBuilder<unknown> {
  const inSection = section === undefined ? sql`true` : sql`e."section" = ${section}`
  if (search === '') return inSection
  const key = nameKey(search)
  const byName = (column: RawBuilder<unknown>) =>
    key === '' ? sql`false` : sql`coalesce(${column}, '') like ${containing(key)} escape '\\'`
  const byText = (column: RawBuilder<unknown>) =>
    sql`lower(coalesce(${column}, '')) like ${containing(search.toLowerCase())} escape '\\'`
  return sql`(${inSection} and (${byName(sql`e.roster_key`)} or ${byName(sql`e.own_key`)}
    or e."rollKey" like ${containing(canonicalRollNumber(search))} escape '\\'
    or ${byText(sql`e."email"`)} or ${byText(sql`e."ownEmail"`)}))`
}

export function rosterReader({ db }: Pick<Handle, 'db'>): RosterReader {
  async function read<R>(query: RawBuilder<R>): Promise<R[]> {
    return (await query.execute(db)).rows
  }
  /** The open invitation of each, and what became of its mail; the outbox forgets a mail after a week. */
  async function listInvitations(
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Pick<RosterPerson, 'invitation'>>> {
    if (ids.length === 0) return new Map()
    const invited = await read(sql<Invited>`
      select id as "id", person_id as "personId", invited_at as "invitedAt" from student_invitations
      where ended_at is null and person_id in (${sql.join(ids)})`)
    if (invited.length === 0) return new Map()
    const mails = await read(sql<Mailed>`
      select token_id as "tokenId", sent_at as "sentAt", given_up_at as "givenUpAt", last_error as "words" from outbox
      where token_id in (${sql.join(invited.map(({ id }) => id))})`)
    const byToken = new Map(mails.map((mail) => [mail.tokenId, mail]))
    return new Map(invited.map((one) => [one.personId, { invitation: toInvitation(one, byToken.get(one.id)) }]))
  }

  return {
    async readRoster(organisationId) {
      return read(sql<KnownPerson>`select ${knownColumns} ${onRoster(organisationId)} order by p.id`)
    },
    async readFileLines(importId) {
      const rows = await db
        .selectFrom('import_lines')
        .select(lineColumns)
        .where('import_id', '=', importId)
        .where('line', '>', 0)
        .orderBy('line')
        .execute()
      return rows.map(toFileLine)
    },
    async readPlannedLines(importId) {
      const rows = await db
        .selectFrom('import_lines')
        .select(plannedColumns)
        .where('import_id', '=', importId)
        .orderBy(sql`line < 0`)
        .orderBy(sql`abs(line)`)
        .execute()
      return rows.map(toPlannedLine)
    },
    async listRoster(organisationId, query, now) {
      const { limit, offset, show } = query
      const rows = await read(sql<Row>`select e.*, ${isTaken(organisationId)} from (${everyone(organisationId, now)}) e
        where ${selected(query)} and ${filters[show]}
        order by e."rollKey", e."id" limit ${limit} offset ${offset}`)
      const counted = Object.entries(filters).map(([name, condition]) => {
        return sql`count(*) filter (where ${condition}) as ${sql.ref(name)}`
      })
      const [counts] = await read(sql<Record<RosterFilter, number>>`select ${sql.join(counted)}
        from (${everyone(organisationId, now)}) e where ${selected(query)}`)
      const sections = await read(sql<{ section: string }>`select distinct p.section as "section"
        ${onRoster(organisationId)} and p.section <> '' order by 1`)
      const invitations = await listInvitations(rows.map(({ id }) => id))
      const count = (filter: RosterFilter) => Number(counts?.[filter] ?? 0)
      return {
        people: rows.map((row) => ({ ...toPerson(row), ...invitations.get(row.id) })),
        counts: {
          all: count('all'),
          'not-registered': count('not-registered'),
          'not-verified': count('not-verified'),
          'no-passkey': count('no-passkey'),
          held: count('held'),
        },
        sections: sections.map(({ section }) => section),
      }
    },
    async findOnRoster(organisationId, id, now) {
      const [row] = await read(sql<Row>`select e.*, ${isTaken(organisationId)}
        from (${everyone(organisationId, now)} and p.id = ${id}) e`)
      if (!row) return undefined
      const { externalId, source, addedAt } = row
      return { ...toPerson(row), ...(await listInvitations([id])).get(id), externalId, source, addedAt }
    },
  }
}

type Invited = { readonly id: string; readonly personId: string; readonly invitedAt: number }
type Mailed = Readonly<Record<'sentAt' | 'givenUpAt', number | null>> & {
  readonly tokenId: string
  readonly words: string | null
}

function toInvitation({ invitedAt }: Invited, mail: Mailed | undefined): NonNullable<RosterPerson['invitation']> {
  if (mail === undefined) return { state: 'sent', at: invitedAt }
  const { sentAt, givenUpAt, words } = mail
  if (givenUpAt !== null) return { state: 'refused', at: givenUpAt, ...(words !== null && { words }) }
  return { state: sentAt === null ? 'waiting' : 'sent', at: sentAt ?? invitedAt }
}

function toPerson(row: Row): RosterPerson {
  const { id, rollNumber, section, studentId, given, family, ownGiven, ownFamily, email, ownEmail } = row
  const own = { given: ownGiven ?? '', family: ownFamily ?? '' }
  const name = given === null ? own : { given, family: family ?? '' }
  const isOwnOther = studentId !== null && (own.given !== name.given || own.family !== name.family)
  const isEmailOther = ownEmail !== null && email !== null && email !== ownEmail
  return {
    id,
    rollNumber,
    name,
    ...(isOwnOther && { ownName: own }),
    email: ownEmail ?? email ?? '',
    ...(isEmailOther && { rosterEmail: email }),
    section,
    studentId,
    isVerified: row.isVerified === 1,
    passkey: Number(row.held) > 0 ? 'held' : Number(row.passkeys) > 0 ? 'ready' : 'none',
    isNumberTaken: row.isNumberTaken === 1,
  }
}
