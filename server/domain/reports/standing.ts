import { explainDifference, workOutAttendance } from '#contract/attendance-working.ts'
import type { StudentRow, StudentStanding } from '#contract/reports.ts'
import type { SessionScope, StudentFacts } from './stores.ts'

/** Number of ended sessions in the scope. */
export function countEnded({ firstNumber, lastEnded }: SessionScope): number {
  return Math.max(0, lastEnded - firstNumber + 1)
}

/** Both counts of one student (decision 9), and the reason why they differ. */
export function toStanding(scope: SessionScope, { total, counted, attended }: StudentFacts): StudentStanding {
  return {
    total,
    classes: scope.classes,
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
