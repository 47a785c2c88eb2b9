import { countHeads } from '../../domain/register/count-heads.ts'
import { answerDraw, drawStudents } from '../../domain/register/draw-students.ts'
import { readAttendanceSheet } from '../../domain/register/read-attendance-sheet.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** The sheet of a session, with head count and draws (contract/attendance-sheet.ts). */
export const sheetCalls = {
  async 'GET /attendance/sessions/:sessionId/sheet'(deps, { context, params, query }) {
    return readAttendanceSheet(deps, context, params.sessionId, query)
  },
  async 'PUT /attendance/sessions/:sessionId/head-count'(deps, { context, params, input }) {
    return countHeads(deps, context, params.sessionId, input.counted)
  },
  async 'POST /attendance/sessions/:sessionId/draws'(deps, { context, params }) {
    return drawStudents(deps, context, params.sessionId)
  },
  async 'PUT /attendance/sessions/:sessionId/draws/:studentId'(deps, { context, params, input }) {
    return answerDraw(deps, context, params.sessionId, params.studentId, input.here)
  },
} satisfies Partial<ProductHandlers>
