import type { ReceiptSettings } from '#contract/receipts.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'

type SettingsDeps = Pick<Deps, 'storage' | 'pushService'>

/** The ways in which the calling student gets receipts. */
export async function readReceiptSettings(
  { storage, pushService }: SettingsDeps,
  door: Door<'receipts.settings'>,
): Promise<ReceiptSettings> {
  const byEmail = await storage.receipts.wantsEmail(door.caller.account.id)
  return { byEmail, pushKey: pushService.publicKey }
}

/** Switches the mail for each mark on or off for the calling student. */
export async function changeReceiptSettings(
  { storage, pushService }: SettingsDeps,
  door: Door<'receipts.settings'>,
  { byEmail }: { readonly byEmail: boolean },
): Promise<ReceiptSettings> {
  const { account } = door.caller
  await storage.transaction(async (stores) => {
    await stores.receipts.setWantsEmail(account.id, byEmail)
    await event(stores, door, 'receipts.settings', { facts: { byEmail } })
  })
  return { byEmail, pushKey: pushService.publicKey }
}
