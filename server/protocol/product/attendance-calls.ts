import { endAttendanceSession } from '../../domain/attendance/end-attendance-session.ts'
import { readRunningSession } from '../../domain/attendance/read-running-session.ts'
import { startSession } from '../../domain/attendance/start-attendance-session.ts'
import { takeBackAttendanceSession } from '../../domain/attendance/take-back-attendance-session.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** The class that an organisation holds, and its end before the time. */
export const attendanceCalls = {
  'POST /attendance/sessions': startSession,
  'GET /attendance/running': readRunningSession,
  'POST /attendance/sessions/:sessionId/end': endAttendanceSession,
  'DELETE /attendance/sessions/:sessionId': takeBackAttendanceSession,
} satisfies Partial<ProductHandlers>
