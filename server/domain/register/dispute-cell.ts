import {
  type Dispute,
  type DisputeAnswer,
  type DisputeReason,
  mostOpenDisputes,
  type OpenDisputes,
} from '#contract/receipts.ts'
import { ofSession } from '../audit/compared-facts.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { kindOf } from '../groups/kind-of.ts'
import { reachOf } from '../own-session.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { requireCaller } from '../request-context.ts'
import type { AttendanceSession } from '../sessions/stores.ts'
import { disputableIn, readCells } from './cells.ts'
import type { KeptDispute, OwnCell } from './dispute-stores.ts'
import { mayDispute, tellDispute } from './tell-dispute.ts'

/**
 * A student disputes the own cell, and the institute sees it: 'This was not me' of a mark, 'I was there' of an absence. What
 * holds and the totals stay; the people involved must find out who was there. A repeated call changes nothing. The
 * student's words are for the institute's screens: no mail carries them.
 * Throws document_not_found for a session of which the student has neither a mark nor an absence.
 */
export async function disputeCell(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'mark.flag'>,
  { attendanceSessionId, ...dispute }: Dispute & { readonly attendanceSessionId: string },
): Promise<DisputeAnswer> {
  return change(
    storage,
    door,
    'mark.flag',
    attendanceSessionId,
    async (stores, { session }, { kept, offered, now }) => {
      const { id } = requireCaller(door).account
      if (offered !== dispute.reason || !mayDispute(kept, offered)) return false
      await stores.disputes.begin(session, id, dispute, now)
      return true
    },
  )
}

/** The student takes a dispute back. One that was answered stays answered. Throws as disputeCell does. */
export async function takeDisputeBack(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'mark.unflag'>,
  { attendanceSessionId }: { readonly attendanceSessionId: string },
): Promise<DisputeAnswer> {
  return change(storage, door, 'mark.unflag', attendanceSessionId, (stores) =>
    stores.disputes.takeBack(attendanceSessionId, requireCaller(door).account.id),
  )
}

/** The disputes that wait for an answer of the caller's institute, in the caller's own groups. */
export async function readOpenDisputes(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'marks.flagged'>,
): Promise<OpenDisputes> {
  const reach = reachOf(door)
  const [total, disputes] = await Promise.all([
    storage.disputes.countOpen(reach),
    storage.disputes.listOpen(reach, mostOpenDisputes),
  ])
  return { total, disputes }
}

/** What the student may say of the own cell in a locked session, whatever was said before. */
async function findOffer(
  stores: Stores,
  session: AttendanceSession,
  cell: { readonly personId: string; readonly studentId: string },
  now: number,
): Promise<DisputeReason | undefined> {
  const kind = kindOf(session)
  if (kind.name === 'course') {
    const part = { sessionId: session.id, people: [cell.personId] } as const
    const cells = readCells(await stores.disputes.readCell(session.groupId, part), now)[0]?.cells ?? []
    return cells[0] && disputableIn({ ...cells[0], hasMark: cells[0].mark !== null }, now)
  }
  const { stands, mark, absent } = await kind.lockStanding(stores, session, cell)
  if (mark) return stands === 'present' ? 'not-me' : 'was-there'
  return absent && now >= absent.endsAt ? 'was-there' : undefined
}

type Before = {
  readonly kept: KeptDispute | null
  readonly offered: DisputeReason | undefined
  readonly now: number
}

/** Both sides' screens show it, and the log has it. `make`: returns whether something changed. */
async function change(
  storage: Deps['storage'],
  door: Door<'mark.flag'> | Door<'mark.unflag'>,
  action: 'mark.flag' | 'mark.unflag',
  sessionId: string,
  make: (stores: Stores, cell: OwnCell, before: Before) => Promise<boolean>,
): Promise<DisputeAnswer> {
  const { id: studentId } = requireCaller(door).account
  return storage.transaction(async (stores) => {
    const found = await stores.disputes.findCell(studentId, sessionId)
    if (!found) throw new Problem('document_not_found')
    // Before the session: a mark locks it first, too.
    await kindOf(found.session).lockMarked(stores, found.session, found.personId)
    const cell = await stores.disputes.lockCell(studentId, sessionId)
    if (!cell) throw new Problem('document_not_found')
    const now = await stores.now()
    const { session, personId } = cell
    const offered = await findOffer(stores, session, { personId, studentId }, now)
    const kept = await stores.disputes.find(sessionId, studentId)
    if (offered === undefined && kept === null) throw new Problem('document_not_found')
    const isNew = await make(stores, cell, { kept, offered, now })
    await event(stores, door, action, {
      outcome: isNew ? 'done' : 'unchanged',
      subject: session.organisationId,
      facts: ofSession(session),
      student: studentId,
      at: now,
    })
    const last = (await stores.rulings.listOf(sessionId, personId)).at(-1)
    const told = tellDispute(isNew ? await stores.disputes.find(sessionId, studentId) : kept, offered)
    return { ...told, ...(last && { ruling: { status: last.status, reason: last.reason } }) }
  })
}
