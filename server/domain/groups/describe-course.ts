import type { CourseDetail, Course as CourseSummary } from '#contract/courses.ts'
import type { Storage } from '../ports.ts'
import { Problem } from '../problem.ts'
import { firstDayOf } from './first-day.ts'

type Reads = Pick<Storage, 'courseReads' | 'courses' | 'organisations' | 'now'>

/** A course with what belongs to it now. Throws document_not_found. */
export async function describeCourse(stores: Reads, organisationId: string, id: string): Promise<CourseDetail> {
  const at = await stores.now()
  const [course] = await stores.courseReads.listCourses({ organisationId, id }, at)
  const kept = await stores.courses.find(organisationId, id)
  if (!course || !kept) throw new Problem('document_not_found')
  const sections: readonly CourseSummary[] = await stores.courseReads.listCourses({ organisationId, parentId: id }, at)
  return { ...course, policy: kept.policy, firstDay: await firstDayOf(stores, kept), sections }
}
