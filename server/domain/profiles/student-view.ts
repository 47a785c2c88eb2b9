import type { AttendanceField, StudentAttributes } from '#contract/student.ts'
import type { Member, Membership } from '../membership/stores.ts'
import { type ProfileView, pickFields, type StudentViewer, studentFields } from './projections.ts'
import type { Student } from './stores.ts'

/** The attendance field (spec §3), built from memberships: organisations without a mark yet have no entry. */
function toAttendanceField(memberships: readonly Membership[]): string {
  const field: AttendanceField = Object.fromEntries(
    memberships.flatMap(({ organisationId, total, expiryTime }) =>
      expiryTime === null ? [] : [[organisationId, { total, expiryTime }]],
    ),
  )
  return JSON.stringify(field)
}

function toAttributes(
  student: Student,
  memberships: readonly Membership[],
  isEmailVerified: boolean,
): StudentAttributes {
  return {
    firstName: student.firstName,
    lastName: student.lastName,
    email: student.email,
    phoneNumber: student.phoneNumber,
    rollNumber: student.rollNumber,
    organisation: memberships.map(({ organisationId }) => organisationId),
    attendance: toAttendanceField(memberships),
    ...(student.hasPasskey && { passKey: true }),
    ...(!isEmailVerified && { emailNotVerified: true }),
  }
}

/** A student for every viewer except an organisation. */
export function viewStudent(
  viewer: Exclude<StudentViewer, 'organisation'>,
  student: Student,
  memberships: readonly Membership[],
): ProfileView {
  return view(viewer, student, memberships, true)
}

/** A member as its organisation sees it: attendance and organisation contain only the viewer's entry. */
export function viewMember({ student, membership, isEmailVerified }: Member): ProfileView {
  return view('organisation', student, [membership], isEmailVerified)
}

function view(
  viewer: StudentViewer,
  student: Student,
  memberships: readonly Membership[],
  isEmailVerified: boolean,
): ProfileView {
  const { sequence, createdAt, updatedAt, permissions } = student
  return {
    collection: 'students',
    id: student.id,
    attributes: pickFields(toAttributes(student, memberships, isEmailVerified), studentFields[viewer]),
    system: viewer === 'guestLookUp' ? undefined : { sequence, createdAt, updatedAt, permissions },
  }
}
