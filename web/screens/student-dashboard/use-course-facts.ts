import type { OwnCourses } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useOrganisations } from './use-organisations.ts'

type Course = OwnCourses['courses'][number]

/** What stands below the name of a course: its code, the institute of who has several, and that it is over. */
export function useCourseFacts(): (course: Course) => string {
  const { over } = useTextsOf(courseTexts).own
  const institutes = useOrganisations().data?.pages.flatMap(({ documents }) => documents) ?? []
  return ({ code, title, organisationId, isEnrolled }) => {
    const institute = institutes.length > 1 ? institutes.find(({ $id }) => $id === organisationId) : undefined
    const facts = [code !== title && code, institute?.name, !isEnrolled && over]
    return facts.filter(Boolean).join(' · ')
  }
}
