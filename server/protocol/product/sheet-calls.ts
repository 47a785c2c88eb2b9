import { readAttendanceSheet } from '../../domain/register/read-attendance-sheet.ts'
import { countHeads } from '../../domain/sessions/count-heads.ts'
import { answerDraw, drawStudents } from '../../domain/sessions/draw-students.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** The sheet of a session, with head count and draws (contract/attendance-sheet.ts). */
export const sheetCalls = {
  'GET /attendance/sessions/:sessionId/sheet': readAttendanceSheet,
  'PUT /attendance/sessions/:sessionId/head-count': countHeads,
  'POST /attendance/sessions/:sessionId/draws': drawStudents,
  'PUT /attendance/sessions/:sessionId/draws/:studentId': answerDraw,
} satisfies Partial<ProductHandlers>
