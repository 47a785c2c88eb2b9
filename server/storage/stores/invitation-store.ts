import { type Selectable, sql } from 'kysely'
import { linkLifeMs } from '../../domain/mail/mail-link.ts'
import type { Invitable, InvitationStore, StudentInvitation } from '../../domain/roster/stores.ts'
import type { Handle } from '../handle.ts'
import { withRowLocks } from '../locking.ts'
import type { StudentInvitationsTable } from '../schema.ts'
import { onRoster } from './roster-store.ts'

const toInvitation = (row: Selectable<StudentInvitationsTable>): StudentInvitation => ({
  id: row.id,
  organisationId: row.organisation_id,
  personId: row.person_id,
  email: row.email,
  emailCanonical: row.email_canonical,
  invitedBy: row.invited_by,
  invitedAt: row.invited_at,
})

export function invitationStore(handle: Handle): InvitationStore {
  const { db } = handle
  const open = (id: string) =>
    db.selectFrom('student_invitations').selectAll().where('id', '=', id).where('ended_at', 'is', null)
  const end = (now: number) =>
    db.updateTable('student_invitations').where('ended_at', 'is', null).set({ ended_at: now })

  return {
    async listInvitable(organisationId, personIds) {
      const { rows } = await sql<Omit<Invitable, 'hasStopped'> & { hasStopped: number }>`
        select p.id as "id", m.student_id as "studentId", p.email as "email",
          (select count(*) from student_invitations i where i.organisation_id = p.organisation_id
            and i.email_canonical = p.email_canonical) as "mails",
          (select count(*) from stopped_mails x where x.organisation_id = p.organisation_id
            and x.email_canonical = p.email_canonical) as "hasStopped"
        ${onRoster(organisationId)} and p.id in (${sql.join(personIds)})`.execute(db)
      return rows.map((row) => ({ ...row, mails: Number(row.mails), hasStopped: Number(row.hasStopped) > 0 }))
    },
    async countSince(organisationId, since) {
      const { n } = await db
        .selectFrom('student_invitations')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('organisation_id', '=', organisationId)
        .where('invited_at', '>', since)
        .executeTakeFirstOrThrow()
      return Number(n)
    },
    async countMailsBefore({ organisationId, id, at }, since) {
      const life = linkLifeMs['staff-invitation']
      const { rows } = await sql<{ n: number | null }>`select sum(mails) as n from (
          select invited_at as at, id, 1 as mails from student_invitations
            where organisation_id = ${organisationId} and invited_at > ${since} and invited_at <= ${at}
          union all select expires_at - ${life}, token_id, mails from staff_invitations
            where organisation_id = ${organisationId} and expires_at > ${since + life} and expires_at <= ${at + life}
        ) sent where sent.at < ${at} or sent.id < ${id}`.execute(db)
      return Number(rows[0]?.n ?? 0)
    },
    async insert(invitations) {
      const [first] = invitations
      if (!first) return
      const people = invitations.map(({ personId }) => personId)
      await end(first.invitedAt).where('person_id', 'in', people).execute()
      const rows = invitations.map(({ id, organisationId, personId, email, emailCanonical, invitedBy, invitedAt }) => {
        const whose = { organisation_id: organisationId, person_id: personId, email, email_canonical: emailCanonical }
        return { id, ...whose, invited_by: invitedBy, invited_at: invitedAt, ended_at: null }
      })
      await db.insertInto('student_invitations').values(rows).execute()
    },
    async find(id) {
      const row = await open(id).executeTakeFirst()
      return row && toInvitation(row)
    },
    async findSent(id) {
      return db
        .selectFrom('student_invitations')
        .where('id', '=', id)
        .select(['organisation_id as organisationId', 'email_canonical as emailCanonical'])
        .unionAll(({ selectFrom }) =>
          selectFrom('staff_invitations')
            .where('token_id', '=', id)
            .select(['organisation_id as organisationId', 'email_canonical as emailCanonical']),
        )
        .executeTakeFirst()
    },
    async lock(id) {
      const row = await withRowLocks(handle, open(id)).executeTakeFirst()
      return row && toInvitation(row)
    },
    async end(id, now) {
      await end(now).where('id', '=', id).execute()
    },
  }
}
