import type { CourseDetail, Course as CourseSummary } from '#contract/courses.ts'
import type { Storage } from '../ports.ts'
import { Problem } from '../problem.ts'

type Reads = Pick<Storage, 'courseReads' | 'now'>

/** A course with what belongs to it now. Throws document_not_found. */
export async function describeCourse(
  { courseReads, now }: Reads,
  organisationId: string,
  id: string,
): Promise<CourseDetail> {
  const at = await now()
  const [course] = await courseReads.listCourses({ organisationId, id }, at)
  const policy = (await courseReads.listPolicies([id])).get(id)
  if (!course || !policy) throw new Problem('document_not_found')
  const sections: readonly CourseSummary[] = await courseReads.listCourses({ organisationId, parentId: id }, at)
  return { ...course, policy, sections }
}
