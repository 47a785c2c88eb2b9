import type { OwnRecords } from '#contract/own-data.ts'
import { hashMark } from '../../domain/audit/mark-seal.ts'
import { wayOf } from '../../domain/register/way-of-mark.ts'
import type { Handle } from '../handle.ts'
import { readJson } from '../json-column.ts'
import { ruledMarks } from './ruled-marks.ts'

type Reading = Pick<Handle, 'db'>

/** All that the institutes keep of one student, in the order of its times. */
export async function readOwnRecords(reading: Reading, studentId: string): Promise<OwnRecords> {
  return {
    memberships: await listMemberships(reading, studentId),
    enrolments: await listEnrolments(reading, studentId),
    marks: await listMarks(reading, studentId),
    rulings: await listRulings(reading, studentId),
    disputedAbsences: await listDisputedAbsences(reading, studentId),
  }
}

async function listMemberships({ db }: Reading, studentId: string): Promise<OwnRecords['memberships']> {
  const rows = await db
    .selectFrom('memberships as m')
    .innerJoin('organisations as o', 'o.id', 'm.organisation_id')
    .innerJoin('students as s', 's.id', 'm.student_id')
    .where('m.student_id', '=', studentId)
    .select(['o.id', 'o.name', 'joined_at as joinedAt', 'left_at as leftAt', 'left_because as leftBecause', 'total'])
    .select(({ fn }) => fn.coalesce('m.roll_number', 's.roll_number').as('rollNumber'))
    .orderBy('joined_at')
    .orderBy('o.id')
    .execute()
  return rows.map(({ id, name, ...membership }) => ({ organisation: { id, name }, ...membership }))
}

async function listEnrolments({ db }: Reading, studentId: string): Promise<OwnRecords['enrolments']> {
  const rows = await db
    .selectFrom('memberships as m')
    .innerJoin('enrolments as e', 'e.person_id', 'm.person_id')
    .innerJoin('groups as g', 'g.id', 'e.group_id')
    .where('m.student_id', '=', studentId)
    .where('g.kind', '!=', 'whole')
    .select(['g.organisation_id as organisationId', 'g.id', 'code', 'title'])
    .select(['begins_at as beginsAt', 'ends_at as endsAt'])
    .orderBy('begins_at')
    .orderBy('g.id')
    .execute()
  return rows.map(({ id, code, title, ...enrolment }) => ({ ...enrolment, course: courseOf({ id, code, title }) }))
}

async function listMarks(reading: Reading, studentId: string): Promise<OwnRecords['marks']> {
  const rows = await reading.db
    .selectFrom(ruledMarks('k'))
    .innerJoin('attendance_sessions as x', 'x.id', 'k.attendance_session_id')
    .innerJoin('groups as g', 'g.id', 'x.group_id')
    .where('k.student_id', '=', studentId)
    .select(sessionColumns)
    .select([
      'k.organisation_id',
      'k.made_by as student_id',
      'marked_at',
      'method',
      'credential_id',
      'proof_id',
      'evidence',
    ])
    .leftJoin('disputes as d', (join) =>
      join.onRef('d.attendance_session_id', '=', 'k.attendance_session_id').onRef('d.student_id', '=', 'k.student_id'),
    )
    .select(['k.stands', 'd.disputed_at as at', 'd.reason', 'd.words'])
    .orderBy('marked_at')
    .orderBy('x.id')
    .execute()
  const signatures = new Map<string, OwnSignature>()
  for (const [madeBy, own] of Map.groupBy(rows, ({ student_id }) => student_id))
    for (let from = 0; from < own.length; from += marksAtOnce) {
      const part = own.slice(from, from + marksAtOnce).map(({ sessionId }) => sessionId)
      for (const [id, signature] of await listSignatures(reading, madeBy, part)) signatures.set(id, signature)
    }
  return rows.map((row) => {
    const signature = signatures.get(row.sessionId)
    const { at, reason, words } = row
    return {
      organisationId: row.organisation_id,
      session: sessionOf(row),
      way: wayOf(row.method),
      markedAt: row.marked_at,
      isWithdrawn: !row.stands,
      evidence: readJson(row.evidence),
      ...(signature && { signature }),
      ...(at !== null && reason !== null && { dispute: { at, reason, words } }),
      receipt: hashMark(row.sessionId, row.startedAt, row),
    }
  })
}

const marksAtOnce = 500
type OwnSignature = Required<OwnRecords['marks'][number]>['signature']

/** By their keys: a join would be planned over the whole table. */
async function listSignatures({ db }: Reading, studentId: string, sessionIds: readonly string[]) {
  const rows = await db
    .selectFrom('mark_signatures')
    .where('attendance_session_id', 'in', sessionIds)
    .where('student_id', '=', studentId)
    .select(['attendance_session_id', 'origin', 'bound_student_id as boundStudentId', 'way', 'place', 'nonce'])
    .select(['begun_at as begunAt', 'credential_id as credentialId', 'public_key as publicKey', 'signature'])
    .select(['authenticator_data as authenticatorData', 'client_data as clientDataJSON'])
    .execute()
  return rows.map(({ attendance_session_id, ...signature }): [string, OwnSignature] => [
    attendance_session_id,
    signature,
  ])
}

async function listRulings({ db }: Reading, studentId: string): Promise<OwnRecords['rulings']> {
  const rows = await db
    .selectFrom('rulings as r')
    .innerJoin('attendance_sessions as x', 'x.id', 'r.attendance_session_id')
    .innerJoin('groups as g', 'g.id', 'x.group_id')
    .where('r.student_id', '=', studentId)
    .select(sessionColumns)
    .select(['x.organisation_id as organisationId', 'status', 'reason', 'cause', 'minutes', 'decided_at as decidedAt'])
    .orderBy('decided_at')
    .orderBy('x.id')
    .orderBy('sequence')
    .execute()
  return rows.map(({ organisationId, status, reason, cause, minutes, decidedAt, ...row }) => ({
    organisationId,
    session: sessionOf(row),
    ...{ status, reason, cause, minutes, decidedAt },
  }))
}

async function listDisputedAbsences({ db }: Reading, studentId: string): Promise<OwnRecords['disputedAbsences']> {
  const rows = await db
    .selectFrom('disputes as d')
    .innerJoin('attendance_sessions as x', 'x.id', 'd.attendance_session_id')
    .innerJoin('groups as g', 'g.id', 'x.group_id')
    .leftJoin('marks as k', (join) =>
      join.onRef('k.attendance_session_id', '=', 'd.attendance_session_id').onRef('k.student_id', '=', 'd.student_id'),
    )
    .where('d.student_id', '=', studentId)
    .where('k.marked_at', 'is', null)
    .select(sessionColumns)
    .select(['d.organisation_id as organisationId', 'd.disputed_at as at', 'd.words'])
    .orderBy('d.disputed_at')
    .orderBy('x.id')
    .execute()
  return rows.map(({ organisationId, at, words, ...row }) => ({ organisationId, session: sessionOf(row), at, words }))
}

const sessionColumns = [
  'x.id as sessionId',
  'x.number as number',
  'x.started_at as startedAt',
  'g.id as groupId',
  'g.kind as kind',
  'g.code as code',
  'g.title as title',
] as const

type SessionColumns = {
  readonly sessionId: string
  readonly number: number
  readonly startedAt: number
  readonly groupId: string
  readonly kind: string
  readonly code: string | null
  readonly title: string | null
}

function sessionOf({ sessionId, number, startedAt, groupId, kind, code, title }: SessionColumns) {
  return { id: sessionId, number, startedAt, course: kind === 'whole' ? null : courseOf({ id: groupId, code, title }) }
}

function courseOf({
  id,
  code,
  title,
}: {
  readonly id: string
  readonly code: string | null
  readonly title: string | null
}) {
  return { id, code: code ?? '', title: title ?? '' }
}
