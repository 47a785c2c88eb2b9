import type { ReceiptSettings } from '#contract/receipts.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'
import { type RequestContext, requireCaller } from '../request-context.ts'

type SettingsDeps = Pick<Deps, 'storage' | 'pushService'>

/** The ways in which the calling student gets receipts. */
export async function readReceiptSettings(
  { storage, pushService }: SettingsDeps,
  context: RequestContext,
): Promise<ReceiptSettings> {
  await enter('receipts.settings', context)
  const byEmail = await storage.receipts.wantsEmail(requireCaller(context).account.id)
  return { byEmail, pushKey: pushService.publicKey }
}

/** Switches the mail for each mark on or off for the calling student. */
export async function changeReceiptSettings(
  { storage, pushService }: SettingsDeps,
  context: RequestContext,
  byEmail: boolean,
): Promise<ReceiptSettings> {
  await enter('receipts.settings', context)
  const { account } = requireCaller(context)
  await storage.transaction(async (stores) => {
    await stores.receipts.setWantsEmail(account.id, byEmail)
    await record(stores, context, {
      action: 'receipts.settings',
      outcome: 'done',
      facts: { byEmail },
    })
  })
  return { byEmail, pushKey: pushService.publicKey }
}
