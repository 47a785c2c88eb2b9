import { explainDifference, workOutAttendance } from '#contract/attendance-working.ts'
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

/** How one student stands: officially, as lists show it, and by the sessions that the student could attend (decisions 9 and 31). */
export function toStanding(
  scope: SessionScope,
  { total, marks, classes, counted, attended }: StudentFacts,
): Required<StudentStanding> {
  return {
    total,
    classes: scope.classes,
    official: workOutAttendance(marks, countClasses(scope)),
    shown: workOutAttendance(marks, classes),
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
