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
  async 'POST /day-passes'(deps, { context, input }) {
    return makeDayPass(deps, context, input)
  },
  async 'GET /day-passes'(deps, { context }) {
    return listDayPasses(deps, context)
  },
  async 'DELETE /day-passes/:passId'(deps, { context, params }) {
    return endDayPass(deps, context, params.passId)
  },
  async 'POST /day-pass/open'(deps, { reply, context, input }) {
    const { token, goodForMs } = await openDayPass(deps, context, input)
    if (token !== undefined) deps.cookies.set(reply, 'dayPass', token, goodForMs)
    return undefined
  },
  async 'GET /day-pass'(deps, { context }) {
    return readDayPass(deps, context)
  },
  async 'POST /day-pass/courses/:courseId/sessions'(deps, { context, params, input }) {
    return startByDayPass(deps, context, params.courseId, input)
  },
  async 'GET /day-pass/sessions/:sessionId'(deps, { context, params }) {
    return readSheetByDayPass(deps, context, params.sessionId)
  },
  async 'POST /day-pass/sessions/:sessionId/roll-call'(deps, { context, params, input }) {
    return rollByDayPass(deps, context, params.sessionId, input)
  },
  async 'POST /day-pass/sessions/:sessionId/end'(deps, { context, params }) {
    return endByDayPass(deps, context, params.sessionId)
  },
  async 'GET /day-pass/sessions/:sessionId/room-code'(deps, { context, params }) {
    return showCodeByDayPass(deps, context, params.sessionId)
  },
} satisfies Partial<ProductHandlers>
