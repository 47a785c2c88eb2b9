import type { AttendanceEntry, AttendanceField } from '#contract/student.ts'
import { requireActor } from '../acting-for.ts'
import type { Deps } from '../deps.ts'
import { countClass } from '../groups/whole.ts'
import type { MarkedMember, Member } from '../institutes/membership-stores.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { type RequestContext, requireCaller } from '../request-context.ts'
import type { MarkOutcome, UnspentProof } from '../sessions/stores.ts'
import type { StudentView } from '../views/projections.ts'
import { viewMember } from '../views/student-view.ts'
import { makeMark, recordMarks } from './make-mark.ts'

/** The attendance that a browser asks for, by organisation; 'unreadable' for text that holds none. */
export type WantedAttendance = AttendanceField | 'unreadable'

/**
 * Marks a member present (rules §6.2): spends the presence proof of the student's ceremony and writes the mark, with what
 * the student signed, in one transaction. `wanted` is the attendance field that the browser asks for. It must be exactly the change that is due,
 * and its numbers are never stored. A repeated call whose answer was lost gets the same answer. Throws
 * document_update_conflict 'Attendance has already been marked' and 'mark-withdrawn', user_invalid_token, document_not_found.
 */
export async function markMember(
  { storage }: Pick<Deps, 'storage'>,
  context: RequestContext,
  studentId: string,
  wanted: WantedAttendance,
): Promise<StudentView> {
  const { organisationId } = requireActor(context)
  const { session } = requireCaller(context)
  const marked = await storage.transaction(async (stores) => {
    const member = await stores.memberships.lockMember(organisationId, studentId)
    if (!member) throw new Problem('document_not_found')
    const entry = readWantedEntry(wanted, organisationId)
    const unspent = await stores.attendance.lockProof(session.id, studentId)
    if (unspent) return spend(stores, context, member, unspent, entry)
    const outcome = await stores.attendance.repeatSpentProof(session.id, studentId)
    if (!outcome) throw new Problem('user_invalid_token')
    return { outcome, member }
  })
  if (marked.outcome === 'already-marked') {
    throw new Problem('already-marked')
  }
  return viewMember(marked.member)
}

type Marked = { readonly outcome: MarkOutcome; readonly member: Member }

/** Runs with the membership and the proof locked: when two screens mark one student, the second one waits here. */
async function spend(
  stores: Stores,
  context: RequestContext,
  member: MarkedMember,
  { proof, attendanceSession }: UnspentProof,
  entry: AttendanceEntry,
): Promise<Marked> {
  const { student, membership } = member
  // Read after the locks: a request that waited for them may have waited past the end of the session.
  const now = await stores.now()
  if (now >= attendanceSession.endsAt) {
    throw new Problem('attendance-ended')
  }
  const { credentialId, id: proofId, evidence, signed } = proof
  const earlier = await stores.checkIns.findMark(attendanceSession.id, student.id)
  const counter = countClass('hour', (total) => {
    if (entry.total !== total) throw new Problem('attendance-changed')
  })
  const wanted = { method: 'screen', credentialId, proofId, evidence, earlier, now } as const
  const made = await makeMark(stores, member, attendanceSession, counter, wanted)
  // What a person has decided about this mark, no further ceremony changes.
  if (made.outcome === 'withdrawn') throw new Problem('mark-withdrawn')
  const { outcome, total, expiryTime } = made
  if (outcome === 'counted') await stores.checkIns.saveSignature(signed)
  await stores.attendance.spendProof(proof, outcome, now)
  await recordMarks(stores, context, attendanceSession, made)
  if (outcome === 'already-marked') return { outcome, member }
  return {
    outcome,
    member: { ...member, student: { ...student, updatedAt: now }, membership: { ...membership, total, expiryTime } },
  }
}

/** The wish must hold one entry, and it must be the caller's: an organisation may not write another one's entry. */
function readWantedEntry(wanted: WantedAttendance, organisationId: string): AttendanceEntry {
  if (wanted === 'unreadable') throw new Problem('malformed-document', { message: 'attendance must be JSON text.' })
  const [own, ...others] = Object.entries(wanted)
  if (others.length > 0 || own?.[0] !== organisationId) {
    throw new Problem('malformed-document', { message: 'attendance must hold exactly your own entry.' })
  }
  return own[1]
}
