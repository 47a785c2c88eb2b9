import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AuditAction } from '../../domain/audit/audit-log.ts'
import { passkeyIdOf } from '../../domain/audit/passkey-id.ts'
import { keptText } from '../../domain/audit/written-rows.ts'
import type { Schema } from '../../storage/schema.ts'
import { readRows } from './read-in-batches.ts'

/** A table whose rows stand in the entries of the acts that write them (decision 21). */
export type ComparedTable = {
  readonly table: keyof Schema
  /** What its rows are, for the rule. */
  readonly what: string
  /** What one is. */
  readonly name: string
  /** The acts that write it: each entry holds the rows that it wrote, or is older than that. */
  readonly entries: readonly AuditAction[]
  /** What tells a row from the others. */
  readonly key: readonly [string, ...string[]]
  /** The columns that are compared. */
  readonly fields: readonly string[]
  /** The column with the time of the row, epoch ms: a row of before the log is not compared. */
  readonly since: string
  /** SQL that is true of the rows that are compared, which are `t`. */
  readonly where?: RawBuilder<boolean>
  /** Of columns that the log keeps no copy of: what it keeps instead. */
  readonly kept?: Readonly<Record<string, (value: string) => string>>
  /** Reads whether what a row is about is gone, and the row with it. */
  readonly isWithout?: (db: Kysely<Schema>) => Promise<(row: Readonly<Record<string, unknown>>) => boolean>
}

const people: readonly AuditAction[] = ['staff.join', 'staff.change', 'staff.end']

const confirmation = {
  name: 'confirmation of the passkey',
  key: ['credential_id', 'organisation_id'],
  fields: ['confirmed_at'],
  since: 'confirmed_at',
  kept: { credential_id: (credentialId) => passkeyIdOf({ credentialId }) },
  // It goes with its passkey, which is compared, too.
  isWithout: async (db) => {
    const passkeys = new Set<string>()
    await readRows(
      db.selectFrom('passkeys').select('credential_id'),
      ['credential_id'],
      ({ credential_id: credentialId }) => passkeys.add(passkeyIdOf({ credentialId })),
    )
    return ({ credential_id }) => !passkeys.has(String(credential_id))
  },
} as const satisfies Partial<ComparedTable>

/** Each line: the table, the acts that write it, its key, and the columns by which someone may do something or a cell counts. */
export const comparedTables: readonly ComparedTable[] = [
  {
    table: 'staff',
    what: 'The people who act for institutes',
    name: 'staff',
    entries: people,
    key: ['id'],
    fields: ['organisation_id', 'account_id', 'role', 'since', 'until'],
    since: 'since',
  },
  {
    table: 'staff_groups',
    what: 'The groups of teachers',
    name: 'group of a teacher',
    entries: [...people, 'staff.courses', 'course.teachers', 'course.import', 'import.rows', 'course.import-undo'],
    key: ['staff_id', 'group_id', 'since'],
    fields: ['until'],
    since: 'since',
  },
  {
    table: 'enrolments',
    what: 'The enrolments in courses',
    name: 'enrolment',
    entries: [
      ...(['enrolment.begin', 'enrolment.end', 'course.import', 'import.rows', 'course.import-undo'] as const),
      ...([
        'person.join',
        'person.link',
        'person.unlink',
        'person.remove',
        'membership.end',
        'membership.give-way',
      ] as const),
      ...(['roster.import', 'roster.undo', 'profile.delete', 'account.remove-unverified'] as const),
    ],
    key: ['person_id', 'group_id', 'begins_at'],
    fields: ['ends_at', 'counts_from'],
    since: 'begins_at',
    // Those of all members are held by the memberships.
    where: sql<boolean>`t.group_id not in (select o.id from organisations o)`,
  },
  {
    table: 'groups',
    what: 'The courses',
    name: 'course',
    entries: [
      'course.add',
      'course.change',
      'course.policy',
      'course.close',
      'course.import',
      'import.rows',
      'course.import-undo',
    ],
    key: ['id'],
    fields: ['organisation_id', 'parent_id', 'policy', 'created_at', 'first_day', 'closed_at'],
    since: 'created_at',
    where: sql<boolean>`t.id not in (select o.id from organisations o)`,
    kept: { policy: keptText },
  },
  {
    table: 'attendance_sessions',
    what: 'The rooms of sessions',
    name: 'room of the session',
    entries: ['attendance.start', 'session.move'],
    key: ['id'],
    fields: ['room_id'],
    since: 'started_at',
    // A class without a room has no row in the log.
    where: sql<boolean>`(t.group_id <> t.organisation_id or t.room_id is not null)`,
  },
  {
    table: 'session_rulings',
    what: 'What people said of sessions of courses',
    name: 'word about the session',
    entries: ['session.status'],
    key: ['attendance_session_id', 'sequence'],
    fields: ['status', 'reason', 'decided_by', 'decided_at'],
    since: 'decided_at',
    kept: { reason: keptText },
  },
  {
    table: 'accounts',
    what: 'The own logins that only read',
    name: 'own login',
    entries: ['own-login.change'],
    key: ['id'],
    fields: ['reads_only_since'],
    since: 'reads_only_since',
    where: sql<boolean>`t.reads_only_since is not null`,
  },
  {
    table: 'day_passes',
    what: 'The day passes',
    name: 'day pass',
    entries: ['day-pass.make', 'day-pass.end'],
    key: ['id'],
    fields: ['organisation_id', 'courses', 'made_at', 'ends_at', 'revoked_at'],
    since: 'made_at',
    kept: { courses: keptText },
  },
  {
    table: 'staff_invitations',
    what: 'The invitations of people who act for institutes',
    name: 'invitation',
    entries: ['staff.ask', 'staff.invite'],
    key: ['id'],
    fields: ['organisation_id', 'email_canonical', 'role', 'holds_whole'],
    since: 'invited_at',
    kept: { email_canonical: keptText },
  },
  {
    table: 'student_invitations',
    what: 'The invitations of students',
    name: 'invitation',
    entries: ['person.invite'],
    key: ['id'],
    fields: ['organisation_id', 'person_id', 'email_canonical'],
    since: 'invited_at',
    kept: { email_canonical: keptText },
  },
  {
    ...confirmation,
    table: 'passkey_confirmations',
    what: 'The passkeys that institutes confirmed',
    entries: ['passkey.confirm'],
  },
  {
    ...confirmation,
    table: 'staff_passkey_confirmations',
    what: 'The passkeys of their people that institutes confirmed',
    entries: ['staff.confirm-passkey'],
  },
]
