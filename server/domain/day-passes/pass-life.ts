import { finishByDayPassMs } from '#contract/rules.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { DayPass, UsablePass } from './stores.ts'

const hour = 60 * 60_000
/** A pass that is not used for so long is over, ms. */
const idleMs = 2 * hour
/** The longest life after the link was opened, ms. */
const longestMs = 12 * hour

/** Whether a pass is over; it may still finish what it began. `now`: epoch ms. */
export function isOver(pass: UsablePass, now: number): boolean {
  return isStopped(pass, now) || now >= endOf(pass)
}

/** Whether the pass was ended, or is not used: it finishes nothing either. */
function isStopped({ revokedAt, lastUsedAt }: UsablePass, now: number): boolean {
  return revokedAt !== null || (lastUsedAt !== null && now >= lastUsedAt + idleMs)
}

/** Until when an opened pass is good at most. Epoch ms. */
export function endOf({ endsAt, openedAt }: UsablePass): number {
  return openedAt === null ? endsAt : Math.min(endsAt, openedAt + longestMs)
}

/** A session that a pass may finish after its own end. `until`: epoch ms. */
export type Unfinished = { readonly passId: string; readonly sessionId: string; readonly until: number }

/** What these passes started and had not ended at their end, `endsAt`: they may finish it until a while after its own end. */
export async function findUnfinished(
  { dayPasses }: Pick<Stores, 'dayPasses'>,
  passes: readonly Pick<DayPass, 'id' | 'courses' | 'endsAt'>[],
  now: number,
): Promise<Unfinished[]> {
  if (passes.length === 0) return []
  const endOfPass = new Map(passes.map(({ id, endsAt }) => [id, endsAt]))
  const started = await dayPasses.listStarted(passes, Math.min(...endOfPass.values()))
  return started.flatMap(({ id, startedBy, endsAt }) => {
    const until = endsAt + finishByDayPassMs
    return endsAt >= (endOfPass.get(startedBy) ?? Infinity) && until > now
      ? [{ passId: startedBy, sessionId: id, until }]
      : []
  })
}

/** The same of those that were not ended and are in use. */
export function findFinishing(
  stores: Pick<Stores, 'dayPasses'>,
  passes: readonly UsablePass[],
  now: number,
): Promise<Unfinished[]> {
  const used = passes.filter((pass) => pass.openedAt !== null && !isStopped(pass, now))
  return findUnfinished(
    stores,
    used.map((pass) => ({ ...pass, endsAt: endOf(pass) })),
    now,
  )
}

/** Keeps a pass good until the transaction ends, `sessionId`: good to finish this session. Throws day-pass-over. */
export async function lockGood(
  stores: Pick<Stores, 'dayPasses' | 'now'>,
  id: string,
  sessionId?: string,
): Promise<void> {
  const pass = await stores.dayPasses.lock(id)
  if (!pass) throw new Problem('day-pass-over')
  const now = await stores.now()
  if (!isOver(pass, now)) return
  const unfinished = await findFinishing(stores, [pass], now)
  if (!unfinished.some((one) => one.sessionId === sessionId)) throw new Problem('day-pass-over')
}
