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

/** What a person of the institute says of one cell. */
export type Said = {
  readonly personId: string
  readonly status: CellStatus
  /** The sequence of the cell's last ruling that was seen; 0 for none. */
  readonly after: number
  /** A mark was seen in it, or need not be. */
  readonly hasSeenMark: boolean
}

/** Who says it: a person of the institute, or a day pass, which has no role. */
export type Ruler = { readonly by: { readonly id: string } } & Pick<Actor, 'role'>

/** `reason`: '' where nothing stood. Times are epoch ms. */
type Word = {
  readonly reason: string
  readonly decidedAt: number
  readonly now: number
} & (
  | { readonly cause: 'roll-call'; readonly request: AuditedRequest; readonly handCheckInId?: string }
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
  const saidOf = new Map(said.map((one) => [one.personId, one]))
  const cells = people.flatMap((person) => {
    const one = saidOf.get(person.personId)
    return one ? [{ person, said: one, stood: one.after > 0 || (one.hasSeenMark && person.markedAt !== null) }] : []
  })
  refuseRulings(
    ruler,
    held,
    cells.map(({ person, stood }) => ({ studentId: person.studentId, asksWhy: stood })),
    word,
  )
  const moved = cells.filter(({ person, said }) => hasMoved(person, said, word.decidedAt))
  if (moved.length > 0) return new Set(moved.map(({ person }) => person.personId))
  const { reason, decidedAt, now } = word
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

/** Of which people a cell may be ruled on, before it is read what stands. `asksWhy`: something stands that changes. */
export function refuseRulings(
  { by, role }: Ruler,
  session: Pick<AttendanceSession, 'groupId' | 'organisationId' | 'endsAt'>,
  people: readonly { readonly studentId: string | null; readonly asksWhy: boolean }[],
  { reason, decidedAt }: Pick<Word, 'reason' | 'decidedAt'>,
): void {
  assertUnlocked({ role }, session, decidedAt)
  refuseOwnRecord(
    by,
    people.flatMap(({ studentId }) => studentId ?? []),
  )
  if (reason === '' && people.some(({ asksWhy }) => asksWhy)) throw new Problem('roll-call-reason')
}

/** Another ruling is there than was seen, or a mark that was not seen and is not of after the decision. */
function hasMoved({ lastSequence, markedAt }: RuledPerson, { after, hasSeenMark }: Said, decidedAt: number): boolean {
  return lastSequence !== after || (markedAt !== null && !hasSeenMark && markedAt <= decidedAt)
}

type OneWord = Extract<Word, { readonly cause: 'staff' }>

async function ruleOnOne(
  stores: Stores,
  ruler: Ruler,
  held: AttendanceSession,
  decided: Omit<CellRuling, 'cause'>,
  { request, note, minutes, now }: OneWord,
): Promise<void> {
  const kind = kindOf(held)
  const { personId, studentId, status } = decided
  const action = kind.name === 'whole' ? 'mark.rule' : 'cell.rule'
  const subject = kind.name === 'whole' ? studentId : personId
  const standing = await kind.lockStanding(stores, held, studentId)
  if (!kind.needsRuling(standing, status, ruler.role, now)) {
    const facts = { organisationId: held.organisationId, sessionId: held.id, number: held.number }
    await event(stores, request, action, { outcome: 'unchanged', subject, facts, at: now, student: null })
    return
  }
  const ruling: CellRuling = { ...decided, note, minutes, cause: standing.isDisputed ? 'dispute' : 'staff' }
  if (studentId !== null) await tell(stores, ruler, held, { studentId, standing }, now)
  await stores.rulings.addToCells(held.id, ruling)
  await kind.afterRuling(stores, request, held, standing, ruling)
  await event(stores, request, action, { subject, facts: rulingFacts(held, ruling), at: now, student: studentId })
}

/** The student reads it in a mail: the answer to a dispute at once, all else when it is quiet. */
async function tell(
  stores: Stores,
  { role: actedAs }: Ruler,
  { id: attendanceSessionId, organisationId, ...session }: AttendanceSession,
  { studentId, standing }: { readonly studentId: string; readonly standing: Standing },
  now: number,
): Promise<void> {
  if (standing.stands === null) return
  const account = standing.isDisputed ? await stores.accounts.find(studentId) : undefined
  if (account) {
    await mailAnswer(stores, account, { organisationId, attendanceSessionId }, actedAs, standing.stands, now)
    return
  }
  const about = { accountId: studentId, senderId: organisationId, attendanceSessionId, actedAs }
  const isOfClass = kindOf({ ...session, organisationId }).name === 'whole'
  const subject = isOfClass ? ({ kind: 'mark-ruled', ...about } as const) : ({ kind: 'cell-ruled', ...about } as const)
  await mailWhenQuiet(stores, subject, standing.stands, now)
}
