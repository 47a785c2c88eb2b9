import { knownBrowserMs } from '../../domain/accounts/known-browser.ts'
import { sessionLife } from '../../domain/accounts/session-life.ts'
import { beginAtScreen } from '../../domain/check-ins/begin-at-screen.ts'
import { beginByHand } from '../../domain/check-ins/begin-by-hand.ts'
import { beginByRoomCode, scanRoomCode } from '../../domain/check-ins/begin-by-room-code.ts'
import { beginRollCall } from '../../domain/check-ins/begin-roll-call.ts'
import { chooseSessionWays } from '../../domain/check-ins/choose-session-ways.ts'
import { finishByInstitute } from '../../domain/check-ins/finish-by-institute.ts'
import { finishCheckIn } from '../../domain/check-ins/finish-check-in.ts'
import { scanTicketMs } from '../../domain/check-ins/scan-ticket.ts'
import { showRoomCode } from '../../domain/check-ins/show-room-code.ts'
import { takeEvidence } from '../../domain/check-ins/take-evidence.ts'
import { findActor } from '../../domain/institutes/acting-for.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** Check-ins by room code, at the screen and by hand: the display, the scan, the ceremonies. */
export const checkInCalls = {
  async 'GET /attendance/sessions/:sessionId/room-code'(deps, { context, params }) {
    return showRoomCode(deps, context, params.sessionId)
  },
  async 'PATCH /attendance/sessions/:sessionId/ways'(deps, { context, params, input }) {
    return chooseSessionWays(deps, context, params.sessionId, input.ways)
  },
  async 'POST /check-ins/scan'(deps, { reply, context, input }) {
    const { offer, ticket, phoneToken } = await scanRoomCode(deps, context, input)
    deps.cookies.set(reply, 'scanTicket', ticket, scanTicketMs)
    deps.cookies.set(reply, 'phone', phoneToken, knownBrowserMs)
    return offer
  },
  async 'POST /check-ins'(deps, { reply, context, input }) {
    if (input.way === 'hand') return beginByHand(deps, context, input)
    if (input.way === 'roll-call') return beginRollCall(deps, context, input)
    if (input.way === 'screen') return beginAtScreen(deps, context, input)
    const { offer, ticket } = await beginByRoomCode(deps, context)
    deps.cookies.set(reply, 'scanTicket', ticket, scanTicketMs)
    return offer
  },
  async 'POST /check-ins/:checkInId/finish'(deps, { reply, context, params, input }) {
    // Who acts for an institute, and its paired screens, finish at the screen and by hand, and students never do.
    if (context.screen || findActor(context)) {
      return finishByInstitute(deps, context, params.checkInId, input.assertion)
    }
    const { answer, login } = await finishCheckIn(deps, context, params.checkInId, input.assertion)
    if (login) {
      deps.cookies.set(reply, 'session', login.token, sessionLife('STD').absoluteMs)
      if (login.browserToken !== undefined) deps.cookies.set(reply, 'browser', login.browserToken, knownBrowserMs)
    }
    return answer
  },
  async 'GET /attendance/evidence/:sessionId/:studentId'(deps, { reply, context, params }) {
    const { sessionId, studentId } = params
    const file = await takeEvidence(deps, context, { attendanceSessionId: sessionId, studentId })
    const name = `rollkey-evidence-${file.attendanceSession.number}-${studentId}.json`
    reply.header('content-disposition', `attachment; filename="${name}"`)
    return file
  },
} satisfies Partial<ProductHandlers>
