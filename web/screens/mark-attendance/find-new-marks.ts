import type { RunningSession } from '#contract/attendance.ts'

type Session = RunningSession['session']

/** The students (ids) who were marked since `before` was read. Neither opening a screen nor the next session counts. */
export function findNewMarks(before: Session | undefined, after: Session): readonly string[] {
  if (!before || before.number !== after?.number) return []
  const known = new Set(before.latest.map(({ studentId }) => studentId))
  return after.latest.map(({ studentId }) => studentId).filter((studentId) => !known.has(studentId))
}
