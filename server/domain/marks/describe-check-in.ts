import { countSoFar, workOutAttendance } from '#contract/attendance-working.ts'
import type { CheckInSession, CheckInStudent } from '#contract/check-in.ts'
import { joinNames } from '#contract/text-fields.ts'
import { publicIdOf } from '../session-id.ts'
import type { CheckInMember, SessionToMark } from './stores.ts'

/** A check-in as phones and screens show it. */

export function describeSession(session: SessionToMark): CheckInSession {
  return {
    id: session.id,
    publicId: publicIdOf(session.id),
    number: session.number,
    organisationId: session.organisationId,
    organisationName: session.organisationName,
    ...(session.course && { course: { id: session.groupId, code: session.course.code, title: session.course.title } }),
    startsAt: session.startedAt,
    endsAt: session.endsAt,
  }
}

/**
 * With the numbers of the dashboards: marks of all classes, but one that runs in which the student has no mark (decision 31).
 * `isUnmarked`: there is one.
 */
export function describeStudent(
  { student, membership }: CheckInMember,
  { classes, course }: Pick<SessionToMark, 'classes' | 'course'>,
  isUnmarked: boolean,
) {
  return {
    id: student.id,
    name: joinNames(student.firstName, student.lastName),
    rollNumber: student.rollNumber,
    working: course ? null : workOutAttendance(membership.total, countSoFar(classes, isUnmarked)),
  } satisfies CheckInStudent
}
