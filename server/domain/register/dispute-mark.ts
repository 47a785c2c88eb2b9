import type { Dispute, Receipt } from '#contract/receipts.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { type RequestContext, requireCaller } from '../request-context.ts'

/**
 * A student disputes a mark, and the organisation sees it: 'This was not me', or of one that was withdrawn 'I was there'.
 * The mark and the totals stay; the people involved must find out who was there. A repeated call changes nothing. The
 * student's words are for the institute's screens: no mail carries them.
 * Throws document_not_found for a mark of another student.
 */
export async function disputeMark(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'mark.flag'>,
  { attendanceSessionId, ...dispute }: Dispute & { readonly attendanceSessionId: string },
): Promise<Receipt> {
  const { account } = door.caller
  return storage.transaction(async (stores) => {
    const now = await stores.now()
    const isNew = await stores.receipts.dispute(account.id, attendanceSessionId, dispute, now)
    return finish(stores, door, { action: 'mark.flag', attendanceSessionId, isNew, now })
  })
}

/** The student takes a dispute back. One that was answered stays answered. Throws as disputeMark does. */
export async function takeDisputeBack(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'mark.unflag'>,
  { attendanceSessionId }: { readonly attendanceSessionId: string },
): Promise<Receipt> {
  const { account } = door.caller
  return storage.transaction(async (stores) => {
    const now = await stores.now()
    const isNew = await stores.receipts.takeDisputeBack(account.id, attendanceSessionId)
    return finish(stores, door, { action: 'mark.unflag', attendanceSessionId, isNew, now })
  })
}

type DisputeChange = {
  readonly action: 'mark.flag' | 'mark.unflag'
  readonly attendanceSessionId: string
  readonly isNew: boolean
  readonly now: number
}

/** Both sides' screens show it, and the log has it. */
async function finish(
  stores: Stores,
  context: RequestContext,
  { action, attendanceSessionId, isNew, now }: DisputeChange,
): Promise<Receipt> {
  const { account } = requireCaller(context)
  const receipt = await stores.receipts.find(account.id, attendanceSessionId)
  if (!receipt || 'course' in receipt) throw new Problem('document_not_found')
  const { organisationId, classes } = receipt
  await event(stores, context, action, {
    outcome: isNew ? 'done' : 'unchanged',
    subject: organisationId,
    facts: { organisationId, sessionId: attendanceSessionId, number: classes },
    student: account.id,
    at: now,
  })
  return receipt
}
