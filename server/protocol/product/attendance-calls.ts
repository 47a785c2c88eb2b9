import { endAttendanceSession } from '../../domain/attendance/end-attendance-session.ts'
import { readRunningSession } from '../../domain/attendance/read-running-session.ts'
import { startSession } from '../../domain/attendance/start-attendance-session.ts'
import { takeBackAttendanceSession } from '../../domain/attendance/take-back-attendance-session.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** The class that an organisation holds, and its end before the time. */
export const attendanceCalls = {
  async 'POST /attendance/sessions'(deps, { context, input }) {
    return startSession(deps, context, input)
  },
  async 'GET /attendance/running'(deps, { context }) {
    return readRunningSession(deps, context)
  },
  async 'POST /attendance/sessions/:sessionId/end'(deps, { context, params }) {
    return endAttendanceSession(deps, context, params.sessionId)
  },
  async 'DELETE /attendance/sessions/:sessionId'(deps, { context, params }) {
    return takeBackAttendanceSession(deps, context, params.sessionId)
  },
} satisfies Partial<ProductHandlers>
