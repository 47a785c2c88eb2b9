import type { CellStatus } from '#contract/course-cells.ts'
import { refuseOwnRecord } from '../acting-for.ts'
import { rulingFacts } from '../audit/compared-facts.ts'
import type { AuditedRequest } from '../audit/record.ts'
import type { Actor } from '../callers.ts'
import { event } from '../event.ts'
import type { Standing } from '../groups/group-kind.ts'
import { kindOf } from '../groups/kind-of.ts'
import { mailAnswer, mailWhenQuiet } from '../mail/notices.ts'
import { assertUnlocked } from '../own-session.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { AttendanceSession } from '../sessions/stores.ts'
import type { Confirmed } from '../step-up-asked.ts'
import type { CellRuling, RuledPerson } from './ruling-stores.ts'
import { isOpen } from './tell-dispute.ts'

/** What a person of the institute says of one cell. */
export type Said = {
  readonly personId: string
  readonly status: CellStatus
  /** The sequence of the cell's last ruling that was seen; 0 for none. */
  readonly after: number
  /** A mark was seen in it, or need not be. */
  readonly hasSeenMark: boolean
}

/** A person of the institute, or a day pass, which has no role. */
export type Ruler = { readonly by: { readonly id: string } } & Pick<Actor, 'role'>

/** `reason`: '' where nothing stood. A roll call is of the time at which it began; times are epoch ms. */
type Word = { readonly reason: string; readonly now: number } & (
  | {
      readonly cause: 'roll-call'
      readonly request: AuditedRequest
      readonly decidedAt: number
      readonly handCheckInId?: string
    }
  | {
      readonly cause: 'staff'
      readonly request: Confirmed
      readonly note: string | null
      readonly minutes: number | null
    }
)

/**
 * Adds rulings to cells of a locked session, all or none, with all that belongs to them: what the kind of the group keeps
 * beside them, mails, screens and the log. Answers the people of whom something was said that `said` has not seen; where there
 * are any, nothing is added. Throws document_not_found for a person on whom this session cannot rule; session-locked,
 * own-record, roll-call-reason; what the kind throws.
 */
export async function rule(
  stores: Stores,
  ruler: Ruler,
  held: AttendanceSession,
  said: readonly Said[],
  word: Word,
): Promise<ReadonlySet<string>> {
  const people = await stores.rulings.listRuled(
    held,
    said.map(({ personId }) => personId),
  )
  if (people.length < said.length) throw new Problem('document_not_found')
  const { reason, now } = word
  const decidedAt = word.cause === 'roll-call' ? word.decidedAt : now
  const saidOf = new Map(said.map((one) => [one.personId, one]))
  const cells = people.flatMap((person) => {
    const one = saidOf.get(person.personId)
    return one ? [{ person, said: one, stood: one.after > 0 || (one.hasSeenMark && person.markedAt !== null) }] : []
  })
  refuseRulings(
    ruler,
    held,
    cells.map(({ person, stood }) => ({ studentId: person.studentId, asksWhy: stood })),
    { reason, decidedAt },
  )
  const moved = cells.filter(({ person, said }) => hasMoved(person, said, decidedAt))
  if (moved.length > 0) return new Set(moved.map(({ person }) => person.personId))
  const decided = cells.map(({ person: { personId, studentId, lastSequence }, said: { status } }) => {
    const key = { personId, studentId, sequence: lastSequence + 1 }
    return { ...key, status, reason, note: null, minutes: null, decidedBy: ruler.by.id, decidedAt }
  })
  if (word.cause === 'staff') {
    for (const one of decided) await ruleOnOne(stores, ruler, held, one, word)
    return new Set()
  }
  const { handCheckInId } = word
  const rulings = decided.map((one): CellRuling => {
    return { ...one, cause: 'roll-call', ...(handCheckInId !== undefined && { handCheckInId }) }
  })
  await stores.rulings.addToCells(held.id, ...rulings)
  const dayPass = word.request.dayPass && { dayPassId: word.request.dayPass.id }
  const happened = rulings.map((ruling) => {
    const facts = { ...rulingFacts(held, ruling), ...dayPass }
    return { subject: ruling.personId, facts, student: ruling.studentId, at: now }
  })
  await event(stores, word.request, 'roll-call', ...happened)
  return new Set()
}

/**
 * Refuses rulings about these people: after the teachers' lock, about the own person, and without a reason where `asksWhy`
 * says that something stands and changes. Throws session-locked, own-record, roll-call-reason.
 */
export function refuseRulings(
  { by, role }: Ruler,
  session: Pick<AttendanceSession, 'groupId' | 'organisationId' | 'endsAt'>,
  people: readonly { readonly studentId: string | null; readonly asksWhy: boolean }[],
  { reason, decidedAt }: { readonly reason: string; readonly decidedAt: number },
): void {
  assertUnlocked({ role }, session, decidedAt)
  refuseOwnRecord(
    by,
    people.flatMap(({ studentId }) => studentId ?? []),
  )
  if (reason === '' && people.some(({ asksWhy }) => asksWhy)) throw new Problem('roll-call-reason')
}

/** Another ruling stands there than was seen, or a mark that was not seen and is no later than the decision. */
function hasMoved({ lastSequence, markedAt }: RuledPerson, { after, hasSeenMark }: Said, decidedAt: number): boolean {
  return lastSequence !== after || (markedAt !== null && !hasSeenMark && markedAt <= decidedAt)
}

type OneWord = Extract<Word, { readonly cause: 'staff' }>

/** Adds one ruling of a person to a cell of a locked session, with all that belongs to it. Throws what the kind throws. */
export async function ruleOnOne(
  stores: Stores,
  ruler: Ruler,
  held: AttendanceSession,
  decided: Omit<CellRuling, 'cause'>,
  { request, note, minutes, now }: OneWord,
): Promise<void> {
  const kind = kindOf(held)
  const { personId, studentId } = decided
  // The log knows the mark of a class by its student.
  const about = kind.name === 'whole' ? studentId : personId
  const action = kind.name === 'whole' ? 'mark.rule' : 'cell.rule'
  const isDisputed = studentId !== null && isOpen(await stores.disputes.find(held.id, studentId))
  const standing = { ...(await kind.lockStanding(stores, held, decided)), isDisputed }
  if (!kind.needsRuling(standing, { ...decided, minutes }, ruler.role, now)) {
    const facts = { organisationId: held.organisationId, sessionId: held.id, number: held.number }
    const unchanged = { outcome: 'unchanged', subject: about, facts, at: now, student: null } as const
    await event(stores, request, action, unchanged)
    return
  }
  const ruling: CellRuling = { ...decided, note, minutes, cause: isDisputed ? 'dispute' : 'staff' }
  if (studentId !== null) await tell(stores, ruler, held, { ...ruling, studentId }, standing)
  await stores.rulings.addToCells(held.id, ruling)
  if (studentId !== null && isDisputed) await stores.disputes.answer(held.id, studentId, ruling.sequence)
  await kind.afterRuling(stores, request, held, standing, ruling)
  await event(stores, request, action, {
    subject: about,
    facts: rulingFacts(held, ruling),
    at: now,
    student: studentId,
  })
}

/** The student reads it in a mail: the answer to a dispute at once, all else when it is quiet. */
async function tell(
  stores: Stores,
  { role: actedAs }: Ruler,
  held: AttendanceSession,
  { studentId, status, decidedAt: now }: CellRuling & { readonly studentId: string },
  { stands, isDisputed, mark }: Standing & { readonly isDisputed: boolean },
): Promise<void> {
  if (stands === null) return
  const { id: attendanceSessionId, organisationId: senderId } = held
  // A mark has a receipt, which a mail about the class tells.
  const hasReceipt = kindOf(held).name === 'whole' && (mark !== undefined || status === 'present')
  const kind = hasReceipt ? 'mark-ruled' : 'cell-ruled'
  const subject = { kind, accountId: studentId, senderId, attendanceSessionId, actedAs } as const
  const account = isDisputed ? await stores.accounts.find(studentId) : undefined
  if (account) await mailAnswer(stores, account, subject, stands, now)
  else await mailWhenQuiet(stores, subject, stands, now)
}
