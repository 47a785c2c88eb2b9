import { longestFinishMs } from '#contract/day-pass.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { Problem } from '../problem.ts'
import { hashSecret } from '../secret-hash.ts'
import { endOf, findFinishing, isOver } from './pass-life.ts'

/** What the browser that opened a link keeps, and for how long. `token`: undefined where it has its cookie already. */
export type OpenedDayPass = { readonly token: string | undefined; readonly goodForMs: number }

/**
 * Opens a day pass by its link, for one browser: the first one. Throws user_invalid_token for a link that does not work,
 * day-pass-over, and day-pass-used where another browser has it.
 */
export async function openDayPass(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'day-pass.open'>,
  { secret }: { readonly secret: string },
): Promise<OpenedDayPass> {
  const found = await storage.dayPasses.findByLink(hashSecret(secret))
  if (!found) {
    await door.limiter.count(requestLimits.openDayPass.byAddress, door.address)
    throw new Problem('user_invalid_token')
  }
  const { pass, cookieHash, now } = found
  const held = door.cookies.dayPass
  // The same browser follows the link again.
  const isSame = held !== undefined && cookieHash === hashSecret(held)
  if (isOver(pass, now) && !(isSame && (await findFinishing(storage, [pass], now)).length > 0)) {
    throw new Problem('day-pass-over')
  }
  if (isSame) return { token: undefined, goodForMs: 0 }
  const token = random.secret()
  return storage.transaction(async (stores) => {
    const locked = await stores.dayPasses.lock(pass.id)
    const openedAt = await stores.now()
    if (!locked || isOver(locked, openedAt)) throw new Problem('day-pass-over')
    if (!(await stores.dayPasses.open(pass.id, hashSecret(token), openedAt))) throw new Problem('day-pass-used')
    const facts = { organisationId: pass.organisationId }
    await event(stores, door, 'day-pass.open', { accountId: null, subject: pass.id, facts })
    return { token, goodForMs: endOf({ ...locked, openedAt }) - openedAt + longestFinishMs }
  })
}
