import { explainDifference, partSinceJoining, workOutAttendance } from '#contract/attendance-working.ts'
import type { StudentRow, StudentStanding } from '#contract/reports.ts'
import type { SessionScope, StudentFacts } from './report-stores.ts'

/** Number of ended sessions in the scope. */
export function countEnded({ firstNumber, lastEnded }: SessionScope): number {
  return Math.max(0, lastEnded - firstNumber + 1)
}

/** Number of classes in the scope, that which runs included: the divisor of the official percentage (decision 31). */
export function countClasses({ firstNumber, lastNumber }: SessionScope): number {
  return Math.max(0, lastNumber - firstNumber + 1)
}

/** Below this, how many classes were over at a joining is known: a period that ended before it does not say. */
export const knownBefore = (scope: SessionScope): number =>
  countEnded(scope) + (scope.lastNumber === scope.classes ? 1 : 0)

/** How one student stands: officially, as lists show it, and by the sessions that the student could attend (decisions 9 and 31). */
export function toStanding(
  scope: SessionScope,
  { total, marks, classes, counted, attended, before }: StudentFacts,
): StudentStanding & Required<Pick<StudentStanding, 'shown'>> {
  const shown = workOutAttendance(marks, classes)
  const part = before < knownBefore(scope) ? partSinceJoining(shown, before) : undefined
  const after = scope.firstNumber - 1 + before
  return {
    total,
    classes: scope.classes,
    official: workOutAttendance(marks, countClasses(scope)),
    shown,
    ...(part && { sinceJoining: { after, counted: part.counted, attended: part.attended } }),
    working: workOutAttendance(attended, counted),
    differences: explainDifference({
      classes: scope.classes,
      endedInPeriod: countEnded(scope),
      counted,
      isRunning: scope.running !== undefined,
    }),
  }
}

export function toStudentRow(scope: SessionScope, facts: StudentFacts): StudentRow {
  const { id, firstName, lastName, rollNumber, joinedAt } = facts
  return { id, firstName, lastName, rollNumber, joinedAt, ...toStanding(scope, facts) }
}
