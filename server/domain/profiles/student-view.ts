import type { AttendanceField, StudentAttributes } from '#contract/student.ts'
import type { Member, Membership } from '../membership/stores.ts'
import { type ProfileView, pickFields, type StudentViewer, studentFields } from './projections.ts'
import type { Student } from './stores.ts'

/** The spec's attendance field (§3), built from memberships: organisations without a mark yet have no entry. */
function toAttendanceField(memberships: readonly Membership[]): string {
  const field: AttendanceField = Object.fromEntries(
    memberships.flatMap(({ organisationId, total, expiryTime }) =>
      expiryTime === null ? [] : [[organisationId, { total, expiryTime }]],
    ),
  )
  return JSON.stringify(field)
}

function toAttributes(student: Student, memberships: readonly Membership[]): StudentAttributes {
  return {
    firstName: student.firstName,
    lastName: student.lastName,
    email: student.email,
    phoneNumber: student.phoneNumber,
    rollNumber: student.rollNumber,
    organisation: memberships.map(({ organisationId }) => organisationId),
    attendance: toAttendanceField(memberships),
    ...(student.hasPasskey && { passKey: true }),
  }
}

/** A student for one viewer. An organisation's memberships must hold its own only: it never learns of the others. */
export function viewStudent(viewer: StudentViewer, student: Student, memberships: readonly Membership[]): ProfileView {
  const { sequence, createdAt, updatedAt, permissions } = student
  return {
    collection: 'students',
    id: student.id,
    attributes: pickFields(toAttributes(student, memberships), studentFields[viewer]),
    system: viewer === 'guestLookUp' ? undefined : { sequence, createdAt, updatedAt, permissions },
  }
}

/** A member as its organisation sees it: attendance and organisation reduced to the viewer's own entry. */
export function viewMember({ student, membership }: Member): ProfileView {
  return viewStudent('organisation', student, [membership])
}
