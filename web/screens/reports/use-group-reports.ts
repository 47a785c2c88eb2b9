import type { ProductQuery } from '../../client/call-product.ts'
import { useReport } from './use-report.ts'
import { useReportAddress } from './use-report-address.ts'

/** The sessions of the chosen group, on one page. */
export function useSessionsReport(query: ProductQuery<'GET /reports/sessions'>, isOff: boolean) {
  const { courseId } = useReportAddress()
  const isCourse = courseId !== undefined
  const ofWhole = useReport('GET /reports/sessions', {}, query, isOff || isCourse)
  const ids = { groupId: courseId ?? '' }
  const ofCourse = useReport('GET /groups/:groupId/reports/sessions', ids, query, isOff || !isCourse)
  return isCourse ? ofCourse : ofWhole
}

/** The attendance of the chosen group, session by session. */
export function useAttendanceOverTime(isOff = false) {
  const { courseId, periodQuery } = useReportAddress()
  const isCourse = courseId !== undefined
  const ofWhole = useReport('GET /reports/attendance-over-time', {}, periodQuery, isOff || isCourse)
  const ids = { groupId: courseId ?? '' }
  const ofCourse = useReport('GET /groups/:groupId/reports/attendance-over-time', ids, periodQuery, isOff || !isCourse)
  return isCourse ? ofCourse : ofWhole
}
