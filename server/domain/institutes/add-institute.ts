import { event } from '../event.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import type { ProfileView } from '../views/projections.ts'
import { viewStudent } from '../views/student-view.ts'
import { findByCode } from './find-by-code.ts'
import { joinInstitute, publishNewMember } from './join-institute.ts'

/**
 * Adds one institute to the student (spec §2, Add Institute). `codes` is the whole list that the browser wants: the
 * present codes and exactly one more. Runs in the transaction of `stores`. Throws document_already_exists 'Already
 * added', document_not_found 'Invalid org-code', document_unique_constraint_violation, document_invalid_structure.
 */
export async function addInstitute(
  stores: Stores,
  context: RequestContext,
  studentId: string,
  codes: readonly string[],
): Promise<ProfileView> {
  const student = await stores.students.lock(studentId)
  if (!student) throw new Problem('document_not_found')
  const present = (await stores.memberships.listOfStudent(studentId)).map(({ organisationId }) => organisationId)
  const institute = await findAdded(codes, present, (code) => findByCode(stores, code))
  const now = await joinInstitute(stores, context, institute.id, student)
  await stores.students.touch([studentId], now)
  await publishNewMember(stores, institute.id, studentId, 'update', now)
  const facts = { organisationId: institute.id }
  await event(stores, context, 'membership.add', { subject: institute.id, facts })
  return viewStudent('self', { ...student, updatedAt: now }, await stores.memberships.listOfStudent(studentId))
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
