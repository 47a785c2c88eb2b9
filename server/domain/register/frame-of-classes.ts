import { maxRegisterPeople } from '#contract/course-rules.ts'
import type { RegisterWorking } from '#contract/course-sessions.ts'
import { percentageOf } from '#contract/course-working.ts'
import { goodAttendancePercent } from '#contract/rules.ts'
import type { RegisterFrame } from '../groups/stores.ts'
import type { Storage } from '../ports.ts'
import { Problem } from '../problem.ts'
import { readScope } from './report-scope.ts'
import type { ReportedGroup } from './report-stores.ts'
import { toStanding } from './standing.ts'

type Frame = RegisterFrame & { readonly workings: ReadonlyMap<string, RegisterWorking> }

/**
 * All classes with the students whom Reports lists, and by their ids the numbers that Reports shows. Throws
 * register-too-large.
 */
export async function readFrameOfClasses(storage: Storage, group: ReportedGroup): Promise<Frame> {
  const { reports, courseReads } = storage
  const { scope } = await readScope({ storage }, group, {})
  const everyone = { search: '', below75: false } as const
  if ((await reports.countStudents(scope, everyone)) > maxRegisterPeople) throw new Problem('register-too-large')
  const ids = await reports.listStudentIds(scope, everyone, { sort: 'rollNumber', direction: 'asc' })
  const students = await reports.findStudents(scope, ids)
  const workings = new Map(students.map((facts) => [facts.id, toWorking(toStanding(scope, facts).shown)]))
  const { sessions, people } = await courseReads.listRegister(group.groupId)
  return { sessions, people: people.filter(({ studentId }) => studentId !== null && workings.has(studentId)), workings }
}

function toWorking({ attended, ...shown }: ReturnType<typeof toStanding>['shown']): RegisterWorking {
  const sum = { counted: shown.counted, points: 100 * attended }
  const { percentBp, percentage, isBelow } = percentageOf(sum, goodAttendancePercent)
  const { mayMiss, mustAttend } = shown
  return { ...sum, percentBp, percentage, isBelow, mayMiss, mustAttend }
}
