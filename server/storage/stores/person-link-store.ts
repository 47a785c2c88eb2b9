import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { canonicalRollNumber } from '#contract/text-fields.ts'
import { nameKey } from '../../domain/profiles/name-key.ts'
import type { PersonLinkStore } from '../../domain/roster/stores.ts'
import type { Handle } from '../handle.ts'
import type { PeopleTable } from '../schema.ts'
import { moveRoster } from './roster-store.ts'

type Row = Selectable<PeopleTable>

/** Two rows of the roster become one, and are two again. The organisation must be locked. */
export function personLinkStore(handle: Handle): PersonLinkStore {
  const { db } = handle
  const save = ({ id, ...columns }: Updateable<PeopleTable> & { readonly id: string }) =>
    db.updateTable('people').where('id', '=', id).set(columns).execute()
  const isAny = async (query: RawBuilder<unknown>) =>
    (await sql`select 1 from (select 1) one where exists (${query})`.execute(db)).rows.length > 0

  const apart = (organisationId: string, ...both: readonly string[]) =>
    db
      .deleteFrom('people_apart')
      .where('organisation_id', '=', organisationId)
      .where('person_id', 'in', both)
      .where('other_id', 'in', both)

  /** The account and what belongs to it as a member. What stands in registers of courses stays. */
  async function moveAccount(organisationId: string, from: string, to: string): Promise<void> {
    await db.updateTable('memberships').where('person_id', '=', from).set({ person_id: to }).execute()
    await db
      .updateTable('enrolments')
      .where('person_id', '=', from)
      .where('group_id', '=', organisationId)
      .set({ person_id: to })
      .execute()
    await db
      .updateTable('desk_enrolments')
      .where('person_id', '=', from)
      .where('student_id', 'is not', null)
      .set({ person_id: to })
      .execute()
  }

  return {
    isBare: async ({ id, studentId }, organisationId) =>
      !(await isAny(sql`select 1 from enrolments e where e.person_id = ${id} and e.group_id <> ${organisationId}
        union all select 1 from rulings u where u.student_id = ${studentId} and u.person_id = ${id}`)),
    shareSession: (organisationId, personId, studentId) =>
      isAny(sql`select 1 from marks k inner join rulings u
          on u.attendance_session_id = k.attendance_session_id and u.person_id = ${personId}
        where k.student_id = ${studentId} and k.organisation_id = ${organisationId}`),
    async insert(link) {
      const { organisationId, personId, formerId, studentId, formerNumber, linkedAt: now } = link
      const rows = await db.selectFrom('people').selectAll().where('id', 'in', [personId, formerId]).execute()
      const [stays, goes] = [rows.find(({ id }) => id === personId), rows.find(({ id }) => id === formerId)]
      if (!stays || !goes) throw new Error(`one of the people ${personId} and ${formerId} is missing`)
      // No mail leads to either any more.
      if (studentId !== null)
        for (const table of ['student_invitations', 'desk_enrolments'] as const)
          await db
            .updateTable(table)
            .where('person_id', 'in', [personId, formerId])
            .where('ended_at', 'is', null)
            .$if(table === 'desk_enrolments', (rows) => rows.where(sql`student_id`, 'is', null))
            .set({ ended_at: now })
            .execute()
      const named = goes.student_id === null ? undefined : await readNames(goes.student_id)
      const number = formerNumber ?? ''
      await save({
        id: goes.id,
        student_id: null,
        ...(named && { roll_number: number, roll_key: canonicalRollNumber(number), given: goes.given ?? named.given }),
        ...(named && goes.given === null && { family: named.family, name_key: named.key }),
        ended_at: now,
        changed_at: now,
      })
      const linked = { linked_by: link.linkedBy, changed_at: now }
      const externalId = stays.external_id ?? goes.external_id
      if (goes.student_id !== null) {
        const account = { student_id: goes.student_id, roll_number: null, roll_key: null }
        await save({ id: stays.id, ...account, ...linked, external_id: externalId })
        await moveAccount(organisationId, goes.id, stays.id)
      } else if (stays.student_id !== null) {
        const { given, family, name_key, source } = goes
        const rest = { section: goes.section || stays.section, added_at: goes.added_at, external_id: externalId }
        const email = goes.email === null ? {} : { email: goes.email, email_canonical: goes.email_canonical }
        await save({ id: stays.id, given, family, name_key, source, ...rest, ...email, ...linked })
      } else await save({ id: stays.id, changed_at: now, external_id: externalId })
      await apart(organisationId, personId, formerId).execute()
      await db
        .insertInto('person_links')
        .values({
          id: link.id,
          organisation_id: organisationId,
          person_id: personId,
          former_id: formerId,
          before: JSON.stringify([stays, goes]),
          student_id: studentId,
          former_number: formerNumber,
          linked_by: link.linkedBy,
          decided_by: link.decidedBy,
          reason: link.reason,
          linked_at: now,
          undone_at: null,
        })
        .execute()
      await moveRoster(handle, organisationId)
    },
    areApart: (organisationId, one, other) =>
      isAny(sql`select 1 from people_apart where organisation_id = ${organisationId}
        and person_id = ${one} and other_id = ${other}`),
    async keepApart(organisationId, one, other) {
      const ways = [[one, other] as const, [other, one] as const]
      await db
        .insertInto('people_apart')
        .values(ways.map(([id, than]) => ({ organisation_id: organisationId, person_id: id, other_id: than })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    async find(organisationId, personId) {
      const row = await db
        .selectFrom('person_links')
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .where('person_id', '=', personId)
        .where('undone_at', 'is', null)
        .orderBy('linked_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return (
        row && {
          id: row.id,
          organisationId,
          personId,
          formerId: row.former_id,
          studentId: row.student_id,
          formerNumber: row.former_number,
          linkedBy: row.linked_by,
          decidedBy: row.decided_by,
          reason: row.reason,
          linkedAt: row.linked_at,
        }
      )
    },
    isUsed: ({ organisationId, personId, studentId, linkedAt }) =>
      isAny(sql`select 1 from people p where p.id = ${personId} and p.changed_at > ${linkedAt}
        union all select 1 from marks k
          where k.student_id = ${studentId} and k.organisation_id = ${organisationId} and k.marked_at >= ${linkedAt}
        union all select 1 from enrolments e inner join groups g on g.id = e.group_id
          inner join attendance_sessions x on x.group_id = g.id or x.group_id = g.parent_id
          inner join rulings u on u.attendance_session_id = x.id and u.person_id = e.person_id
          where e.person_id = ${personId} and u.decided_at >= ${linkedAt}`),
    async undo({ id, organisationId, personId, formerId }, now) {
      const { before } = await db
        .updateTable('person_links')
        .where('id', '=', id)
        .set({ undone_at: now })
        .returning('before')
        .executeTakeFirstOrThrow()
      if (before === null) throw new Error(`the link ${id} is older than its undo`)
      const [stays, goes] = JSON.parse(before) as [Row, Row]
      // A student has one row at a time.
      await save({ ...stays, changed_at: now })
      await save({ ...goes, changed_at: now })
      if (goes.student_id !== null) await moveAccount(organisationId, personId, formerId)
      await moveRoster(handle, organisationId)
    },
  }

  async function readNames(studentId: string) {
    const { first_name: given, last_name: family } = await db
      .selectFrom('students')
      .select(['first_name', 'last_name'])
      .where('id', '=', studentId)
      .executeTakeFirstOrThrow()
    return { given, family, key: nameKey(`${given} ${family}`) }
  }
}
