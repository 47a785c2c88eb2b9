import type { AttendanceField } from '#contract/student.ts'
import type { Member, Membership } from '../institutes/membership-stores.ts'
import type { Student } from '../profiles/stores.ts'
import { pickFacts, type StudentView, type StudentViewer, studentFields } from './projections.ts'

/** What was counted (spec §3), by organisation: those in which no mark was ever made have no entry. */
export function countedOf(memberships: readonly Membership[]): AttendanceField {
  return Object.fromEntries(
    memberships.flatMap(({ organisationId, total, expiryTime }) =>
      expiryTime === null ? [] : [[organisationId, { total, expiryTime }]],
    ),
  )
}

/** A student for every viewer except an organisation. */
export function viewStudent(
  viewer: Exclude<StudentViewer, 'organisation'>,
  student: Student,
  memberships: readonly Membership[],
): StudentView {
  return view(viewer, student, memberships, true)
}

/** A member as its organisation sees it: attendance and organisation contain only the viewer's entry. */
export function viewMember({ student, membership, isEmailVerified }: Member): StudentView {
  return view('organisation', student, [membership], isEmailVerified)
}

function view(
  viewer: StudentViewer,
  student: Student,
  memberships: readonly Membership[],
  isEmailVerified: boolean,
): StudentView {
  const { id, sequence, createdAt, updatedAt, permissions, ...known } = student
  const organisation = memberships.map(({ organisationId }) => organisationId)
  const facts = { ...known, organisation, attendance: countedOf(memberships), isEmailVerified }
  return {
    collection: 'students',
    id,
    shown: pickFacts(facts, studentFields[viewer]),
    system: viewer === 'guestLookUp' ? undefined : { sequence, createdAt, updatedAt, permissions },
  }
}
