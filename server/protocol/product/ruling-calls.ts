import { readMarkHistory, ruleOnMark } from '../../domain/register/rule-on-mark.ts'
import type { MarkKey } from '../../domain/register/ruling-stores.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** What an institute decides about its marks. */
export const rulingCalls = {
  async 'GET /attendance/rulings/:sessionId/:studentId'(deps, { context, params }) {
    return readMarkHistory(deps, context, toMarkKey(params))
  },
  async 'POST /attendance/rulings/:sessionId/:studentId'(deps, { context, params, input }) {
    return ruleOnMark(deps, context, toMarkKey(params), input)
  },
} satisfies Partial<ProductHandlers>

type MarkParams = { readonly sessionId: string; readonly studentId: string }
const toMarkKey = ({ sessionId, studentId }: MarkParams): MarkKey => ({ attendanceSessionId: sessionId, studentId })
