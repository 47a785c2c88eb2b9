import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import { canonicalRollNumber } from '#contract/text-fields.ts'
import { canonicalEmail } from '../../domain/accounts/canonical-email.ts'
import { nameKey } from '../../domain/profiles/name-key.ts'
import type { KnownPerson, RosterFacts, RosterStore } from '../../domain/roster/stores.ts'
import type { Handle } from '../handle.ts'
import type { PeopleTable } from '../schema.ts'
import { endSentToFormerEmail } from './former-email.ts'
import { endEnrolments, isMember, leftAlone, newPersonId, takeOverCourses } from './roster.ts'

/** All rows of people. In it `p`, `m`, `s` and `a`. */
export const peopleOf = (organisationId: string): RawBuilder<unknown> => sql`
  from people p
    left join memberships m on m.person_id = p.id and ${isMember('m')}
    left join students s on s.id = m.student_id
    left join accounts a on a.id = m.student_id
  where p.organisation_id = ${organisationId}`

/** Everyone who is on the roster now: the members, people without an account, and those whose account has left. */
export const onRoster = (organisationId: string): RawBuilder<unknown> => sql`${peopleOf(organisationId)}
    and (m.student_id is not null or (p.ended_at is null and (p.student_id is null or ${leftAlone})))`

export const knownColumns: RawBuilder<unknown> = sql`
  p.id as "id", m.student_id as "studentId", coalesce(m.roll_number, s.roll_number, p.roll_number) as "rollNumber",
  coalesce(m.roll_number_canonical, p.roll_key) as "rollKey", p.given as "given", p.family as "family",
  p.name_key as "nameKey",
  p.email as "email", p.email_canonical as "emailKey", p.section as "section", p.external_id as "externalId",
  case when a.email_verified = 1 then a.email_canonical end as "verifiedEmailKey",
  p.linked_by as "linkedBy", p.source as "source",
  case when m.student_id is null then p.student_id end as "formerStudentId"`

/** What the office knows, as columns. */
function columnsOf({ rollNumber, given, family, email, section, externalId }: RosterFacts) {
  return {
    roll_number: rollNumber,
    roll_key: rollNumber === null ? null : canonicalRollNumber(rollNumber),
    given,
    family,
    name_key: given === null ? null : nameKey(`${given} ${family ?? ''}`),
    email,
    email_canonical: email === null ? null : (canonicalEmail(email) ?? null),
    section,
    external_id: externalId,
  }
}

/** Moves the version: a plan that was made before is compared again. */
export async function moveRoster({ db }: Pick<Handle, 'db'>, organisationId: string): Promise<void> {
  await db
    .updateTable('organisations')
    .where('id', '=', organisationId)
    .set(({ eb }) => ({ roster_version: eb('roster_version', '+', 1) }))
    .execute()
}

export function rosterStore(handle: Handle): RosterStore {
  const { db } = handle

  /** Answers the institute. */
  async function save(id: string, columns: Updateable<PeopleTable>): Promise<string | undefined> {
    const row = await db
      .updateTable('people')
      .where('id', '=', id)
      .set(columns)
      .returning('organisation_id')
      .executeTakeFirst()
    if (row) await moveRoster(handle, row.organisation_id)
    return row?.organisation_id
  }
  /** A row without an account goes; what stands in registers of courses stays under it. */
  const giveWay = async (id: string, toId: string, now: number) => {
    const { numDeletedRows } = await db
      .deleteFrom('people')
      .where('id', '=', id)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('enrolments').select('sequence').where('person_id', '=', id))),
      )
      .executeTakeFirst()
    if (numDeletedRows > 0n) return []
    const begun = await takeOverCourses(handle, id, toId, now)
    const ended = await endEnrolments(handle, id, now)
    await db.updateTable('people').where('id', '=', id).set({ ended_at: now, changed_at: now }).execute()
    return [...begun, ...ended]
  }

  const findOne = async (organisationId: string, condition: RawBuilder<unknown>) => {
    const { rows } = await sql<KnownPerson>`
      select ${knownColumns} ${onRoster(organisationId)} and ${condition}`.execute(db)
    const [row] = rows
    return row
  }

  return {
    find: (organisationId, id) => findOne(organisationId, sql`p.id = ${id}`),
    findOfStudent: (organisationId, studentId) => findOne(organisationId, sql`m.student_id = ${studentId}`),
    async listByEmail(organisationId, emailKey) {
      const { rows } = await sql<KnownPerson>`
        select ${knownColumns} ${onRoster(organisationId)} and p.email_canonical = ${emailKey}`.execute(db)
      return rows
    },
    async isNumberTaken(organisationId, rollKey, exceptId = '') {
      const row = await db
        .selectFrom('people')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .where('roll_key', '=', rollKey)
        .where('student_id', 'is', null)
        .where('ended_at', 'is', null)
        .where('id', '!=', exceptId)
        .executeTakeFirst()
      return row !== undefined
    },
    async insert({ id, organisationId, ...facts }, source, now) {
      const times = { added_at: now, changed_at: now }
      const row = { id, organisation_id: organisationId, student_id: null, source, ...times, ...columnsOf(facts) }
      await db.insertInto('people').values(row).execute()
      await moveRoster(handle, organisationId)
    },
    async change(id, facts, linkedBy, now) {
      const organisationId = await save(id, {
        ...columnsOf(facts),
        ...(linkedBy && { linked_by: linkedBy }),
        changed_at: now,
      })
      if (organisationId) await endSentToFormerEmail(handle, { organisationId, personId: id }, now)
    },
    async end(id, now) {
      const ended = await endEnrolments(handle, id, now)
      await save(id, { ended_at: now, changed_at: now })
      return ended
    },
    takeOverCourses: (from, to, now) => takeOverCourses(handle, from, to, now),
    async bind({ id, given, family, email, section, externalId, source }, organisationId, studentId, now) {
      const facts = columnsOf({ rollNumber: null, given, family, email, section, externalId })
      const bound = { ...facts, linked_by: 'invitation', changed_at: now } as const
      const earlier = await db
        .updateTable('people')
        .where('organisation_id', '=', organisationId)
        .where('student_id', '=', studentId)
        .set({ ...bound, source })
        .returning('id')
        .executeTakeFirst()
      const student = { ...bound, student_id: studentId }
      const isBound = async () => {
        const row = db.updateTable('people').where('id', '=', id).where('student_id', 'is', null).set(student)
        return (await row.executeTakeFirst()).numUpdatedRows > 0n
      }
      const taken = earlier ?? ((await isBound()) ? { id } : await insertBeside({ ...student, source }))
      const enrolments = taken.id === id ? [] : await giveWay(id, taken.id, now)
      if (earlier) await endSentToFormerEmail(handle, { organisationId, personId: earlier.id }, now)
      await moveRoster(handle, organisationId)
      return { id: taken.id, enrolments }

      /** Of a person whose account has left: the marks stay under it, and another account has a row of its own. */
      function insertBeside(columns: Omit<Insertable<PeopleTable>, 'id' | 'organisation_id'>) {
        const row = { ...columns, id: newPersonId(handle.engine), organisation_id: organisationId, added_at: now }
        return db.insertInto('people').values(row).returning('id').executeTakeFirstOrThrow()
      }
    },
    async version(organisationId) {
      const row = await db
        .selectFrom('organisations')
        .select('roster_version')
        .where('id', '=', organisationId)
        .executeTakeFirst()
      return Number(row?.roster_version ?? 0)
    },
    async lastChangeAt(organisationId) {
      const row = await db
        .selectFrom('people')
        .select(({ fn }) => fn.max('changed_at').as('at'))
        .where('organisation_id', '=', organisationId)
        .executeTakeFirst()
      return row?.at ?? null
    },
  }
}
