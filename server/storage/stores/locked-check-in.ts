import { type Selectable, sql } from 'kysely'
import type {
  AnsweredCheckIn,
  CheckIn,
  CheckInEnd,
  KeptCheckIn,
  LockedCheckIn,
  Signer,
} from '../../domain/marks/stores.ts'
import type { Handle } from '../handle.ts'
import { withRowLocks } from '../locking.ts'
import { prepareQuery } from '../prepared-query.ts'
import type { CheckInsTable } from '../schema.ts'
import { selectSecretsEpoch } from '../secrets-epoch.ts'
import { joinedAccountColumns, lockAccount, toAccount } from './account-store.ts'
import { enrolledIn, toEnrolled } from './enrolled.ts'
import { lockListedMembers } from './membership-store.ts'
import { lockPasskey, type OwnedRow, toOwned, toPasskey } from './passkey-store.ts'
import { markColumns, ruledMarks, toMark } from './ruled-marks.ts'
import { lockSession, toSessionToMark } from './session-to-mark-row.ts'

/** Of one that is open. */
export const toRow = (checkIn: CheckIn): CheckInsTable => ({
  id: checkIn.id,
  way: checkIn.way,
  nonce: checkIn.nonce,
  origin: checkIn.origin,
  organisation_id: checkIn.organisationId,
  attendance_session_id: checkIn.attendanceSessionId,
  bound_student_id: checkIn.boundStudentId,
  place: checkIn.place,
  begun_at: checkIn.begunAt,
  browser_hash: checkIn.browserHash,
  session_binding: checkIn.sessionBinding,
  ticket_hash: checkIn.ticketHash,
  expires_at: checkIn.expiresAt,
  assertion_hash: null,
  student_id: null,
  outcome: null,
  opened_session_id: null,
})

export const toCheckIn = (row: Selectable<CheckInsTable>): KeptCheckIn => ({
  id: row.id,
  way: row.way,
  nonce: row.nonce,
  origin: row.origin,
  organisationId: row.organisation_id,
  attendanceSessionId: row.attendance_session_id,
  boundStudentId: row.bound_student_id,
  place: row.place,
  begunAt: row.begun_at,
  browserHash: row.browser_hash,
  sessionBinding: row.session_binding,
  ticketHash: row.ticket_hash,
  expiresAt: row.expires_at,
  end:
    row.assertion_hash === null || row.student_id === null
      ? null
      : {
          assertionHash: row.assertion_hash,
          studentId: row.student_id,
          outcome: row.outcome as CheckInEnd['outcome'],
          openedSessionId: row.opened_session_id,
        },
})

type AnswerKey = { readonly id: string; readonly credentialId: string }

export const buildAnswered = ({ db, clock }: Handle, { id, credentialId }: AnswerKey) =>
  db
    .selectFrom(db.selectNoFrom(clock.now().as('now')).as('clock'))
    .leftJoin('check_ins', (join) => join.on('check_ins.id', '=', id).onRef('check_ins.expires_at', '>', 'clock.now'))
    .leftJoin('passkeys', (join) => join.on('passkeys.credential_id', '=', credentialId))
    .leftJoin('accounts', 'accounts.id', 'passkeys.account_id')
    .select('now')
    .select(selectSecretsEpoch({ db }).as('secrets_epoch'))
    .selectAll('check_ins')
    .selectAll('passkeys')
    .select(joinedAccountColumns)
const selectAnswered = prepareQuery(buildAnswered)
type AnsweredRow = Awaited<ReturnType<typeof selectAnswered>>[number]

/** By one statement: the check-in, and the passkey that its answer names. */
export async function findAnswered(handle: Handle, id: string, credentialId: string): Promise<AnsweredCheckIn> {
  const [row] = await selectAnswered(handle, { id, credentialId })
  return toAnswered(row)
}

export function toAnswered(row: AnsweredRow | undefined): AnsweredCheckIn {
  if (!row) throw new Error('the database returned no time')
  return {
    now: row.now,
    secretsEpoch: row.secrets_epoch ?? '',
    checkIn: row.id === null ? undefined : toCheckIn(row as Selectable<CheckInsTable>),
    signer: row.credential_id === null ? undefined : toOwned(row as OwnedRow),
  }
}

const lockOfTicket = prepareQuery((handle, { ticketHash }: { ticketHash: string }) =>
  withRowLocks(
    handle,
    handle.db.selectFrom('check_ins').selectAll().where('ticket_hash', '=', ticketHash).orderBy('id'),
    (rows) => rows.forNoKeyUpdate(),
  ),
)

type Key = Signer & Pick<CheckIn, 'attendanceSessionId' | 'ticketHash'>

const readLocked = prepareQuery(({ db, clock }, key: Key) =>
  db
    .selectFrom(db.selectNoFrom(clock.now().as('now')).as('clock'))
    .leftJoin(ruledMarks('marks'), (join) =>
      join.on('marks.attendance_session_id', '=', key.attendanceSessionId).on('marks.student_id', '=', key.studentId),
    )
    .select('now')
    .select(markColumns)
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('spent_tickets').select('spent_tickets.ticket_hash').where('ticket_hash', '=', key.ticketHash),
      ).as('is_ticket_spent'),
    )
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('mark_origins')
          .select('mark_origins.id')
          .where('browser_hash', '=', key.browser)
          .where('mark_origins.student_id', '<>', key.studentId)
          .whereRef(sql`mark_origins.marked_at + ${key.sharedMs}`, '>', 'clock.now'),
      ).as('is_shared'),
    )
    .select(({ selectFrom }) =>
      selectFrom('attendance_sessions')
        .where('attendance_sessions.id', '=', key.attendanceSessionId)
        .select(enrolledIn(sql`${key.studentId}`).as('enrolled'))
        .as('enrolled'),
    ),
)

/**
 * Its queries leave together, so that they wait once. The engine answers them in this order: the locks are taken one
 * after the other, and the last query reads what is there when the transaction has them all.
 */
export async function lockToMark(handle: Handle, checkIn: CheckIn, signer: Signer): Promise<LockedCheckIn> {
  const { organisationId, attendanceSessionId, ticketHash } = checkIn
  const { studentId, credentialId } = signer
  const [[account], [member], [session], [passkey], ofTicket, [rest]] = await Promise.all([
    lockAccount(handle, { id: studentId }),
    lockListedMembers(handle, organisationId, [studentId]),
    lockSession(handle, { id: attendanceSessionId }),
    lockPasskey(handle, { credentialId }),
    lockOfTicket(handle, { ticketHash }),
    readLocked(handle, { ...signer, attendanceSessionId, ticketHash }),
  ])
  if (!rest) throw new Error('the database returned no time')
  const kept = ofTicket.find(({ id, expires_at }) => id === checkIn.id && expires_at > rest.now)
  return {
    account: account && toAccount(account, account),
    member,
    session: session && toSessionToMark(session),
    passkey: passkey && toPasskey(passkey),
    checkIn: kept && toCheckIn(kept),
    isTicketSpent: Boolean(rest.is_ticket_spent),
    mark: toMark(rest),
    isShared: Boolean(rest.is_shared),
    ...toEnrolled(rest.enrolled),
    now: rest.now,
  }
}
