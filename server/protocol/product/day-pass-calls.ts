import { endDayPass, listDayPasses, makeDayPass } from '../../domain/day-passes/make-day-pass.ts'
import { openDayPass } from '../../domain/day-passes/open-day-pass.ts'
import { rollByDayPass } from '../../domain/day-passes/roll-by-day-pass.ts'
import {
  endByDayPass,
  readDayPass,
  readSheetByDayPass,
  showCodeByDayPass,
  startByDayPass,
} from '../../domain/day-passes/use-day-pass.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** Day passes: who makes them, and what a supply teacher does with one. */
export const dayPassCalls = {
  'POST /day-passes': makeDayPass,
  'GET /day-passes': listDayPasses,
  'DELETE /day-passes/:passId': endDayPass,
  async 'POST /day-pass/open'(deps, door, input, { reply }) {
    const { token, goodForMs } = await openDayPass(deps, door, input)
    if (token !== undefined) deps.cookies.set(reply, 'dayPass', token, goodForMs)
  },
  'GET /day-pass': readDayPass,
  'POST /day-pass/courses/:courseId/sessions': startByDayPass,
  'GET /day-pass/sessions/:sessionId': readSheetByDayPass,
  'POST /day-pass/sessions/:sessionId/roll-call': rollByDayPass,
  'POST /day-pass/sessions/:sessionId/end': endByDayPass,
  'GET /day-pass/sessions/:sessionId/room-code': showCodeByDayPass,
} satisfies Partial<ProductHandlers>
