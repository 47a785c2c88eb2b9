import type { FastifyReply } from 'fastify'
import type { EvidenceFile } from '#contract/evidence.ts'
import { knownBrowserMs } from '../../domain/accounts/known-browser.ts'
import { sessionLife } from '../../domain/accounts/session-life.ts'
import { choose } from '../../domain/doors.ts'
import { beginAtScreen } from '../../domain/marks/begin-at-screen.ts'
import { beginByHand } from '../../domain/marks/begin-by-hand.ts'
import { beginByRoomCode, scanRoomCode } from '../../domain/marks/begin-by-room-code.ts'
import { beginRollCall } from '../../domain/marks/begin-roll-call.ts'
import { finishByInstitute } from '../../domain/marks/finish-by-institute.ts'
import { finishByRoomCode } from '../../domain/marks/finish-by-room-code.ts'
import { scanTicketMs } from '../../domain/marks/scan-ticket.ts'
import { takeEvidence } from '../../domain/marks/take-evidence.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** Check-ins by room code, at the screen and by hand: the scan, the ceremonies, and the evidence of marks. */
export const checkInCalls = {
  async 'POST /check-ins/scan'(deps, door, input, { reply }) {
    const { offer, ticket, phoneToken } = await scanRoomCode(deps, door, input)
    deps.cookies.set(reply, 'scanTicket', ticket, scanTicketMs)
    deps.cookies.set(reply, 'phone', phoneToken, knownBrowserMs)
    return offer
  },
  async 'POST /check-ins'(deps, door, input, { reply }) {
    if (input.way === 'hand') return beginByHand(deps, await choose(door, 'check-in.hand'), input)
    if (input.way === 'roll-call') return beginRollCall(deps, await choose(door, 'check-in.hand'), input)
    if (input.way === 'screen') return beginAtScreen(deps, await choose(door, 'check-in.screen'), input)
    const { offer, ticket } = await beginByRoomCode(deps, await choose(door, 'check-in.room-code'))
    deps.cookies.set(reply, 'scanTicket', ticket, scanTicketMs)
    return offer
  },
  async 'POST /check-ins/:checkInId/finish'(deps, door, input, { reply }) {
    // Who acts for an institute, and its paired screens, finish at the screen and by hand, and students never do.
    if (door.actor) {
      return finishByInstitute(deps, door, input)
    }
    const { answer, login } = await finishByRoomCode(deps, await choose(door, 'check-in.room-code'), input)
    if (login) {
      deps.cookies.set(reply, 'session', login.token, sessionLife('STD').absoluteMs)
      if (login.browserToken !== undefined) deps.cookies.set(reply, 'browser', login.browserToken, knownBrowserMs)
    }
    return answer
  },
  async 'GET /sessions/:sessionId/people/:personId/evidence'(deps, door, input, { reply }) {
    return asFile(reply, await takeEvidence(deps, door, input))
  },
  async 'GET /own/evidence/:sessionId'(deps, door, input, { reply }) {
    return asFile(reply, await takeEvidence(deps, door, input))
  },
} satisfies Partial<ProductHandlers>

/** A browser keeps the answer as a file. */
function asFile(reply: FastifyReply, file: EvidenceFile): EvidenceFile {
  const name = `rollkey-evidence-${file.attendanceSession.number}-${file.student.id}.json`
  reply.header('content-disposition', `attachment; filename="${name}"`)
  return file
}
