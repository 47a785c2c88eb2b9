import type { SheetChecks } from '#contract/attendance-sheet.ts'
import type { SessionNow, Sheet } from '#contract/sessions.ts'

/** The sheet of a session that runs, for the tests of its parts. */

const startedAt = Date.now()
const minute = 60_000
/** The sheet of a class. */
export type ClassSheet = Extract<Sheet, { kind: 'whole' }>
type Row = ClassSheet['rows'][number]

export const missingRow: Row = {
  studentId: 'meera000000000000000',
  personId: 'meera',
  name: 'Meera Iyer',
  rollNumber: '21CS001',
  mark: null,
}

export const markedRow = {
  studentId: 'ravi0000000000000000',
  personId: 'ravi',
  name: 'Ravi Menon',
  rollNumber: '21CS002',
  mark: {
    markedAt: startedAt,
    way: 'room-code',
    isSigned: true,
    flags: [],
    isWithdrawn: false,
    reason: null,
  },
} as const satisfies Row

/** What looks at the marks of a session, before anyone has looked. */
export const unchecked = {
  network: null,
  headCount: null,
  draws: [],
  drawUntil: startedAt + 70 * minute,
} as const satisfies SheetChecks

export const runningSheet: ClassSheet = {
  kind: 'whole',
  session: {
    id: 'session1000000000000',
    publicId: 'GWPK7MQ234',
    number: 26,
    startedAt,
    endsAt: startedAt + 60 * minute,
    ways: ['screen', 'room-code'],
    isOver: false,
  },
  counts: { members: 2, marked: 1, screen: 0, roomCode: 1, hand: 0, withdrawn: 0 },
  ...unchecked,
  handUntil: startedAt + 25 * 60 * minute,
  total: 2,
  rows: [missingRow, markedRow],
  serverTime: startedAt,
}

/** The same session an hour and a minute after its start. */
export const endedSheet: ClassSheet = {
  ...runningSheet,
  session: { ...runningSheet.session, isOver: true },
  serverTime: startedAt + 61 * minute,
}

/** What the end of this session answers. */
export function endedNow({
  id,
  publicId,
  number,
  startedAt: began,
}: Omit<SessionNow['session'], 'groupId' | 'endsAt'>): SessionNow {
  const session = { id, publicId, groupId: 'institute00000000000', number, startedAt: began, endsAt: began + 1 }
  return { session, serverTime: began + 1 }
}

/** A mark that the student signed, in the history of a cell. */
export const signedMark = { markedAt: 0, way: 'screen', isSigned: true } as const

/** The history of a cell of which nothing is known. */
export const noHistory = { mark: null, dispute: null, status: 'absent', rulings: [] } as const
