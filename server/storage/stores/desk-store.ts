import { type Selectable, sql } from 'kysely'
import { joinNames } from '#contract/text-fields.ts'
import type { DeskStore, Enrolment } from '../../domain/desk/stores.ts'
import type { Handle } from '../handle.ts'
import { withRowLocks } from '../locking.ts'
import type { DeskEnrolmentsTable } from '../schema.ts'

const maxShown = 200

const toEnrolment = (row: Selectable<DeskEnrolmentsTable>): Enrolment => ({
  id: row.id,
  organisationId: row.organisation_id,
  personId: row.person_id,
  rollNumber: row.roll_number,
  given: row.given,
  family: row.family,
  email: row.email,
  emailCanonical: row.email_canonical,
  calledBy: row.called_by,
  calledAt: row.called_at,
  claimedUntil: row.claimed_until,
  mailId: row.mail_id,
  mailedAt: row.mailed_at,
  mails: row.mails,
  wrongDigits: row.wrong_digits,
  codeHash: row.code_hash,
  codeUntil: row.code_until,
  phoneHash: row.phone_hash,
  phoneUntil: row.phone_until,
  studentId: row.student_id,
  joinedAt: row.joined_at,
  seenBy: row.seen_by,
  seenAt: row.seen_at,
  endedAt: row.ended_at,
})

const toRow = (one: Enrolment) => ({
  id: one.id,
  organisation_id: one.organisationId,
  person_id: one.personId,
  roll_number: one.rollNumber,
  given: one.given,
  family: one.family,
  email: one.email,
  email_canonical: one.emailCanonical,
  called_by: one.calledBy,
  called_at: one.calledAt,
  claimed_until: one.claimedUntil,
  mail_id: one.mailId,
  mailed_at: one.mailedAt,
  mails: one.mails,
  wrong_digits: one.wrongDigits,
  code_hash: one.codeHash,
  code_until: one.codeUntil,
  phone_hash: one.phoneHash,
  phone_until: one.phoneUntil,
  student_id: one.studentId,
  joined_at: one.joinedAt,
  seen_by: one.seenBy,
  seen_at: one.seenAt,
  ended_at: one.endedAt,
})

export function deskStore(handle: Handle): DeskStore {
  const { db } = handle
  const open = () => db.selectFrom('desk_enrolments').selectAll().where('ended_at', 'is', null)
  return {
    async listOpen(organisationId, now) {
      const rows = await open()
        .where('organisation_id', '=', organisationId)
        .where(({ or, eb }) => or([eb('student_id', 'is not', null), eb('claimed_until', '>', now)]))
        .orderBy('called_at', 'desc')
        .limit(maxShown)
        .execute()
      return rows.map(toEnrolment)
    },
    async lockOf(organisationId, personId) {
      const query = open().where('organisation_id', '=', organisationId).where('person_id', '=', personId)
      const row = await withRowLocks(handle, query).executeTakeFirst()
      return row && toEnrolment(row)
    },
    async lock(id) {
      const row = await withRowLocks(handle, open().where('id', '=', id)).executeTakeFirst()
      return row && toEnrolment(row)
    },
    async find(id) {
      const row = await open().where('id', '=', id).executeTakeFirst()
      return row && toEnrolment(row)
    },
    async findByMail(mailId) {
      const row = await open().where('mail_id', '=', mailId).executeTakeFirst()
      return row && toEnrolment(row)
    },
    async save(enrolment) {
      const { id, ...changed } = toRow(enrolment)
      await db
        .insertInto('desk_enrolments')
        .values({ id, ...changed })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
        .execute()
    },
    async voidDigitsTo(emailCanonical) {
      await db
        .updateTable('desk_enrolments')
        .where('email_canonical', '=', emailCanonical)
        .where('ended_at', 'is', null)
        .where('student_id', 'is', null)
        .set(({ ref }) => ({ mail_id: sql`'void ' || ${ref('id')}` }))
        .execute()
    },
    async readMails(mailIds) {
      if (mailIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('outbox')
        .select(['token_id', 'sent_at', 'given_up_at', 'last_error'])
        .where('token_id', 'in', mailIds)
        .execute()
      return new Map(
        rows.map(({ token_id, sent_at, given_up_at, last_error }) => [
          token_id ?? '',
          { sentAt: sent_at, givenUpAt: given_up_at, words: last_error },
        ]),
      )
    },
    async listSharing(organisationId, studentIds) {
      if (studentIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('known_browsers as own')
        .innerJoin('known_browsers as shared', 'shared.token_hash', 'own.token_hash')
        .innerJoin('memberships', 'memberships.student_id', 'shared.account_id')
        .innerJoin('students', 'students.id', 'shared.account_id')
        .select(['own.account_id as id', 'students.id as other', 'students.first_name', 'students.last_name'])
        .distinct()
        .where('own.account_id', 'in', studentIds)
        .where('memberships.organisation_id', '=', organisationId)
        .whereRef('shared.account_id', '!=', 'own.account_id')
        .orderBy('students.id')
        .execute()
      const names = Map.groupBy(rows, ({ id }) => id)
      return new Map(
        [...names].map(([id, others]) => [id, others.map((one) => joinNames(one.first_name, one.last_name))]),
      )
    },
    async countMails(organisationId, emailCanonical, since) {
      const { n } = await db
        .selectFrom('desk_enrolments')
        .select(({ fn }) => fn.sum<number | null>('mails').as('n'))
        .where('organisation_id', '=', organisationId)
        .where('email_canonical', '=', emailCanonical)
        .where('called_at', '>', since)
        .executeTakeFirstOrThrow()
      return Number(n ?? 0)
    },
  }
}
