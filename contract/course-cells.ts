import type { WayOfMark } from './ways.ts'

/** One cell of a register: a person in a session of a course. Times are epoch ms. */

export const cellLetters = { present: 'P', late: 'L', 'left-early': 'E', excused: 'X', absent: 'A' } as const
export type CellStatus = keyof typeof cellLetters
export const cellStatuses = Object.keys(cellLetters) as [CellStatus, ...CellStatus[]]

/**
 * One letter for each session in the order of the sessions: those of cellLetters; 'C' for a check-in after closing, '?'
 * where nothing is known yet, 'G' for a guest, '·' where the session ended before the enrolment was entered and is left
 * out, '-' off the sheet.
 */
export const registerLetters = {
  ...cellLetters,
  'after-closing': 'C',
  open: '?',
  guest: 'G',
  'left-out': '·',
  off: '-',
} as const
export type RegisterLetter = (typeof registerLetters)[keyof typeof registerLetters]

/** The student was in the room, if only for a part of the session. */
export const attendedStatuses = ['present', 'late', 'left-early'] as const satisfies readonly CellStatus[]
export const isAttended = (status: CellStatus | null): boolean =>
  (attendedStatuses as readonly (CellStatus | null)[]).includes(status)

/** `begunAt`: when the check-in began, as the student's key signed it. */
export type CellMark = { readonly begunAt: number; readonly markedAt: number; readonly way: WayOfMark }

/** What led to a ruling. 'dispute': the student had disputed the mark. 'staff': the institute decided by itself. */
export const rulingCauses = ['dispute', 'staff', 'roll-call'] as const

export type CellRuling = {
  readonly status: CellStatus
  readonly cause: (typeof rulingCauses)[number]
  readonly decidedAt: number
}

/** When a check-in is late, and when it is after closing; null: never, as in a class. */
export type CellThresholds = {
  readonly startedAt: number
  readonly lateAfterMs: number | null
  readonly closesAfterMs: number | null
}

/** `isAfterClosing`: a check-in stands there, and it came too late to count. */
export type CellTruth = { readonly status: CellStatus; readonly isAfterClosing: boolean }

/**
 * What holds in a cell: the last ruling, otherwise the mark. Null where there is neither: a person on the sheet is
 * then absent. `mark` and `ruling` are of one person in one session.
 */
export function truthOf({
  mark,
  ruling,
  session,
}: {
  readonly mark: CellMark | null
  readonly ruling: CellRuling | null
  readonly session: CellThresholds
}): CellTruth | null {
  if (mark !== null && (ruling === null || cameAfterRollCall(mark, ruling))) return truthOfMark(mark, session)
  return ruling === null ? null : { status: ruling.status, isAfterClosing: false }
}

/** A roll call only saw who was there by then. */
function cameAfterRollCall(mark: CellMark, ruling: CellRuling): boolean {
  return isRollAbsence(ruling) && mark.markedAt > ruling.decidedAt
}

const isRollAbsence = ({ cause, status }: CellRuling): boolean => cause === 'roll-call' && status === 'absent'

/**
 * What puts a person on a sheet. 'roll-absence': the absence in a roll call, which holds for those alone who are expected
 * to the end of the session.
 */
export type CellEntry = 'none' | 'roll-absence' | 'other'

export function entryOf(mark: CellMark | null, ruling: CellRuling | null): CellEntry {
  if (ruling !== null && isRollAbsence(ruling) && !(mark && cameAfterRollCall(mark, ruling))) return 'roll-absence'
  return mark === null && ruling === null ? 'none' : 'other'
}

function truthOfMark({ begunAt, way }: CellMark, session: CellThresholds): CellTruth {
  // A teacher may make it after the class.
  if (way === 'hand') return { status: 'present', isAfterClosing: false }
  const afterMs = begunAt - session.startedAt
  if (session.closesAfterMs !== null && afterMs >= session.closesAfterMs) {
    return { status: 'absent', isAfterClosing: true }
  }
  const isLate = session.lateAfterMs !== null && afterMs >= session.lateAfterMs
  return { status: isLate ? 'late' : 'present', isAfterClosing: false }
}

/** `endsAt` is null while it lasts. A session that ended before `countsFrom` is left out unless a mark or ruling is there. */
export type CellEnrolment = {
  readonly beginsAt: number
  readonly endsAt: number | null
  readonly countsFrom: number
}

/** Whether a person is one of the people of a course at this time: who was enrolled before is none of them. */
export const isEnrolledAt = (
  enrolments: readonly Pick<CellEnrolment, 'beginsAt' | 'endsAt'>[],
  time: number,
): boolean => enrolments.some(({ beginsAt, endsAt }) => beginsAt <= time && (endsAt === null || endsAt > time))

export type CellSession = {
  readonly endsAt: number
  readonly isOver: boolean
  readonly isCancelled: boolean
  /** There is a mark or a ruling of any person. */
  readonly isTaken: boolean
  /** A person of the institute has said that no student came. */
  readonly noOneCame: boolean
}

/**
 * Whether a session counts for everyone on its sheet. False while it runs (it counts for those alone who have an entry),
 * after it was cancelled, and where no one has taken the attendance.
 */
export function sessionCounts({ isOver, isCancelled, isTaken, noOneCame }: Omit<CellSession, 'endsAt'>): boolean {
  return isOver && !isCancelled && (isTaken || noOneCame)
}

/**
 * Who has a mark or a ruling in a session that runs need not wait for its end (decision 31); an absence in a roll call
 * does: the person can still check in.
 */
const cellCounts = (session: CellSession, entry: CellEntry): boolean =>
  sessionCounts(session) || (!session.isOver && entry === 'other')

/**
 * Whether a person is on the sheet of a session, and the enrolment in whose numbers the cell counts; null where it counts
 * in none. `isLeftOut`: neither present nor absent. `enrolments`: of this person in the course, which never overlap.
 */
export function cellOnSheet<Enrolment extends CellEnrolment>({
  session,
  enrolments,
  entry,
}: {
  readonly session: CellSession
  readonly enrolments: readonly Enrolment[]
  readonly entry: CellEntry
}): { readonly isOnSheet: boolean; readonly isLeftOut: boolean; readonly countsIn: Enrolment | null } {
  const enrolment = lastBegunBefore(session.endsAt, enrolments)
  // Without one, a person with a mark is a guest.
  if (enrolment === null) return { isOnSheet: entry === 'other', isLeftOut: false, countsIn: null }
  const isEnrolled = enrolment.endsAt === null || enrolment.endsAt >= session.endsAt
  const hasEntry = entry === 'other' || (entry === 'roll-absence' && isEnrolled)
  const isLeftOut = !hasEntry && isEnrolled && session.endsAt < enrolment.countsFrom
  const isOnSheet = hasEntry || isEnrolled
  return { isOnSheet, isLeftOut, countsIn: isOnSheet && !isLeftOut && cellCounts(session, entry) ? enrolment : null }
}

function lastBegunBefore<Enrolment extends CellEnrolment>(
  time: number,
  enrolments: readonly Enrolment[],
): Enrolment | null {
  return enrolments
    .filter(({ beginsAt }) => beginsAt < time)
    .reduce<Enrolment | null>((last, one) => (last === null || one.beginsAt > last.beginsAt ? one : last), null)
}
