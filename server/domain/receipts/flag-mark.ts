import type { Receipt } from '#contract/receipts.ts'
import { type RequestContext, requireCaller } from '../accounts/caller.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'
import { Problem } from '../problem.ts'
import { publishOrganisationUpdate, publishStudentUpdate } from '../profiles/publish-profile-update.ts'

/**
 * 'This was not me': a student disputes a mark, and the organisation sees it. The mark and the totals stay; the people
 * involved must find out who was there. A repeated call changes nothing. Throws document_not_found for a mark of
 * another student.
 */
export async function flagMark(
  { storage }: Pick<Deps, 'storage'>,
  context: RequestContext,
  attendanceSessionId: string,
): Promise<Receipt> {
  await enter('mark.flag', context)
  const { account } = requireCaller(context)
  return storage.transaction(async (stores) => {
    const now = await stores.now()
    const isNew = await stores.receipts.flag(account.id, attendanceSessionId, 'not-me', now)
    const receipt = await stores.receipts.find(account.id, attendanceSessionId)
    if (!receipt) throw new Problem('document_not_found')
    const { organisationId, classes } = receipt
    if (isNew) {
      await publishOrganisationUpdate(stores, organisationId, now)
      await publishStudentUpdate(stores, account.id, [], now)
    }
    await record(stores, context, {
      action: 'mark.flag',
      outcome: isNew ? 'done' : 'unchanged',
      subject: organisationId,
      detail: `session ${classes}`,
    })
    return receipt
  })
}
