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
    async handle(deps, { request, visit }) {
      return readSessionsReport(deps, visit, parseInput(sessionsReportQuery, request.query))
    },
  },
  {
    method: 'GET',
    path: '/reports/attendance-over-time',
    door: 'reports.view',
    async handle(deps, { request, visit }) {
      return readAttendanceOverTime(deps, visit, parseInput(attendanceOverTimeQuery, request.query))
    },
  },
  {
    method: 'GET',
    path: '/reports/sessions/:sessionId',
    door: 'reports.view',
    async handle(deps, { request, visit, params }) {
      return readSessionSheet(deps, visit, readId(params, 'sessionId'), parseInput(sessionSheetQuery, request.query))
    },
  },
  {
    method: 'GET',
    path: '/reports/students',
    door: 'reports.view',
    async handle(deps, { request, visit }) {
      return readStudentsReport(deps, visit, parseInput(studentsReportQuery, request.query))
    },
  },
  {
    method: 'GET',
    path: '/reports/students/:studentId',
    door: 'reports.view',
    async handle(deps, { request, visit, params }) {
      return readStudentReport(deps, visit, readId(params, 'studentId'), parseInput(studentReportQuery, request.query))
    },
  },
  {
    method: 'GET',
    path: '/reports/own',
    door: 'reports.own',
    async handle(deps, { request, visit }) {
      return readOwnReport(deps, visit, parseInput(ownReportQuery, request.query))
    },
  },
]
