import type { Mutant } from './mutant.ts'

const cells = 'contract/course-cells.ts'
const ofSessions = 'server/domain/sessions/course-sessions.test.ts'
const ofEnrolments = 'server/domain/groups/enrolments.test.ts'
const meanwhile = 'server/domain/marks/roll-call-meanwhile.test.ts'
const ofImports = 'server/domain/course-imports/course-imports.test.ts'
const planOfImports = 'server/domain/course-imports/plan-courses.ts'

/** Courses: cells, enrolments and who may decide. */
export const courseMutants: readonly Mutant[] = [
  {
    name: 'roll-call-overrules-a-ruling-of-meanwhile',
    file: 'server/domain/marks/mark-roll-call.ts',
    find: 'moved.size > 0',
    replace: 'false',
    killedBy: {
      file: meanwhile,
      title: 'a ruling: nothing is written, and the answer names the lines with what stands',
    },
  },
  {
    name: 'roll-call-is-of-its-signature',
    file: 'server/domain/marks/mark-roll-call.ts',
    find: 'decidedAt: begunAt',
    replace: 'decidedAt: now',
    killedBy: { file: meanwhile, title: 'a mark wins over the absence that is signed after it, on every screen' },
  },
  {
    name: 'day-pass-overrules-a-mark-of-meanwhile',
    file: 'server/domain/register/rule.ts',
    find: 'markedAt !== null && !hasSeenMark',
    replace: 'false',
    killedBy: { file: meanwhile, title: 'a mark' },
  },
  {
    name: 'day-pass-that-is-over-finishes-all',
    file: 'server/domain/day-passes/use-day-pass.ts',
    find: 'now >= endsAt && finishUntil === null',
    replace: 'false',
    killedBy: {
      file: 'server/domain/day-passes/day-passes.test.ts',
      title: 'and nothing else: no start, no session of another, none that had ended',
    },
  },
  {
    name: 'own-person-is-enrolled',
    file: 'server/domain/groups/leave-own-out.ts',
    find: 'id !== own',
    replace: 'true',
    killedBy: {
      file: 'server/domain/groups/own-enrolment.test.ts',
      title: 'a list with the own person enrols no one',
    },
  },
  {
    name: 'check-in-is-late-a-moment-later',
    file: cells,
    find: 'afterMs >= session.lateAfterMs',
    replace: 'afterMs > session.lateAfterMs',
    killedBy: { file: ofSessions, title: 'a check-in after ten minutes is late, and after thirty it is missed' },
  },
  {
    name: 'session-closes-a-moment-later',
    file: cells,
    find: 'afterMs >= session.closesAfterMs',
    replace: 'afterMs > session.closesAfterMs',
    killedBy: { file: ofSessions, title: 'a check-in after ten minutes is late, and after thirty it is missed' },
  },
  {
    name: 'mark-wins-over-every-ruling',
    file: cells,
    find: '(ruling === null || cameAfterRollCall(mark, ruling))',
    replace: 'true',
    killedBy: {
      file: 'server/domain/register/course-history.test.ts',
      title: '1,000 random acts leave what a clerk would count',
    },
  },
  {
    name: 'latecomer-stays-absent-after-the-roll-call',
    file: cells,
    find: 'isRollAbsence(ruling) && mark.markedAt > ruling.decidedAt',
    replace: 'false',
    killedBy: {
      file: 'server/domain/marks/roll-call.test.ts',
      title: 'a student who was absent in it and checks in later is there',
    },
  },
  {
    name: 'enrolment-counts-what-was-left-out',
    file: cells,
    find: '!hasEntry && isEnrolled && session.endsAt < enrolment.countsFrom',
    replace: 'false',
    killedBy: {
      file: ofEnrolments,
      title: 'a move from an earlier time leaves out what ended meanwhile, or counts it as absent',
    },
  },
  {
    name: 'session-that-no-one-took-counts',
    file: cells,
    find: 'isOver && !isCancelled && (isTaken || noOneCame)',
    replace: 'isOver && !isCancelled',
    killedBy: {
      file: ofSessions,
      title: 'that no one took counts for no one, until a person says that no student came',
    },
  },
  {
    name: 'teachers-lock-never-closes',
    file: 'server/domain/own-session.ts',
    find: 'now >= session.endsAt + teacherLockMs',
    replace: 'false',
    killedBy: { file: ofSessions, title: 'teachers rule on it for 14 days, the office always' },
  },
  {
    name: 'person-rules-on-the-own-cell',
    file: 'server/domain/register/rule.ts',
    find: 'people.flatMap(({ studentId }) => studentId ?? [])',
    replace: '[]',
    killedBy: { file: ofSessions, title: 'no one rules on the own cell' },
  },
  {
    name: 'second-ruling-is-unseen',
    file: 'server/domain/register/rule.ts',
    find: 'lastSequence !== after',
    replace: 'false',
    killedBy: {
      file: ofSessions,
      title: 'the second of two people on one cell is shown what the first has decided',
    },
  },
  {
    name: 'teacher-opens-a-foreign-course',
    file: 'server/domain/institutes/own-groups.ts',
    find: "if (!isOwn) throw new Problem('document_not_found')",
    replace: '',
    killedBy: {
      file: 'server/domain/groups/courses.test.ts',
      title: 'a teacher sees and starts the own courses alone',
    },
  },
  {
    name: 'courses-of-a-file-are-applied-without-comparing',
    file: 'server/domain/imports/import-engine.ts',
    find: 'if ((await kind.version(stores, organisationId)) !== version) return undefined',
    replace: '',
    killedBy: {
      file: ofImports,
      title: 'who is enrolled by hand between comparison and transaction is enrolled once',
    },
  },
  {
    name: 'file-ends-what-a-person-entered',
    file: planOfImports,
    find: 'if (!hasBegun(context.source, source) || wanted.has(personId)) return false',
    replace: 'if (wanted.has(personId)) return false',
    killedBy: {
      file: 'server/domain/course-imports/plan-courses.test.ts',
      title: 'ends where the file says so or has all, and only if the source began it',
    },
  },
  {
    name: 'courses-of-a-file-are-never-on-hold',
    file: 'server/domain/imports/import-engine.ts',
    find: 'if (kind.isOnHold(planned, made.plan) && !isReviewed)',
    replace: 'if (false)',
    killedBy: {
      file: ofImports,
      title: 'who is in files that have all stays, and others end, after a review where they are many',
    },
  },
]
