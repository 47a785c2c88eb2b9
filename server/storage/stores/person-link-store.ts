import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { canonicalRollNumber } from '#contract/text-fields.ts'
import type { WrittenEnrolment } from '../../domain/audit/written-rows.ts'
import { nameKey } from '../../domain/profiles/name-key.ts'
import type { CellBefore, PersonLinkStore } from '../../domain/roster/stores.ts'
import { wholeOf } from '../../domain/whole-group.ts'
import type { Handle } from '../handle.ts'
import type { MembershipsTable, PeopleTable } from '../schema.ts'
import { type EnrolmentRow, joinEnrolments } from './join-enrolments.ts'
import { addToBlock } from './member-blocks.ts'
import { membershipChanges } from './membership-changes.ts'
import { isAway, toWritten, wasOnRoster } from './roster.ts'
import { moveRoster } from './roster-store.ts'
import { ruledMarks } from './ruled-marks.ts'

type Row = Selectable<PeopleTable>

/** What two people were before they became one. */
type Before = {
  readonly people: readonly [Row, Row]
  readonly memberships: readonly Selectable<MembershipsTable>[]
  readonly enrolments: readonly EnrolmentRow[]
  /** Of whom the marks and the rulings were that came to the one who stays. */
  readonly accounts: readonly string[]
  readonly persons: readonly string[]
  /** Of what sessions the disputes were that came. */
  readonly disputes: readonly string[]
  /** What held where both had an entry. */
  readonly cells: readonly CellBefore[]
}

/** Two rows of the roster become one, and are two again. The organisation must be locked. */
export function personLinkStore(handle: Handle): PersonLinkStore {
  const { db } = handle
  const save = ({ id, ...columns }: Updateable<PeopleTable> & { readonly id: string }) =>
    db.updateTable('people').where('id', '=', id).set(columns).execute()
  const isAny = async (query: RawBuilder<unknown>) =>
    (await sql`select 1 from (select 1) one where exists (${query})`.execute(db)).rows.length > 0
  const listIds = async (query: RawBuilder<{ readonly id: string | null }>): Promise<string[]> =>
    (await query.execute(db)).rows.flatMap(({ id }) => id ?? [])

  const apart = (organisationId: string, ...both: readonly string[]) =>
    db
      .deleteFrom('people_apart')
      .where('organisation_id', '=', organisationId)
      .where('person_id', 'in', both)
      .where('other_id', 'in', both)
  const enrolmentsOf = (both: readonly string[]) =>
    db.selectFrom('enrolments').selectAll().where('person_id', 'in', both).orderBy('sequence').execute()

  /** The enrolments of both, which were `before`, become these. Answers what the log keeps of it. */
  async function replaceEnrolments(
    both: readonly string[],
    before: readonly EnrolmentRow[],
    rows: readonly EnrolmentRow[],
  ): Promise<WrittenEnrolment[]> {
    await db.deleteFrom('enrolments').where('person_id', 'in', both).execute()
    for (const row of rows) await db.insertInto('enrolments').values(row).execute()
    const keyOf = (row: EnrolmentRow) => `${row.person_id} ${row.group_id} ${row.begins_at}`
    const kept = new Set(rows.map(keyOf))
    const gone = before.filter((row) => !kept.has(keyOf(row)))
    return [...toWritten(gone, 'gone'), ...toWritten(rows)]
  }

  /** Where both are in a section of one course, the person is left in that of the row that stays. */
  async function endOtherSections(rows: readonly EnrolmentRow[], goes: string, now: number): Promise<EnrolmentRow[]> {
    const groups = [...new Set(rows.map(({ group_id }) => group_id))]
    if (groups.length === 0) return []
    const found = await db.selectFrom('groups').where('id', 'in', groups).select(['id', 'parent_id']).execute()
    const courseOf = new Map(found.map(({ id, parent_id }) => [id, parent_id ?? id]))
    const open = rows.filter(({ person_id, ends_at }) => person_id !== goes && ends_at === null)
    return rows.map((row) => {
      const isElsewhere = open.some(
        ({ group_id }) => group_id !== row.group_id && courseOf.get(group_id) === courseOf.get(row.group_id),
      )
      return row.person_id === goes && row.ends_at === null && isElsewhere ? { ...row, ends_at: now } : row
    })
  }

  /** For how many of these students each settled class counts. */
  async function listExpected(organisationId: string, students: readonly string[]): Promise<Map<string, number>> {
    const { rows } = await sql<{ readonly id: string; readonly n: number }>`
      select x.id as "id", count(*) as "n" from attendance_sessions x
        inner join memberships m on m.organisation_id = x.organisation_id and m.student_id in (${sql.join(students)})
      where x.group_id = ${wholeOf(organisationId)} and x.expected is not null
        and (${wasOnRoster(sql`x.ends_at`)} or (${isAway(sql`x.ends_at`)} and exists (select 1 from ${ruledMarks('k')}
          where k.attendance_session_id = x.id and k.student_id = m.student_id and k.stands)))
      group by x.id`.execute(db)
    return new Map(rows.map(({ id, n }) => [id, Number(n)]))
  }

  /** Does what moves marks between accounts, and counts again what was counted of them. */
  async function recounted<Done>(organisationId: string, students: readonly string[], move: () => Promise<Done>) {
    if (students.length < 2) return move()
    const before = await listExpected(organisationId, students)
    const done = await move()
    const after = await listExpected(organisationId, students)
    for (const by of [1, -1]) {
      const ids = [...new Set([...before.keys(), ...after.keys()])].filter(
        (id) => (after.get(id) ?? 0) - (before.get(id) ?? 0) === by,
      )
      if (ids.length > 0)
        await db
          .updateTable('attendance_sessions')
          .where('id', 'in', ids)
          .set(({ eb }) => ({ expected: eb('expected', '+', by) }))
          .execute()
    }
    await sql`update memberships set total = (select count(*) from ${ruledMarks('k')}
        inner join attendance_sessions s on s.id = k.attendance_session_id and s.group_id = k.organisation_id
        where k.student_id = memberships.student_id and k.organisation_id = memberships.organisation_id and k.stands)
      where organisation_id = ${organisationId} and student_id in (${sql.join(students)})`.execute(db)
    return done
  }

  /** The origins of marks follow them: two check-ins of one person on one phone are no sign of anything. */
  const moveOrigins = (organisationId: string, from: string, to: string) =>
    sql`update mark_origins set student_id = ${to} where student_id = ${from} and organisation_id = ${organisationId}
      and id in (select k.proof_id from marks k where k.student_id = ${to} and k.organisation_id = ${organisationId})`.execute(
      db,
    )

  return {
    async listShared(organisationId, one, other) {
      const entries = ({ id, studentId, formerStudentId }: typeof one) => {
        const account = studentId ?? formerStudentId
        return sql`select k.attendance_session_id as id from marks k
            where k.student_id = ${account} and k.organisation_id = ${organisationId}
          union select u.attendance_session_id from rulings u where u.student_id = ${account} and u.person_id = ${id}
          union select u.attendance_session_id from rulings u where u.student_id is null and u.person_id = ${id}`
      }
      return listIds(sql`select id from (${entries(one)}) one where id in (${entries(other)}) order by id`)
    },
    async insert(link, cells) {
      const { organisationId, personId, formerId, studentId, formerStudentId, formerNumber, linkedAt: now } = link
      const both = [personId, formerId]
      const rows = await db.selectFrom('people').selectAll().where('id', 'in', both).execute()
      const [stays, goes] = [rows.find(({ id }) => id === personId), rows.find(({ id }) => id === formerId)]
      if (!stays || !goes) throw new Error(`one of the people ${personId} and ${formerId} is missing`)
      // No mail leads to either any more.
      if (studentId !== null)
        for (const table of ['student_invitations', 'desk_enrolments'] as const)
          await db
            .updateTable(table)
            .where('person_id', 'in', both)
            .where('ended_at', 'is', null)
            .$if(table === 'desk_enrolments', (rows) => rows.where(sql`student_id`, 'is', null))
            .set({ ended_at: now })
            .execute()
      const shared = cells.map(({ sessionId }) => sessionId)
      const enrolments = await enrolmentsOf(both)
      const memberships = await db.selectFrom('memberships').selectAll().where('person_id', 'in', both).execute()
      const before: Omit<Before, 'disputes'> = {
        people: [stays, goes],
        memberships,
        enrolments,
        accounts: await listIds(sql`select distinct coalesce(k.former_student_id, k.student_id) as id from marks k
          where k.student_id = ${formerStudentId} and k.organisation_id = ${organisationId}`),
        persons: await listIds(sql`select distinct coalesce(u.former_person_id, u.person_id) as id from rulings u
          where (u.student_id = ${goes.student_id} or u.student_id is null) and u.person_id = ${formerId}`),
        cells,
      }
      const students = formerStudentId === null ? [] : [studentId ?? '', formerStudentId]
      let disputes: string[] = []
      const written = await recounted(organisationId, students, async () => {
        if (formerStudentId !== null)
          await membershipChanges(handle).end(organisationId, formerStudentId, 'joined', now)
        const joined = joinEnrolments(await endOtherSections(enrolments, formerId, now), personId)
        const whole = joined.filter(({ group_id }) => group_id === organisationId)
        // The membership that ends keeps one enrolment without length: it counts in no session.
        const end = { ...whole[0], person_id: formerId, group_id: organisationId, sequence: 1 }
        const ended = formerStudentId === null ? [] : [{ ...(end as EnrolmentRow), begins_at: now, ends_at: now }]
        const written = await replaceEnrolments(both, enrolments, [...joined, ...ended])
        if (formerStudentId === null) await moveAccount()
        else disputes = await endAccount(formerStudentId, whole)
        await moveEntries(shared)
        return written
      })
      await apart(organisationId, personId, formerId).execute()
      await db
        .insertInto('person_links')
        .values({
          id: link.id,
          organisation_id: organisationId,
          person_id: personId,
          former_id: formerId,
          before: JSON.stringify({ ...before, disputes } satisfies Before),
          student_id: studentId,
          former_student_id: formerStudentId,
          former_number: formerNumber,
          linked_by: link.linkedBy,
          decided_by: link.decidedBy,
          reason: link.reason,
          linked_at: now,
          undone_at: null,
        })
        .execute()
      await moveRoster(handle, organisationId)
      return written

      /** The one account that the two have belongs to the row that stays. */
      async function moveAccount(): Promise<void> {
        if (!stays || !goes) return
        const named = goes.student_id === null ? undefined : await readNames(goes.student_id)
        const number = formerNumber ?? ''
        await save({
          id: goes.id,
          student_id: null,
          ...(named && {
            roll_number: number,
            roll_key: canonicalRollNumber(number),
            given: goes.given ?? named.given,
          }),
          ...(named && goes.given === null && { family: named.family, name_key: named.key }),
          ended_at: now,
          changed_at: now,
        })
        const account = goes.student_id !== null && { student_id: goes.student_id, roll_number: null, roll_key: null }
        const linked = studentId !== null && { linked_by: link.linkedBy }
        const externalId = stays.external_id ?? goes.external_id
        await save({ id: stays.id, ...account, ...linked, changed_at: now, external_id: externalId })
        await db.updateTable('memberships').where('person_id', '=', goes.id).set({ person_id: stays.id }).execute()
        await moveDesk(goes.id, stays.id)
      }

      /** The account that goes is a member no more; what the office knows of its row fills what the other one lacks. */
      async function endAccount(gone: string, whole: readonly EnrolmentRow[]): Promise<string[]> {
        if (!stays || !goes) return []
        await save({ id: goes.id, ended_at: now, changed_at: now })
        const { given, family, name_key } = stays.given === null ? goes : stays
        const { email, email_canonical } = stays.email === null ? goes : stays
        await save({
          id: stays.id,
          ...{ given, family, name_key, email, email_canonical, linked_by: link.linkedBy, changed_at: now },
          section: stays.section || goes.section,
          external_id: stays.external_id ?? goes.external_id,
        })
        await db
          .updateTable('memberships')
          .where('person_id', '=', goes.id)
          .set({ joined_at: now, left_at: now, left_because: 'joined', times_joined: 1, expiry_time: null })
          .execute()
        const window = Math.max(...memberships.map(({ expiry_time }) => expiry_time ?? 0))
        await db
          .updateTable('memberships')
          .where('person_id', '=', stays.id)
          .set({ joined_at: whole[0]?.begins_at ?? now, times_joined: whole.length })
          .$if(window > 0, (row) => row.set({ expiry_time: window }))
          .execute()
        return moveMarks(gone)
      }

      /** Answers of what sessions the disputes are that came. */
      async function moveMarks(gone: string): Promise<string[]> {
        const to = studentId ?? ''
        await db
          .updateTable('marks')
          .where('student_id', '=', gone)
          .where('organisation_id', '=', organisationId)
          .$if(shared.length > 0, (rows) => rows.where('attendance_session_id', 'not in', shared))
          .set(({ fn, ref }) => ({
            former_student_id: fn.coalesce(ref('former_student_id'), ref('student_id')),
            student_id: to,
          }))
          .execute()
        const moved = await db
          .updateTable('disputes')
          .where('student_id', '=', gone)
          .where('organisation_id', '=', organisationId)
          .$if(shared.length > 0, (rows) => rows.where('attendance_session_id', 'not in', shared))
          .where('attendance_session_id', 'not in', (own) =>
            own.selectFrom('disputes as d').select('d.attendance_session_id').where('d.student_id', '=', to),
          )
          .set({ student_id: to })
          .returning('attendance_session_id as id')
          .execute()
        await moveOrigins(organisationId, gone, to)
        return moved.map(({ id }) => id)
      }

      async function moveEntries(except: readonly string[]): Promise<void> {
        await db
          .updateTable('rulings')
          .where('person_id', '=', formerId)
          .where(({ eb, or }) => or([eb('student_id', '=', goes?.student_id ?? ''), eb('student_id', 'is', null)]))
          .$if(except.length > 0, (rows) => rows.where('attendance_session_id', 'not in', except))
          .set(({ eb, fn, ref }) => ({
            // The first alone says whether there was another one.
            former_student_id: eb
              .case()
              .when('former_person_id', 'is', null)
              .then(ref('student_id'))
              .else(ref('former_student_id'))
              .end(),
            former_person_id: fn.coalesce(ref('former_person_id'), ref('person_id')),
            person_id: personId,
            student_id: studentId,
          }))
          .execute()
      }
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
          formerStudentId: row.former_student_id,
          formerNumber: row.former_number,
          linkedBy: row.linked_by,
          decidedBy: row.decided_by,
          reason: row.reason,
          linkedAt: row.linked_at,
        }
      )
    },
    isUsed: ({ id, organisationId, personId, studentId, linkedAt }) =>
      isAny(sql`select 1 from people p where p.id = ${personId} and p.changed_at > ${linkedAt}
        union all select 1 from marks k
          where k.student_id = ${studentId} and k.organisation_id = ${organisationId} and k.marked_at >= ${linkedAt}
        union all select 1 from enrolments e where e.person_id = ${personId}
          and (e.entered_at > ${linkedAt} or e.ends_at > ${linkedAt})
        union all select 1 from enrolments e inner join groups g on g.id = e.group_id
          inner join attendance_sessions x on x.group_id = g.id or x.group_id = g.parent_id
          inner join rulings u on u.attendance_session_id = x.id and u.person_id = e.person_id
          where e.person_id = ${personId} and u.decided_at > ${linkedAt}
        -- An earlier version kept less of what stood before.
        union all select 1 from person_links l where l.id = ${id} and (l.before is null or l.before like '[%')`),
    async undo({ id, organisationId, personId, formerId, studentId, formerStudentId }, now) {
      const { before: kept } = await db
        .updateTable('person_links')
        .where('id', '=', id)
        .set({ undone_at: now })
        .returning('before')
        .executeTakeFirstOrThrow()
      if (kept === null) throw new Error(`the link ${id} is older than its undo`)
      const { people, memberships, enrolments, cells, ...moved }: Before = JSON.parse(kept)
      const [, goes] = people
      const both = [personId, formerId]
      const students = formerStudentId === null ? [] : [studentId ?? '', formerStudentId]
      const written = await recounted(organisationId, students, async () => {
        // A student has one row at a time.
        for (const row of people) await save({ ...row, changed_at: now })
        for (const { organisation_id, student_id, total: _, ...row } of memberships) {
          const { person_id, joined_at, times_joined, expiry_time } = row
          await db
            .updateTable('memberships')
            .where('organisation_id', '=', organisation_id)
            .where('student_id', '=', student_id)
            // The number of the account that stayed may have been corrected since.
            .set(student_id === formerStudentId ? row : { person_id, joined_at, times_joined, expiry_time })
            .execute()
        }
        if (goes.student_id !== null && formerStudentId === null) await moveDesk(personId, formerId)
        const written = await replaceEnrolments(both, await enrolmentsOf(both), enrolments)
        await giveBack(moved, goes.student_id)
        return written
      })
      const again = memberships.find(({ student_id, left_at }) => student_id === formerStudentId && left_at === null)
      if (again) {
        await db
          .updateTable('organisations')
          .where('id', '=', organisationId)
          .set(({ eb }) => ({ members: eb('members', '+', 1) }))
          .execute()
        await addToBlock(handle, organisationId, again.roll_number_canonical)
      }
      await moveRoster(handle, organisationId)
      return { written, cells }

      async function giveBack(
        { accounts, persons, disputes }: Pick<Before, 'accounts' | 'persons' | 'disputes'>,
        goneId: string | null,
      ): Promise<void> {
        if (disputes.length > 0)
          await db
            .updateTable('disputes')
            .where('student_id', '=', studentId)
            .where('attendance_session_id', 'in', disputes)
            .set({ student_id: formerStudentId ?? '' })
            .execute()
        if (formerStudentId !== null && accounts.length > 0) {
          await sql`update marks set student_id = ${formerStudentId},
              former_student_id = case when former_student_id = ${formerStudentId} then null else former_student_id end
            where student_id = ${studentId} and organisation_id = ${organisationId}
              and former_student_id in (${sql.join(accounts)})`.execute(db)
          await moveOrigins(organisationId, studentId ?? '', formerStudentId)
        }
        if (persons.length === 0) return
        await sql`update rulings set person_id = ${formerId},
            student_id = case when former_person_id = ${formerId} then former_student_id else cast(${goneId} as text) end,
            former_student_id = case when former_person_id = ${formerId} then null else former_student_id end,
            former_person_id = case when former_person_id = ${formerId} then null else former_person_id end
          where person_id = ${personId} and former_person_id in (${sql.join(persons)})
            and (student_id = ${studentId} or student_id is null)`.execute(db)
      }
    },
  }

  async function moveDesk(from: string, to: string): Promise<void> {
    await db
      .updateTable('desk_enrolments')
      .where('person_id', '=', from)
      .where('student_id', 'is not', null)
      .set({ person_id: to })
      .execute()
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
