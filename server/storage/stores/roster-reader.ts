import { type RawBuilder, sql } from 'kysely'
import type { RosterQuery } from '#contract/report-queries.ts'
import type { RosterPerson } from '#contract/roster.ts'
import { linkUndoMs, type RosterFilter } from '#contract/roster-rules.ts'
import type { KnownPerson, RosterReader } from '../../domain/roster/stores.ts'
import { maxInvitationMails } from '../../domain/staff/invite.ts'
import type { Handle } from '../handle.ts'
import { areApart, type DoubleReason, doublesOf, isPair, readNewDoubles, sharers } from './doubles.ts'
import { lineColumns, type Planned, plannedColumns, toFileLine, toPlannedLine } from './import-store.ts'
import { hasWords } from './report-sql.ts'
import { leftAloneAt } from './roster.ts'
import { knownColumns, onRoster, peopleOf } from './roster-store.ts'

/** Of one person; a whole institute may have one email. */
const maxDoubles = 20

type Row = Omit<
  RosterPerson,
  'name' | 'ownName' | 'isVerified' | 'passkey' | 'isNumberTaken' | 'rosterEmail' | 'email' | 'leftAt'
> & {
  readonly rollKey: string
  readonly given: string | null
  readonly family: string | null
  readonly ownGiven: string | null
  readonly ownFamily: string | null
  readonly email: string | null
  readonly ownEmail: string | null
  readonly isVerified: number | null
  readonly leftAt: number | null
  readonly passkeys: number
  readonly held: number
  readonly isNumberTaken: number
  readonly externalId: string | null
  readonly source: string | null
  readonly addedAt: number | null
}

/**
 * Of a student of the person `p`. A passkey waits until `now` is past its time, or this institute has confirmed it. Without
 * `exists`: PostgreSQL would read all confirmations at once.
 */
export const passkeysOf = (studentId: RawBuilder<unknown>, now: number): RawBuilder<unknown> => sql`
  (select count(*) from passkeys k where k.account_id = ${studentId}) as "passkeys",
  (select count(*) from passkeys k where k.account_id = ${studentId} and k.held_until > ${now}
    and (select 1 from passkey_confirmations c
      where c.credential_id = k.credential_id and c.organisation_id = p.organisation_id) is null) as "held"`

export type PasskeyCounts = { readonly passkeys: number; readonly held: number }

export const passkeyOf = ({ passkeys, held }: PasskeyCounts) =>
  Number(held) > 0 ? 'held' : Number(passkeys) > 0 ? 'ready' : 'none'

const everyone = (organisationId: string, now: number): RawBuilder<unknown> => sql`
  select p.id as "id", m.student_id as "studentId", coalesce(m.roll_number, s.roll_number, p.roll_number) as "rollNumber",
    coalesce(m.roll_number_canonical, p.roll_key) as "rollKey", p.given as "given", p.family as "family",
    s.first_name as "ownGiven", s.last_name as "ownFamily", p.email as "email", s.email as "ownEmail",
    p.email_canonical as email_key, p.section as "section", p.name_key as roster_key, s.name_key as own_key, a.email_verified as "isVerified",
    p.external_id as "externalId", p.source as "source", p.added_at as "addedAt",
    ${leftAloneAt} as "leftAt", ${passkeysOf(sql`m.student_id`, now)}
  ${onRoster(organisationId)}`

const isTaken = (organisationId: string): RawBuilder<unknown> => sql`
  case when e."studentId" is null and exists (select 1 from memberships t where t.organisation_id = ${organisationId}
    and t.roll_number_canonical = e."rollKey" and t.left_at is null) then 1 else 0 end as "isNumberTaken"`

const filtersOf = (organisationId: string) =>
  ({
    all: sql`true`,
    'not-registered': sql`e."studentId" is null`,
    'not-verified': sql`e."isVerified" = 0`,
    'no-passkey': sql`e."studentId" is not null and e."passkeys" = 0`,
    held: sql`e."held" > 0`,
    double: sql`e."id" in (${doublesOf(organisationId)})`,
  }) satisfies Record<RosterFilter, RawBuilder<unknown>>

function selected({ search, section }: Pick<RosterQuery, 'search' | 'section'>): RawBuilder<unknown> {
  const inSection = section === undefined ? sql`true` : sql`e."section" = ${section}`
  const names = ['roster_key', 'own_key'].map((name) => sql.ref(`e.${name}`))
  const emails = ['email', 'ownEmail'].map((email) => sql`lower(${sql.ref(`e.${email}`)})`)
  return sql`(${inSection} and ${hasWords(search, sql`e."rollKey"`, [...names, ...emails])})`
}

/** To how many of those without an account a mail would go: an address gets two, of all who have it. */
const countInvitable = (from: RawBuilder<unknown>, organisationId: string) => {
  const ofAddress = (table: string) => sql`(select count(*) from ${sql.table(table)} x
    where x.organisation_id = ${organisationId} and x.email_canonical = g.email_key)`
  const left = sql`${sql.lit(maxInvitationMails)} - mails`
  return sql<Record<'mails' | 'noEmail', number | null>>`
    select sum(case when email_key is null then people end) as "noEmail",
      sum(case when email_key is null or stopped > 0 or mails > ${sql.lit(maxInvitationMails)} then 0
        when people < ${left} then people else ${left} end) as "mails"
    from (select g.*, ${ofAddress('student_invitations')} as mails, ${ofAddress('stopped_mails')} as stopped
      from (select email_key, count(*) as people from ${from} and e."studentId" is null group by email_key) g) counted`
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
    async readFormer(organisationId, importId) {
      const lines = sql`from import_lines l where l.import_id = ${importId} and l.line > 0`
      return read(sql<KnownPerson>`select ${knownColumns} ${peopleOf(organisationId)}
        and p.student_id is null and p.ended_at is not null
        and (p.external_id in (select l.external_id ${lines} and l.external_id is not null)
          or (p.roll_key, p.name_key) in (select l.roll_key, l.name_key ${lines} and l.roll_key is not null))
        order by p.ended_at desc, p.id`)
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
        .$narrowType<Planned>()
        .orderBy(sql`line < 0`)
        .orderBy(sql`abs(line)`)
        .execute()
      return rows.map(toPlannedLine)
    },
    readNewDoubles: (organisationId, importId) => readNewDoubles(db, organisationId, importId),
    async listRoster(organisationId, query, now) {
      const { limit, offset, show } = query
      const filters = filtersOf(organisationId)
      const inOrder = sql`order by e."rollKey", e."id"`
      // To compare everyone with everyone takes longer than all else.
      const { double: _, ...usual } = filters
      const counted = Object.entries(show === 'double' ? filters : usual).map(([name, condition]) => {
        return sql`count(*) filter (where ${condition}) as ${sql.ref(name)}`
      })
      // Everyone is read once: for the counts, and for the page.
      const found = await read(sql<Record<RosterFilter, number> & { readonly id: string | null }>`
        with e as materialized (select * from (${everyone(organisationId, now)}) e where ${selected(query)})
        select counts.*, page."id" from (select ${sql.join(counted)} from e) counts left join (
          select e."id" from e where ${filters[show]} ${inOrder} limit ${limit} offset ${offset}) page on true`)
      const ids = found.flatMap(({ id }) => id ?? [])
      const rows =
        ids.length === 0
          ? []
          : await read(sql<Row>`select e.*, ${isTaken(organisationId)}
        from (${everyone(organisationId, now)} and p.id in (${sql.join(ids)})) e ${inOrder}`)
      const sections = await read(sql<{ section: string }>`select distinct p.section as "section"
        ${onRoster(organisationId)} and p.section <> '' order by 1`)
      const invitations = await listInvitations(ids)
      const [invitable] =
        show === 'not-registered'
          ? await read(
              countInvitable(sql`(${everyone(organisationId, now)}) e where ${selected(query)}`, organisationId),
            )
          : []
      const count = (filter: RosterFilter) => Number(found[0]?.[filter] ?? 0)
      return {
        people: rows.map((row) => ({ ...toPerson(row), ...invitations.get(row.id) })),
        counts: {
          all: count('all'),
          'not-registered': count('not-registered'),
          'not-verified': count('not-verified'),
          'no-passkey': count('no-passkey'),
          held: count('held'),
          ...(show === 'double' && { double: count('double') }),
        },
        sections: sections.map(({ section }) => section),
        ...(invitable && {
          invitable: { mails: Number(invitable.mails ?? 0), noEmail: Number(invitable.noEmail ?? 0) },
        }),
      }
    },
    async findOnRoster(organisationId, id, now) {
      const [row] = await read(sql<Row>`select e.*, ${isTaken(organisationId)}
        from (${everyone(organisationId, now)} and p.id = ${id}) e`)
      if (!row) return undefined
      const { externalId, source, addedAt } = row
      const linked = await db
        .selectFrom('person_links')
        .select(['linked_by as by', 'linked_at as at'])
        .where('organisation_id', '=', organisationId)
        .where('person_id', '=', id)
        .where('undone_at', 'is', null)
        .where('linked_at', '>', now - linkUndoMs)
        .$narrowType<{ by: 'choice' | 'email' }>()
        .orderBy('linked_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      const rows = await read(sql<Row & { readonly why: DoubleReason; readonly isApart: 0 | 1 }>`
        with s as (${sharers(organisationId)}) select e.*, ${isTaken(organisationId)}, o.why as "why",
          case when ${areApart(organisationId)} then 1 else 0 end as "isApart"
        from s k inner join s o on ${isPair}
        inner join (${everyone(organisationId, now)}) e on e."id" = o.id
        where k.id = ${id}
        order by "isApart", e."rollKey", e."id" limit ${maxDoubles}`)
      const doubles = [...Map.groupBy(rows, (one) => one.id).values()].flatMap((same) => {
        const by = same.map(({ why }) => why)
        return same.slice(0, 1).map((first) => ({ person: toPerson(first), by, isApart: first.isApart === 1 }))
      })
      const found = { ...toPerson(row), ...(await listInvitations([id])).get(id), externalId, source, addedAt, doubles }
      return linked ? { ...found, linked: { by: linked.by, until: linked.at + linkUndoMs } } : found
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
    ...(row.leftAt !== null && { leftAt: row.leftAt }),
    isVerified: row.isVerified === 1,
    passkey: passkeyOf(row),
    isNumberTaken: row.isNumberTaken === 1,
  }
}
