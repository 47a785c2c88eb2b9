import { event } from '../event.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import type { ProfileView } from '../views/projections.ts'
import { viewStudent } from '../views/student-view.ts'
import { findByCode } from './find-by-code.ts'
import { joinInstitute, publishNewMember, takeNumber } from './join-institute.ts'

/**
 * Adds one institute to the student (spec §2, Add Institute). `codes` is the whole list that the browser wants: the
 * present codes and exactly one more. `rollNumber`: at that institute, where it is not the student's own. Runs in the transaction of `stores`. Throws document_already_exists 'Already
 * added', document_not_found 'Invalid org-code', document_unique_constraint_violation, document_invalid_structure.
 */
export async function addInstitute(
  stores: Stores,
  context: RequestContext,
  studentId: string,
  { organisation: codes, rollNumber }: { readonly organisation: readonly string[]; readonly rollNumber?: string },
): Promise<ProfileView> {
  const student = await stores.students.lock(studentId)
  if (!student) throw new Problem('document_not_found')
  const present = (await stores.memberships.listOfStudent(studentId)).map(({ organisationId }) => organisationId)
  const institute = await findAdded(codes, present, (code) => findByCode(stores, code))
  const known = { id: studentId, rollNumber: rollNumber ?? student.rollNumber }
  const now = await joinInstitute(stores, context, institute.id, known)
  const isOther = known.rollNumber !== student.rollNumber
  if (isOther) await takeNumber(stores, institute.id, known)
  await stores.students.touch([studentId], now)
  await publishNewMember(stores, institute.id, studentId, 'update', now)
  const facts = { organisationId: institute.id }
  await event(stores, context, 'membership.add', { subject: institute.id, facts })
  const memberships = await stores.memberships.listOfStudent(studentId)
  const own = isOther && memberships.length === 1 ? known.rollNumber : student.rollNumber
  return viewStudent('self', { ...student, rollNumber: own, updatedAt: now }, memberships)
}

/**
 * The one institute in the list that the student does not have yet. A list without a new one must name only institutes
 * of the student.
 */
async function findAdded<Institute extends { id: string }>(
  codes: readonly string[],
  present: readonly string[],
  find: (code: string) => Promise<Institute | undefined>,
): Promise<Institute> {
  const missing = new Set(present)
  const added = new Map<string, Institute>()
  for (const code of codes) {
    const institute = await find(code)
    if (!institute) throw new Problem('institute-code-invalid')
    missing.delete(institute.id)
    if (!present.includes(institute.id)) added.set(institute.id, institute)
  }
  const [only, ...others] = added.values()
  if (missing.size > 0 || others.length > 0) {
    throw new Problem('malformed-document', {
      message: 'organisation must be your list and exactly one code more.',
    })
  }
  if (!only) throw new Problem('already-member')
  return only
}
