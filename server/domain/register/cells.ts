import {
  type CellMark,
  type CellTruth,
  cellLetters,
  cellOnSheet,
  entryOf,
  isAttended,
  isEnrolledAt,
  sessionCounts,
  truthOf,
} from '#contract/course-cells.ts'
import type { CoursePolicy } from '#contract/course-policy.ts'
import { type RegisterLetter, registerLetters } from '#contract/course-sessions.ts'
import { type CourseCell, type CourseWorking, workOutCourse } from '#contract/course-working.ts'
import type {
  Enrolment,
  HereCounts,
  MarkRow,
  RegisterPersonRow,
  RegisterRows,
  RulingRow,
  SessionRow,
} from '../groups/stores.ts'

/** A person in a session of a course, as it is worked out of mark, rulings and enrolments. */
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

/** All cells of a register, person by person. `now`: epoch ms. */
export function readCells(rows: RegisterRows, now: number): PersonCells[] {
  const marks = groupByPerson(rows.marks)
  const rulings = groupByPerson(rows.rulings)
  const enrolments = Map.groupBy(rows.enrolments, ({ personId }) => personId)
  return rows.people.map((person) => {
    const own = enrolments.get(person.personId) ?? []
    const cells = rows.sessions.map((session) => {
      const mark = marks.get(person.personId)?.get(session.id) ?? null
      const ruling = rulings.get(person.personId)?.get(session.id) ?? null
      return readCell(session, own, mark, ruling, now)
    })
    const before = own.length === 0 ? 'never' : 'before'
    return { person, cells, enrolled: isEnrolledAt(own, now) ? 'now' : before }
  })
}

/** Of one person and session, the last one. */
function groupByPerson<Row extends { readonly personId: string; readonly sessionId: string }>(
  rows: readonly Row[],
): ReadonlyMap<string, ReadonlyMap<string, Row>> {
  const byPerson = new Map<string, Map<string, Row>>()
  for (const row of rows) {
    const own = byPerson.get(row.personId)
    if (own) own.set(row.sessionId, row)
    else byPerson.set(row.personId, new Map([[row.sessionId, row]]))
  }
  return byPerson
}

function readCell(
  session: SessionRow,
  enrolments: readonly Enrolment[],
  mark: MarkRow | null,
  ruling: RulingRow | null,
  now: number,
): Cell {
  const ofSession = cellSessionOf(session, now)
  const cellMark = mark && toCellMark(mark)
  const { isOnSheet, isLeftOut, countsIn } = cellOnSheet({
    session: ofSession,
    enrolments,
    entry: entryOf(cellMark, ruling),
  })
  const known = truthOf({ mark: cellMark, ruling, session })
  const isMissing = known === null && isOnSheet && !isLeftOut && sessionCounts(ofSession)
  const truth: CellTruth | null = isMissing ? { status: 'absent', isAfterClosing: false } : known
  const isGuest = isOnSheet && !enrolments.some(({ beginsAt }) => beginsAt < session.endsAt)
  return { session, truth, mark, ruling, isOnSheet, isLeftOut, isGuest, counts: countsIn !== null }
}

const toCellMark = ({ begunAt, markedAt, way }: MarkRow): CellMark => ({ begunAt, markedAt, way })

function cellSessionOf({ endsAt, status, isTaken }: SessionRow, now: number) {
  const isCancelled = status === 'cancelled'
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
