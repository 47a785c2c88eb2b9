import { readRegister } from '../../domain/register/read-register.ts'
import { readSheet, readToday } from '../../domain/register/read-sheet.ts'
import { moveSession, setSessionStatus } from '../../domain/sessions/change-session.ts'
import { chooseSessionWays } from '../../domain/sessions/choose-session-ways.ts'
import { countHeads } from '../../domain/sessions/count-heads.ts'
import { answerDraw, drawStudents } from '../../domain/sessions/draw-students.ts'
import { endSessionEarly } from '../../domain/sessions/end-session.ts'
import { readRunningSession } from '../../domain/sessions/read-running-session.ts'
import { showRoomCode } from '../../domain/sessions/show-room-code.ts'
import { startSession } from '../../domain/sessions/start-session.ts'
import { takeBackSession } from '../../domain/sessions/take-back-session.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** Sessions of the whole institute and of its courses, with their sheets and registers. */
export const sessionCalls = {
  'GET /attendance/running': readRunningSession,
  'GET /today': readToday,
  'GET /groups/:groupId/register': readRegister,
  'POST /groups/:groupId/sessions': startSession,
  'GET /sessions/:sessionId': readSheet,
  'POST /sessions/:sessionId/end': endSessionEarly,
  'DELETE /sessions/:sessionId': takeBackSession,
  'PUT /sessions/:sessionId/room': moveSession,
  'PATCH /sessions/:sessionId/ways': chooseSessionWays,
  'POST /sessions/:sessionId/status': setSessionStatus,
  'GET /sessions/:sessionId/room-code': showRoomCode,
  'PUT /sessions/:sessionId/head-count': countHeads,
  'POST /sessions/:sessionId/draws': drawStudents,
  'PUT /sessions/:sessionId/draws/:studentId': answerDraw,
} satisfies Partial<ProductHandlers>
