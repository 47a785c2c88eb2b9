import {
  type CellSession,
  type CellTruth,
  cellLetters,
  cellOnSheet,
  entryOf,
  isAttended,
  isEnrolledAt,
  type RegisterLetter,
  registerLetters,
  sessionCounts,
  truthOf,
} from '#contract/course-cells.ts'
import type { CoursePolicy } from '#contract/course-policy.ts'
import { teacherLockMs } from '#contract/course-rules.ts'
import { type CourseCell, type CourseWorking, workOutCourse } from '#contract/course-working.ts'
import type { DisputeReason } from '#contract/receipts.ts'
import type {
  Enrolment,
  HereCounts,
  MarkRow,
  RegisterFacts,
  RegisterFrame,
  RegisterPersonRow,
  RulingRow,
  SessionRow,
} from '../groups/stores.ts'

/** A person in a session, as it is worked out of mark, rulings and enrolments. */
export type Cell = {
  readonly session: SessionRow
  /** Null where nothing is known: neither a mark nor a ruling, in a session that runs, that no one has taken, or that is left out. */
  readonly truth: CellTruth | null
  readonly mark: MarkRow | null
  readonly ruling: RulingRow | null
  readonly isOnSheet: boolean
  /** The session ended before the enrolment was entered, and is none of the person's. */
  readonly isLeftOut: boolean
  readonly isGuest: boolean
  /** It counts in the person's numbers. */
  readonly counts: boolean
}

export type PersonCells = {
  readonly person: RegisterPersonRow
  readonly cells: readonly Cell[]
  readonly enrolled: 'now' | 'before' | 'never'
}

/** All cells of a register or a part of it, person by person. `now`: epoch ms. */
export const readCells = (rows: RegisterFrame & RegisterFacts, now: number): PersonCells[] => [...eachPerson(rows, now)]

/** The same, each person only when asked for. */
export function* eachPerson(
  { sessions, people, ...facts }: RegisterFrame & RegisterFacts,
  now: number,
): Generator<PersonCells> {
  const columns = sessions.map((session) => ({ session, ofCell: cellSessionOf(session, now) }))
  const places = new Map(sessions.map(({ id }, at) => [id, at]))
  const rulings = Map.groupBy(facts.rulings, ({ personId }) => personId)
  const enrolments = Map.groupBy(facts.enrolments, ({ personId }) => personId)
  for (const person of people) {
    const own = enrolments.get(person.personId) ?? []
    const marked = place(person.studentId === null ? [] : facts.marksOf(person.studentId), places)
    const ruled = place(rulings.get(person.personId) ?? [], places)
    const cells = columns.map((column, at) => readCell(column, own, marked[at] ?? null, ruled[at] ?? null))
    const before = own.length === 0 ? 'never' : 'before'
    yield { person, cells, enrolled: isEnrolledAt(own, now) ? 'now' : before }
  }
}

/** One person's rows in the places of the sessions; of a cell the last. */
function place<Row extends { readonly sessionId: string }>(
  rows: readonly Row[],
  places: ReadonlyMap<string, number>,
): readonly (Row | undefined)[] {
  const placed = Array<Row | undefined>(places.size)
  for (const row of rows) {
    const at = places.get(row.sessionId)
    if (at !== undefined) placed[at] = row
  }
  return placed
}

function readCell(
  { session, ofCell }: { readonly session: SessionRow; readonly ofCell: CellSession },
  enrolments: readonly Enrolment[],
  mark: MarkRow | null,
  ruling: RulingRow | null,
): Cell {
  // A mark that was withdrawn keeps no one on the sheet of a class who has gone.
  const isWithdrawn = session.isClass && ruling?.status === 'absent'
  const entry = isWithdrawn ? 'roll-absence' : entryOf(mark, ruling)
  const { isOnSheet, isLeftOut, countsIn } = cellOnSheet({ session: ofCell, enrolments, entry })
  const known = truthOf({ mark, ruling, session })
  const isMissing = known === null && isOnSheet && !isLeftOut && sessionCounts(ofCell)
  const truth: CellTruth | null = isMissing ? { status: 'absent', isAfterClosing: false } : known
  const isGuest = isOnSheet && !enrolments.some(({ beginsAt }) => beginsAt < session.endsAt)
  return { session, truth, mark, ruling, isOnSheet, isLeftOut, isGuest, counts: countsIn !== null }
}

function cellSessionOf({ endsAt, status, ...session }: SessionRow, now: number): CellSession {
  const isCancelled = status === 'cancelled'
  // Each class counts once it is over, as the specification's number of classes does.
  const isTaken = session.isTaken || session.isClass
  return { endsAt, isOver: now >= endsAt, isCancelled, isTaken, noOneCame: status === 'no-one-came' }
}

/** Whether a session counts for everyone on its sheet. `now`: epoch ms. */
export const countsNow = (session: SessionRow, now: number): boolean => sessionCounts(cellSessionOf(session, now))

export function letterOf({ truth, isOnSheet, isLeftOut, isGuest, session }: Cell): RegisterLetter {
  if (!isOnSheet) return registerLetters.off
  if (isGuest) return registerLetters.guest
  if (isLeftOut) return registerLetters['left-out']
  if (truth === null) return session.status === 'cancelled' ? registerLetters.off : registerLetters.open
  return truth.isAfterClosing ? registerLetters['after-closing'] : cellLetters[truth.status]
}

/** What a student may say of a cell depends on this much of it. */
type Disputable = Pick<Cell, 'truth' | 'isOnSheet' | 'isLeftOut'> & {
  readonly hasMark: boolean
  readonly session: Pick<SessionRow, 'endsAt' | 'status'>
}

/**
 * What a student may say of the own cell: of an absence from the session's end on, of a check-in at once, both until the
 * teachers' lock. `now`: epoch ms.
 */
export function disputableIn(cell: Disputable, now: number): DisputeReason | undefined {
  const { truth, hasMark, session, isOnSheet, isLeftOut } = cell
  if (!isOnSheet || isLeftOut || truth === null || session.status === 'cancelled') return undefined
  if (now >= session.endsAt + teacherLockMs) return undefined
  if (isAttended(truth.status)) return hasMark ? 'not-me' : undefined
  return truth.status === 'absent' && now >= session.endsAt ? 'was-there' : undefined
}

/**
 * Who are here (present, late, left early) and who are expected (on the sheet, neither left out nor excused), whatever the
 * policy counts. A guest is neither; who came after closing is expected.
 */
export function countHere(sheet: readonly Cell[]): HereCounts {
  const own = sheet.filter(({ isOnSheet, isGuest }) => isOnSheet && !isGuest)
  const isHere = ({ truth }: Cell) => truth !== null && isAttended(truth.status)
  return {
    present: own.filter(isHere).length,
    people: own.filter(({ isLeftOut, truth }) => !isLeftOut && truth?.status !== 'excused').length,
    apart: {
      guests: sheet.filter((cell) => cell.isGuest && isHere(cell)).length,
      afterClosing: own.filter(({ truth }) => truth?.isAfterClosing).length,
    },
  }
}

/** The numbers of one person in a course. */
export function workOut(cells: readonly Cell[], policy: CoursePolicy): CourseWorking {
  return workOutCourse(
    cells.flatMap((cell) => (cell.counts && cell.truth ? [toCourseCell(cell, cell.truth)] : [])),
    policy,
  )
}

const minute = 60_000

function toCourseCell({ session, mark, ruling }: Cell, { status }: CellTruth): CourseCell {
  const heldMinutes = Math.round((session.endsAt - session.startedAt) / minute)
  return { status, heldMinutes, attendedMinutes: Math.min(heldMinutes, attended()) }

  function attended(): number {
    if (ruling?.minutes != null) return ruling.minutes
    if (status === 'absent' || status === 'excused') return 0
    const missed = status === 'late' && mark ? Math.floor((mark.begunAt - session.startedAt) / minute) : 0
    return Math.max(0, heldMinutes - missed)
  }
}
