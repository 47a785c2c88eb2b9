import { readOwnReport } from '../../domain/register/read-own-report.ts'
import { readPersonRecord } from '../../domain/register/read-person-record.ts'
import {
  readAttendanceOverTime,
  readSessionSheet,
  readSessionsReport,
  readStudentReport,
  readStudentsReport,
} from '../../domain/register/read-reports.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** The reports (contract/reports.ts). */
export const reportCalls = {
  'GET /groups/:groupId/reports/sessions': readSessionsReport,
  'GET /groups/:groupId/reports/attendance-over-time': readAttendanceOverTime,
  'GET /reports/sessions/:sessionId': readSessionSheet,
  'GET /reports/students': readStudentsReport,
  'GET /reports/students/:studentId': readStudentReport,
  'GET /reports/students/:studentId/report': readStudentReport,
  'GET /people/:personId/record': readPersonRecord,
  'GET /reports/own': readOwnReport,
} satisfies Partial<ProductHandlers>
