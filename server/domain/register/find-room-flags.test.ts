import { expect, test } from 'vitest'
import { findRoomFlags } from './find-room-flags.ts'
import type { FlaggedMark } from './sheet-stores.ts'

/** Marks at the screen of which so many were made by a young passkey. */
function listMarks(young: number, others: number): FlaggedMark[] {
  const evidence = { attachment: null, userVerified: true, backupEligible: true, backedUp: true }
  const markBy = (flags: NonNullable<FlaggedMark['evidence']['flags']>): FlaggedMark => ({
    way: 'screen',
    markedAt: 0,
    evidence: { ...evidence, flags },
    origin: null,
  })
  return [
    ...Array.from({ length: young }, () => markBy(['new-passkey'])),
    ...Array.from({ length: others }, () => markBy([])),
  ]
}

test('a flag of 80 % of at least ten marks is about the room', () => {
  expect(findRoomFlags(listMarks(8, 2))).toEqual([{ flag: 'new-passkey', marks: 8, of: 10 }])
  expect(findRoomFlags(listMarks(10, 0))).toEqual([{ flag: 'new-passkey', marks: 10, of: 10 }])
})

test('a flag of fewer marks stays one of the students', () => {
  expect(findRoomFlags(listMarks(7, 3))).toEqual([])
  expect(findRoomFlags(listMarks(9, 0))).toEqual([])
})
