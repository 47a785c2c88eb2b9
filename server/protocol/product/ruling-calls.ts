import { readMarkHistory, ruleOnMark } from '../../domain/register/rule-on-mark.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** What an institute decides about its marks. */
export const rulingCalls = {
  'GET /attendance/rulings/:sessionId/:studentId': readMarkHistory,
  'POST /attendance/rulings/:sessionId/:studentId': ruleOnMark,
} satisfies Partial<ProductHandlers>
