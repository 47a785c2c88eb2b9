import type { AttendanceSheet, MarkFlag } from '#contract/attendance-sheet.ts'
import { flagsOf } from './evidence-flags.ts'
import type { FlaggedMark } from './sheet-stores.ts'

/** Of fewer marks no flag is about the room. */
export const fewestOfRoom = 10
const nearlyAll = 0.8

/** The flags that nearly all marks of a session have: what so many have in common is about the room, and not about a student. */
export function findRoomFlags(marks: readonly FlaggedMark[]): NonNullable<AttendanceSheet['roomFlags']> {
  if (marks.length < fewestOfRoom) return []
  const counts = new Map<MarkFlag, number>()
  for (const flag of marks.flatMap(flagsOf)) counts.set(flag, (counts.get(flag) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count >= nearlyAll * marks.length)
    .map(([flag, count]) => ({ flag, marks: count, of: marks.length }))
}
