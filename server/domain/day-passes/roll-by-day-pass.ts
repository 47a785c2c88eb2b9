import type { MovedLine } from '#contract/check-in.ts'
import type { CellStatus } from '#contract/course-cells.ts'
import type { DayPassSheet, RollByDayPass } from '#contract/day-pass.ts'
import { rulingFacts } from '../audit/compared-facts.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { lockOwnSession } from '../own-session.ts'
import { Problem } from '../problem.ts'
import { readCells } from '../register/cells.ts'
import { refuseMoved } from '../register/refuse-moved.ts'
import type { CellRuling } from '../register/ruling-stores.ts'
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
  let asksWhy = false
  for (const { person, cells } of listed) {
    const [cell] = cells
    const status = wanted.get(person.personId)
    const stands = cell && (cell.mark ?? cell.ruling) ? cell.truth?.status : undefined
    if (status === undefined || stands === status) continue
    if (stands !== undefined) {
      if (cell?.mark || cell?.ruling?.decidedBy !== pass.id) theirs.push({ person: person.personId, status: stands })
      asksWhy ||= reason === ''
    }
    seen.set(person.personId, { status, sequence: cell?.ruling?.sequence ?? 0 })
  }
  if (theirs.length > 0) throw new Problem('day-pass-stands', { value: JSON.stringify(theirs) })
  if (asksWhy) throw new Problem('roll-call-reason')
  if (seen.size === 0) throw new Problem('roll-call-empty')
  const moved = await storage.transaction(async (stores) => {
    await lockGood(stores, pass.id, sessionId)
    // Two people who decide at once queue here.
    const held = await lockOwnSession(stores, door, sessionId)
    const now = await stores.now()
    const people = await stores.rulings.listRuled(held, [...seen.keys()])
    if (people.length < seen.size) throw new Problem('document_not_found')
    const others = people.filter(
      (one) => one.markedAt !== null || one.lastSequence !== seen.get(one.personId)?.sequence,
    )
    if (others.length > 0) return { held, people: new Set(others.map(({ personId }) => personId)) }
    const decided = people.flatMap(({ personId, studentId, lastSequence }): CellRuling[] => {
      const said = seen.get(personId)
      if (said === undefined) return []
      const decision = { status: said.status, reason, note: null, minutes: null, cause: 'roll-call' } as const
      return [{ personId, studentId, sequence: lastSequence + 1, ...decision, decidedBy: pass.id, decidedAt: now }]
    })
    await stores.rulings.addToCells(sessionId, ...decided)
    const said = decided.map((ruling) => {
      const facts = { ...rulingFacts(held, ruling), dayPassId: pass.id }
      return { subject: ruling.personId, facts, student: ruling.studentId, at: now }
    })
    await event(stores, door, 'roll-call', ...said)
    return undefined
  })
  if (moved) await refuseMoved(storage, moved.held, moved.people)
  return describeOwnSheet({ storage }, pass, sessionId)
}
