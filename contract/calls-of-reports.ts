import type { Calls } from './calls.ts'
import { coursesReport } from './course-sessions.ts'
import { ownData } from './own-data.ts'
import { personRecord } from './person-record.ts'
import {
  attendanceBookExportQuery,
  attendanceOverTimeQuery,
  coursesExportQuery,
  coursesReportQuery,
  ownReportQuery,
  personRecordQuery,
  sessionSheetExportQuery,
  sessionSheetQuery,
  sessionsExportQuery,
  sessionsReportQuery,
  studentExportQuery,
  studentReportQuery,
  studentsExportQuery,
  studentsReportQuery,
} from './report-queries.ts'
import {
  attendanceOverTime,
  ownReport,
  sessionSheet,
  sessionsReport,
  studentReport,
  studentsReport,
} from './reports.ts'
import { keepAccountInput, ownAccount, ownNameInput } from './student.ts'

/** Reports, the files of them, and what a student reads and corrects of the own. */
export const callsOfReports = {
  'GET /reports/courses': {
    isCompressed: true,
    act: 'register.view',
    query: coursesReportQuery,
    answers: { 200: coursesReport },
  },
  'GET /reports/courses/export': {
    act: 'register.export',
    query: coursesExportQuery,
    example: { format: 'csv' },
    answers: { 200: 'file' },
  },
  'GET /reports/courses/:courseId/export': {
    act: 'register.export',
    query: coursesExportQuery,
    example: { courseId: '$course', format: 'csv' },
    answers: { 200: 'file' },
  },
  'GET /groups/:groupId/reports/sessions': {
    isCompressed: true,
    act: 'register.view',
    query: sessionsReportQuery,
    example: { groupId: '$group' },
    answers: { 200: sessionsReport },
  },
  'GET /groups/:groupId/reports/sessions/export': {
    act: 'register.export',
    query: sessionsExportQuery,
    example: { groupId: '$group', format: 'csv' },
    answers: { 200: 'file' },
  },
  'GET /groups/:groupId/reports/attendance-over-time': {
    isCompressed: true,
    act: 'register.view',
    query: attendanceOverTimeQuery,
    example: { groupId: '$group' },
    answers: { 200: attendanceOverTime },
  },
  'GET /reports/sessions/:sessionId': {
    isCompressed: true,
    act: 'reports.view',
    query: sessionSheetQuery,
    example: { sessionId: '$class' },
    answers: { 200: sessionSheet },
  },
  'GET /reports/sessions/:sessionId/export': {
    act: 'reports.export',
    query: sessionSheetExportQuery,
    example: { sessionId: '$class', format: 'csv' },
    answers: { 200: 'file' },
  },
  'GET /reports/students': {
    isCompressed: true,
    act: 'reports.view',
    query: studentsReportQuery,
    answers: { 200: studentsReport },
  },
  'GET /reports/students/export': {
    act: 'reports.export',
    query: studentsExportQuery,
    example: { format: 'csv' },
    answers: { 200: 'file' },
  },
  'GET /reports/students/:studentId': {
    isCompressed: true,
    act: 'reports.view',
    query: studentReportQuery,
    example: { studentId: '$student' },
    answers: { 200: studentReport },
  },
  // Also for a student whose id is a word of another address (words-beside-ids.ts).
  'GET /reports/students/:studentId/report': {
    isCompressed: true,
    act: 'reports.view',
    query: studentReportQuery,
    example: { studentId: '$student' },
    answers: { 200: studentReport },
  },
  'GET /reports/students/:studentId/export': {
    act: 'reports.export',
    query: studentExportQuery,
    example: { studentId: '$student', format: 'csv' },
    answers: { 200: 'file' },
  },
  'GET /reports/attendance-book/export': {
    act: 'reports.export',
    query: attendanceBookExportQuery,
    example: { format: 'csv' },
    answers: { 200: 'file' },
  },
  'GET /people/:personId/record': {
    isCompressed: true,
    act: 'register.view',
    query: personRecordQuery,
    example: { personId: '$someone', group: '$group?' },
    answers: { 200: personRecord },
  },
  'GET /reports/own': {
    isCompressed: true,
    act: 'reports.own',
    query: ownReportQuery,
    example: { organisation: '$own-institute' },
    answers: { 200: ownReport },
  },
  'GET /own/data': { act: 'own-data.take', answers: { 200: ownData } },
  'GET /own/account': { act: 'own-account.view', answers: { 200: ownAccount } },
  'DELETE /own/account': { act: 'own-account.delete', answers: { 200: ownAccount } },
  'POST /own/account': { act: 'own-account.keep', answers: { 204: 'nothing' } },
  'PUT /own/account': {
    act: 'own-account.keep-by-link',
    input: keepAccountInput,
    example: { userId: '$proven-account', secret: '$secret' },
    answers: { 204: 'nothing' },
  },
  'PATCH /own/name': {
    act: 'own-name.correct',
    input: ownNameInput,
    example: { firstName: 'Asha', lastName: 'Rao' },
    answers: { 204: 'nothing' },
  },
} as const satisfies Calls
