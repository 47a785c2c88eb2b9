import { readOwnReport } from '../../domain/reports/read-own-report.ts'
import {
  readAttendanceOverTime,
  readSessionSheet,
  readSessionsReport,
  readStudentReport,
  readStudentsReport,
} from '../../domain/reports/read-reports.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** The reports (contract/reports.ts). */
export const reportCalls = {
  async 'GET /reports/sessions'(deps, { context, query }) {
    return readSessionsReport(deps, context, query)
  },
  async 'GET /reports/sessions/:sessionId/report'(deps, { context, params, query }) {
    return readSessionSheet(deps, context, params.sessionId, query)
  },
  async 'GET /reports/attendance-over-time'(deps, { context, query }) {
    return readAttendanceOverTime(deps, context, query)
  },
  async 'GET /reports/sessions/:sessionId'(deps, { context, params, query }) {
    return readSessionSheet(deps, context, params.sessionId, query)
  },
  async 'GET /reports/students'(deps, { context, query }) {
    return readStudentsReport(deps, context, query)
  },
  async 'GET /reports/students/:studentId'(deps, { context, params, query }) {
    return readStudentReport(deps, context, params.studentId, query)
  },
  async 'GET /reports/students/:studentId/report'(deps, { context, params, query }) {
    return readStudentReport(deps, context, params.studentId, query)
  },
  async 'GET /reports/own'(deps, { context, query }) {
    return readOwnReport(deps, context, query)
  },
} satisfies Partial<ProductHandlers>
