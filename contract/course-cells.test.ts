import { describe, expect, test } from 'vitest'
import {
  type CellEnrolment,
  type CellMark,
  type CellRuling,
  type CellSession,
  type CellThresholds,
  cellLetters,
  cellOnSheet,
  entryOf,
  sessionCounts,
  truthOf,
} from './course-cells.ts'

const minute = 60_000
const startedAt = 1_000 * minute
const session: CellThresholds = { startedAt, lateAfterMs: 10 * minute, closesAfterMs: 30 * minute }

const markAt = (begunMs: number, change: Partial<CellMark> = {}): CellMark => ({
  begunAt: startedAt + begunMs,
  markedAt: startedAt + begunMs + 5_000,
  way: 'screen',
  ...change,
})
const rulingOf = (status: CellRuling['status'], change: Partial<CellRuling> = {}): CellRuling => ({
  status,
  cause: 'staff',
  decidedAt: startedAt + 20 * minute,
  ...change,
})

/** P, L, E, X or A; A! after closing, - where nothing is there. */
function letterOf(mark: CellMark | null, ruling: CellRuling | null = null, thresholds = session): string {
  const truth = truthOf({ mark, ruling, session: thresholds })
  return truth === null ? '-' : `${cellLetters[truth.status]}${truth.isAfterClosing ? '!' : ''}`
}

describe('a mark', () => {
  test.each([
    [0, 'P'],
    [10 * minute - 1, 'P'],
    [10 * minute, 'L'],
    [30 * minute - 1, 'L'],
    [30 * minute, 'A!'],
  ])('that was begun %d ms after the start reads %s', (begunMs, letter) => {
    expect(letterOf(markAt(begunMs))).toBe(letter)
  })

  test('goes by the time when it was begun, not when it was finished', () => {
    expect(letterOf(markAt(9 * minute, { markedAt: startedAt + 31 * minute }))).toBe('P')
  })

  test('is late, and never after closing, where the session does not close', () => {
    expect(letterOf(markAt(300 * minute), null, { ...session, closesAfterMs: null })).toBe('L')
  })

  test('is never late where the session closes at that time', () => {
    const thresholds = { ...session, closesAfterMs: session.lateAfterMs }
    expect([10 * minute - 1, 10 * minute].map((begunMs) => letterOf(markAt(begunMs), null, thresholds))).toEqual([
      'P',
      'A!',
    ])
  })

  test('by hand is present whatever its time', () => {
    expect(letterOf(markAt(600 * minute, { way: 'hand' }))).toBe('P')
  })
})

describe('the truth of a cell', () => {
  test('is nothing without mark and ruling', () => {
    expect(letterOf(null)).toBe('-')
  })

  test.each([
    ['present', 'P'],
    ['late', 'L'],
    ['left-early', 'E'],
    ['excused', 'X'],
    ['absent', 'A'],
  ] as const)('is the ruling %s, with a mark or without, of any time', (status, letter) => {
    const marks = [null, markAt(0), markAt(25 * minute), markAt(40 * minute), markAt(40 * minute, { way: 'hand' })]
    for (const cause of ['staff', 'dispute'] as const) {
      expect(new Set(marks.map((mark) => letterOf(mark, rulingOf(status, { cause }))))).toEqual(new Set([letter]))
    }
  })

  test.each([
    ['made before it', markAt(0), 'A'],
    ['made in its millisecond', markAt(0, { markedAt: startedAt + 20 * minute }), 'A'],
    ['finished after it', markAt(5 * minute, { markedAt: startedAt + 20 * minute + 1 }), 'P'],
    ['begun late after it', markAt(25 * minute), 'L'],
    ['begun after closing', markAt(35 * minute), 'A!'],
    ['made by hand after it', markAt(90 * minute, { way: 'hand' }), 'P'],
  ])('after an absence by roll call, with a mark that was %s', (_what, mark, letter) => {
    expect(letterOf(mark, rulingOf('absent', { cause: 'roll-call' }))).toBe(letter)
  })

  test.each(['present', 'late', 'left-early', 'excused'] as const)(
    'stays %s by roll call, with a mark after it',
    (status) => {
      expect(letterOf(markAt(25 * minute), rulingOf(status, { cause: 'roll-call' }))).toBe(cellLetters[status])
    },
  )
})

const ended: CellSession = { endsAt: 100, isOver: true, isCancelled: false, isTaken: true, noOneCame: false }
const from = (beginsAt: number, endsAt: number | null = null, countsFrom = beginsAt): CellEnrolment => ({
  beginsAt,
  endsAt,
  countsFrom,
})

const rollAbsence = rulingOf('absent', { cause: 'roll-call', decidedAt: startedAt + 20 * minute })
const entries = {
  none: entryOf(null, null),
  mark: entryOf(markAt(0), null),
  ruling: entryOf(null, rulingOf('absent')),
  roll: entryOf(null, rollAbsence),
  // A mark of before the roll call, and one of after it, which wins.
  denied: entryOf(markAt(19 * minute), rollAbsence),
  after: entryOf(markAt(21 * minute), rollAbsence),
  rollPresent: entryOf(null, rulingOf('present', { cause: 'roll-call' })),
} as const

/** 'counts', 'shown' on the sheet without counting, or 'off' it. */
function placeOf(enrolments: readonly CellEnrolment[], entry: keyof typeof entries, of: CellSession = ended) {
  const place = { session: of, enrolments, entry: entries[entry] }
  const { isOnSheet, countsIn } = cellOnSheet(place)
  return countsIn !== null ? (isOnSheet ? 'counts' : 'wrong') : isOnSheet ? 'shown' : 'off'
}

describe('on the sheet of a session', () => {
  test.each([
    // The session ends at 100.         none, mark, ruling
    ['enrolled before its end', [from(99)], 'counts', 'counts', 'counts'],
    ['enrolled at its end', [from(100)], 'off', 'shown', 'shown'],
    ['never enrolled', [], 'off', 'shown', 'shown'],
    ['who leaves at its end', [from(0, 100)], 'counts', 'counts', 'counts'],
    ['who left before its end', [from(0, 99)], 'off', 'counts', 'counts'],
    ['between two enrolments', [from(0, 50), from(120)], 'off', 'counts', 'counts'],
    ['who came back before its end', [from(0, 50), from(80)], 'counts', 'counts', 'counts'],
    ['who moved back dated, left out before', [from(50, null, 101)], 'shown', 'counts', 'counts'],
    ['who moved back dated, entered at its end', [from(50, null, 100)], 'counts', 'counts', 'counts'],
  ])('a person %s', (_who, enrolments, none, mark, ruling) => {
    const all = ['none', 'mark', 'ruling'] as const
    expect(all.map((entry) => placeOf(enrolments, entry))).toEqual([none, mark, ruling])
  })

  test.each([
    // The absence in a roll call; with a mark of before it; with one of after it; present in a roll call.
    ['enrolled at its end', [from(0)], ['counts', 'counts', 'counts', 'counts']],
    ['who moved away before its end', [from(0, 99)], ['off', 'off', 'counts', 'counts']],
    ['never enrolled', [], ['off', 'off', 'shown', 'shown']],
    ['who moved here back dated, left out before', [from(50, null, 101)], ['counts', 'counts', 'counts', 'counts']],
  ] as const)('a person %s, called in a roll', (_who, enrolments, places) => {
    const all = ['roll', 'denied', 'after', 'rollPresent'] as const
    expect(all.map((entry) => placeOf(enrolments, entry))).toEqual(places)
  })

  test.each([
    ['that still runs', { isOver: false }, 'shown'],
    ['that was cancelled', { isCancelled: true }, 'shown'],
    ['that was cancelled after it was said that no one came', { isCancelled: true, noOneCame: true }, 'shown'],
    ['in which no one took the attendance', { isTaken: false }, 'shown'],
    ['to which no one came', { isTaken: false, noOneCame: true }, 'counts'],
    ['with a mark or ruling of another person', {}, 'counts'],
  ])('of a session %s a person without mark and ruling', (_which, change, place) => {
    expect(placeOf([from(0)], 'none', { ...ended, ...change })).toBe(place)
    expect(sessionCounts({ ...ended, ...change })).toBe(place === 'counts')
  })

  test.each([
    ['none', 'shown'],
    ['mark', 'counts'],
    ['ruling', 'counts'],
    ['rollPresent', 'counts'],
    // The person can still check in.
    ['roll', 'shown'],
    ['after', 'counts'],
  ] as const)('of a session that runs a person with %s', (entry, place) => {
    expect(placeOf([from(0)], entry, { ...ended, isOver: false })).toBe(place)
    expect(placeOf([], entry, { ...ended, isOver: false })).not.toBe('counts')
  })

  test('a mark in a gap counts in the enrolment before it, in any order of the rows', () => {
    const rows = [from(0, 40), from(60, 90), from(120)]
    for (const enrolments of [rows, rows.toReversed()]) {
      const { countsIn } = cellOnSheet({ session: ended, enrolments, entry: 'other' })
      expect(countsIn).toBe(rows[1])
    }
  })
})
