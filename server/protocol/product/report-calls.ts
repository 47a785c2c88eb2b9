import {
  attendanceOverTimeQuery,
  ownReportQuery,
  sessionSheetQuery,
  sessionsReportQuery,
  studentReportQuery,
  studentsReportQuery,
} from '#contract/report-queries.ts'
import { readOwnReport } from '../../domain/reports/read-own-report.ts'
import {
  readAttendanceOverTime,
  readSessionSheet,
  readSessionsReport,
  readStudentReport,
  readStudentsReport,
} from '../../domain/reports/read-reports.ts'
import type { Call } from '../http/call.ts'
import { parseInput } from '../http/parse-input.ts'
import { readId } from '../http/read-id.ts'

/** The reports (contract/reports.ts). They live under /api/v1. */
export const reportCalls: readonly Call[] = [
  {
    method: 'GET',
    path: '/reports/sessions',
    door: 'reports.view',
    async handle(deps, { request, context }) {
      return readSessionsReport(deps, context, parseInput(sessionsReportQuery, request.query))
    },
  },
  {
    method: 'GET',
    path: '/reports/attendance-over-time',
    door: 'reports.view',
    async handle(deps, { request, context }) {
      return readAttendanceOverTime(deps, context, parseInput(attendanceOverTimeQuery, request.query))
    },
  },
  {
    method: 'GET',
    path: '/reports/sessions/:sessionId',
    door: 'reports.view',
    async handle(deps, { request, context, params }) {
      return readSessionSheet(deps, context, readId(params, 'sessionId'), parseInput(sessionSheetQuery, request.query))
    },
  },
  {
    method: 'GET',
    path: '/reports/students',
    door: 'reports.view',
    async handle(deps, { request, context }) {
      return readStudentsReport(deps, context, parseInput(studentsReportQuery, request.query))
    },
  },
  {
    method: 'GET',
    path: '/reports/students/:studentId',
    door: 'reports.view',
    async handle(deps, { request, context, params }) {
      return readStudentReport(
        deps,
        context,
        readId(params, 'studentId'),
        parseInput(studentReportQuery, request.query),
      )
    },
  },
  {
    method: 'GET',
    path: '/reports/own',
    door: 'reports.own',
    async handle(deps, { request, context }) {
      return readOwnReport(deps, context, parseInput(ownReportQuery, request.query))
    },
  },
]
