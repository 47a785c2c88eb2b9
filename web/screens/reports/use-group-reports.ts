import type { ProductQuery } from '../../client/call-product.ts'
import { useInstitute } from '../../session/session.ts'
import { useReport } from './use-report.ts'
import { useReportAddress } from './use-report-address.ts'

/** The sessions of the chosen group, on one page. */
export function useSessionsReport(query: ProductQuery<'GET /groups/:groupId/reports/sessions'>, isOff: boolean) {
  return useReport('GET /groups/:groupId/reports/sessions', useChosenGroup(), query, isOff)
}

/** The attendance of the chosen group, session by session. */
export function useAttendanceOverTime(isOff = false) {
  const { periodQuery } = useReportAddress()
  return useReport('GET /groups/:groupId/reports/attendance-over-time', useChosenGroup(), periodQuery, isOff)
}

function useChosenGroup(): { readonly groupId: string } {
  const { courseId } = useReportAddress()
  const { $id } = useInstitute()
  return { groupId: courseId ?? $id }
}
