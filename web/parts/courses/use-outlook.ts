import type { CourseStanding } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'

/** What the numbers of a course allow, in words; nothing of who is not enrolled, where nothing counts, and by minutes. */
export function useOutlook(): (course: Pick<CourseStanding, 'by' | 'isEnrolled' | 'working'>) => readonly string[] {
  const reports = useTextsOf(reportsTexts)
  const { outOfReach } = useTextsOf(courseTexts).register
  const { number } = useFormat()
  return ({ by, isEnrolled, working: { percentBp, isBelow, mayMiss, mustAttend } }) => {
    if (percentBp === null || !isEnrolled || by !== 'sessions') return []
    if (!isBelow) return [reports.mayMiss(mayMiss)]
    return [mustAttend === null ? outOfReach : reports.mustAttend(number(mustAttend))]
  }
}
