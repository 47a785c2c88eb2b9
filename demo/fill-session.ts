import type { CellStatus } from '#contract/course-cells.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { markFacts, rulingFacts } from '#server/domain/audit/compared-facts.ts'
import { checkInChallenge } from '#server/domain/marks/challenge.ts'
import type { Stores } from '#server/domain/ports.ts'
import type { CellRuling } from '#server/domain/register/ruling-stores.ts'
import type { Mark } from '#server/domain/sessions/stores.ts'
import { logAct } from '#testing/log-act.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import type { Chance } from './chance.ts'

const minute = 60_000

export type CoursePerson = {
  readonly personId: string
  /** Null: without an account. */
  readonly studentId: string | null
  readonly passkey: MadePasskey | undefined
  /** Added to the turnout, in hundredths. */
  readonly diligence: number
}

type FilledSession = {
  readonly id: string
  readonly organisationId: string
  readonly groupId: string
  readonly number: number
  readonly startedAt: number
  readonly endsAt: number
  /** The account of the teacher. */
  readonly teacherId: string
}

/** What happened to a person in a session. `begins`: minutes after the start at which the check-in began. */
export type Cell = {
  readonly begins?: number
  /** The teacher marks them, by a signature. */
  readonly isByHand?: true
  readonly ruling?: { readonly status: CellStatus; readonly reason: string }
}

/** Most come in time; a few come late, leave early, are excused, or have no working phone. */
export function drawCell({ next, pick }: Chance, { passkey, diligence }: CoursePerson, turnout: number): Cell {
  const [comes, lot] = [next() * 100 < turnout * 100 + diligence, next()]
  if (!comes) {
    const reason = pick(['Doctor’s letter.', 'Swim team, letter of the coach.', 'Funeral in the family.'])
    if (lot < 0.07) return { ruling: { status: 'excused', reason } }
    if (lot < 0.1) return { begins: 32 + next() * 15 }
    const seen = 'Spot check: not in the room, and the phone lay on another desk.'
    return lot < 0.13 ? { begins: next() * 5, ruling: { status: 'absent', reason: seen } } : {}
  }
  if (passkey === undefined) return { ruling: { status: 'present', reason: 'Has no phone, sat in the first row.' } }
  const begins = next() ** 2 * 9.5
  if (lot < 0.06) return { begins: 11 + next() * 17 }
  if (lot < 0.08) return { begins, ruling: { status: 'left-early', reason: 'Left for the train.' } }
  if (lot < 0.09) return { isByHand: true }
  return { begins }
}

/**
 * Marks that the students signed, and rulings of the teacher, with the rows that calls would have written. What has not
 * happened `until` then, epoch ms, is left out. Returns who was marked, and when.
 */
export async function fillSession(
  stores: Stores,
  session: FilledSession,
  cells: readonly (readonly [CoursePerson, Cell])[],
  until: number,
  origin: string,
): Promise<ReadonlyMap<string, number>> {
  const marked = new Map<string, number>()
  for (const [person, { begins, ruling }] of cells) {
    const { studentId, passkey } = person
    const begunAt = Math.round(session.startedAt + (begins ?? 0) * minute)
    if (begins !== undefined && passkey && studentId !== null && begunAt + minute < until) {
      const markedAt = await insertSignedMark(stores, session, studentId, passkey, begunAt, origin)
      marked.set(studentId, markedAt)
    }
    if (ruling && session.endsAt < until) await insertRuling(stores, session, person, ruling)
  }
  return marked
}

async function insertSignedMark(
  stores: Stores,
  session: FilledSession,
  studentId: string,
  { credentialId, authenticator, publicKey }: MadePasskey,
  begunAt: number,
  origin: string,
): Promise<number> {
  const { id: attendanceSessionId, organisationId } = session
  const way = begunAt % 5 === 0 ? 'screen' : 'room-code'
  const about = { organisationId, attendanceSessionId, boundStudentId: studentId, way, origin, begunAt } as const
  const facts = { ...about, nonce: systemRandom.secret(), place: way === 'screen' ? 'screen' : 'step' }
  const assertion = authenticator.assert({ challenge: checkInChallenge(facts), userVerification: 'required' })
  const isNear = way === 'room-code'
  const mark: Mark = {
    ...{
      attendanceSessionId,
      organisationId,
      studentId,
      markedAt: begunAt + 4_000,
      begunAt,
      method: way,
      credentialId,
    },
    proofId: systemRandom.id(),
    evidence: {
      attachment: isNear ? 'platform' : 'cross-platform',
      userVerified: true,
      backupEligible: false,
      backedUp: false,
      flags: [],
    },
  }
  await stores.attendance.insertMarks(mark)
  const { authenticatorData, clientDataJSON: clientData, signature } = assertion.response
  const key = { studentId, credentialId, publicKey: Buffer.from(publicKey).toString('base64url') }
  await stores.checkIns.saveSignature({ ...facts, ...key, authenticatorData, clientData, signature })
  await logAct(stores, {
    action: 'attendance.mark',
    outcome: 'done',
    accountId: isNear ? studentId : organisationId,
    subject: studentId,
    at: mark.markedAt,
    facts: markFacts(session, { ...mark, evidence: JSON.stringify(mark.evidence) }),
  })
  return mark.markedAt
}

async function insertRuling(
  stores: Stores,
  session: FilledSession,
  { personId, studentId }: CoursePerson,
  said: NonNullable<Cell['ruling']>,
): Promise<void> {
  const { teacherId: decidedBy, endsAt } = session
  const decided = { decidedBy, decidedAt: endsAt + 20 * minute, cause: 'staff', sequence: 1 } as const
  const ruling: CellRuling = { ...said, ...decided, personId, studentId, note: null, minutes: null }
  await stores.rulings.addToCells(session.id, ruling)
  await logAct(stores, {
    action: 'cell.rule',
    outcome: 'done',
    accountId: decidedBy,
    subject: personId,
    at: ruling.decidedAt,
    facts: rulingFacts(session, ruling),
  })
}
