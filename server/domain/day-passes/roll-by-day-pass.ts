import type { MovedLine } from '#contract/check-in.ts'
import type { CellStatus } from '#contract/course-cells.ts'
import type { DayPassSheet, RollByDayPass } from '#contract/day-pass.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { lockOwnSession } from '../own-session.ts'
import { Problem } from '../problem.ts'
import { readCells } from '../register/cells.ts'
import { refuseMoved } from '../register/refuse-moved.ts'
import { rule } from '../register/rule.ts'
import { lockGood } from './pass-life.ts'
import { describeOwnSheet, findNamedSession } from './use-day-pass.ts'

/**
 * Takes the roll of a session without a signature: rulings by the day pass, all or none. It says of whom nothing stands, and
 * with a reason changes what it said itself; marks and the word of others stay. Throws document_not_found,
 * roll-call-reason, roll-call-empty, day-pass-over; day-pass-stands, and roll-call-moved for what came since this request began.
 */
export async function rollByDayPass(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'day-pass.use'>,
  { sessionId, statuses, reason }: RollByDayPass & { readonly sessionId: string },
): Promise<DayPassSheet> {
  const pass = door.dayPass
  const { groupId } = await findNamedSession({ storage }, pass, sessionId)
  const wanted = new Map(statuses.map(({ person, status }) => [person, status]))
  const rows = await storage.courseReads.readRegister(groupId, { sessionId })
  const listed = readCells(rows, await storage.now()).filter(({ person }) => wanted.has(person.personId))
  if (listed.length < wanted.size) throw new Problem('document_not_found')
  const seen = new Map<string, { readonly status: CellStatus; readonly sequence: number }>()
  const theirs: MovedLine[] = []
  for (const { person, cells } of listed) {
    const [cell] = cells
    const status = wanted.get(person.personId)
    const stands = cell && (cell.mark ?? cell.ruling) ? cell.truth?.status : undefined
    if (status === undefined || stands === status) continue
    if (stands !== undefined) {
      if (cell?.mark || cell?.ruling?.decidedBy !== pass.id) theirs.push({ person: person.personId, status: stands })
    }
    seen.set(person.personId, { status, sequence: cell?.ruling?.sequence ?? 0 })
  }
  if (theirs.length > 0) throw new Problem('day-pass-stands', { value: JSON.stringify(theirs) })
  if (seen.size === 0) throw new Problem('roll-call-empty')
  const moved = await storage.transaction(async (stores) => {
    await lockGood(stores, pass.id, sessionId)
    // Two people who decide at once queue here.
    const held = await lockOwnSession(stores, door, sessionId)
    const now = await stores.now()
    const said = [...seen].map(([personId, { status, sequence }]) => {
      return { personId, status, after: sequence, hasSeenMark: false }
    })
    const word = { cause: 'roll-call', request: door, reason, decidedAt: now, now } as const
    const others = await rule(stores, { by: pass, role: undefined }, held, said, word)
    return others.size > 0 ? { held, people: others } : undefined
  })
  if (moved) await refuseMoved(storage, moved.held, moved.people)
  return describeOwnSheet({ storage }, pass, sessionId)
}
