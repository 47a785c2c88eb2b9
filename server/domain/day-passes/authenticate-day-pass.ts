import { touchIntervalMs } from '../accounts/session-life.ts'
import type { DayPassCaller } from '../callers.ts'
import type { Deps } from '../deps.ts'
import { Problem } from '../problem.ts'
import { hashSecret } from '../secret-hash.ts'
import { endOf, findFinishing, isOver } from './pass-life.ts'

/**
 * Finds the day pass that a browser has opened. `token`: the value of its cookie. A request with `countsAsUse` keeps it
 * from being idle. One that is over is found while it may finish what it began. Throws day-pass-over.
 */
export async function authenticateDayPass(
  { storage }: Pick<Deps, 'storage'>,
  token: string | undefined,
  countsAsUse: boolean,
): Promise<DayPassCaller> {
  const found = token === undefined ? undefined : await storage.dayPasses.findByCookie(hashSecret(token))
  if (!found) throw new Problem('day-pass-over')
  const { pass, now } = found
  if (isOver(pass, now) && (await findFinishing(storage, [pass], now)).length === 0) throw new Problem('day-pass-over')
  const unusedMs = now - (pass.lastUsedAt ?? 0)
  // A use in the future is of a clock that was ahead: it must not keep the pass.
  if (unusedMs < 0 || (countsAsUse && unusedMs >= touchIntervalMs)) await storage.dayPasses.noteUse(pass.id, now)
  const { id, organisationId, name, courses, madeAt } = pass
  return { id, organisationId, name, courses, madeAt, endsAt: endOf(pass) }
}
