import { endAttendanceSession } from '../../domain/sessions/end-session.ts'
import { readRunningSession } from '../../domain/sessions/read-running-session.ts'
import { startSession } from '../../domain/sessions/start-session.ts'
import { takeBackAttendanceSession } from '../../domain/sessions/take-back-session.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** The class that an organisation holds, and its end before the time. */
export const attendanceCalls = {
  'POST /attendance/sessions': startSession,
  'GET /attendance/running': readRunningSession,
  'POST /attendance/sessions/:sessionId/end': endAttendanceSession,
  'DELETE /attendance/sessions/:sessionId': takeBackAttendanceSession,
} satisfies Partial<ProductHandlers>
