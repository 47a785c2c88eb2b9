import type { ReceiptSettings } from '#contract/receipts.ts'
import { type RequestContext, requireCaller } from '../accounts/caller.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'

type SettingsDeps = Pick<Deps, 'storage' | 'pushService'>

/** How the calling student is told of its marks. */
export async function readReceiptSettings(
  { storage, pushService }: SettingsDeps,
  context: RequestContext,
): Promise<ReceiptSettings> {
  await enter('receipts.settings', context)
  const byEmail = await storage.receipts.wantsEmail(requireCaller(context).account.id)
  return { byEmail, pushKey: pushService.publicKey }
}

/** Chooses whether the calling student gets a mail for each mark. */
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
      detail: `email ${byEmail ? 'on' : 'off'}`,
    })
  })
  return { byEmail, pushKey: pushService.publicKey }
}
