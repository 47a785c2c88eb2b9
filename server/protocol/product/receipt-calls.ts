import { readDisputedMarks, readReceipts } from '../../domain/receipts/read-receipts.ts'
import { changeReceiptSettings, readReceiptSettings } from '../../domain/receipts/receipt-settings.ts'
import { endPushSubscription, subscribeToPushes } from '../../domain/receipts/subscribe-to-pushes.ts'
import { disputeMark, takeDisputeBack } from '../../domain/register/dispute-mark.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** What students hear of their marks, and what they say to it. */
export const receiptCalls = {
  async 'GET /receipts'(deps, { context }) {
    return readReceipts(deps, context)
  },
  async 'POST /receipts/flag'(deps, { context, input: { attendanceSessionId, ...dispute } }) {
    return disputeMark(deps, context, attendanceSessionId, dispute)
  },
  async 'POST /receipts/unflag'(deps, { context, input }) {
    return takeDisputeBack(deps, context, input.attendanceSessionId)
  },
  async 'GET /receipts/settings'(deps, { context }) {
    return readReceiptSettings(deps, context)
  },
  async 'PUT /receipts/settings'(deps, { context, input }) {
    return changeReceiptSettings(deps, context, input.byEmail)
  },
  async 'POST /receipts/subscriptions'(deps, { context, input }) {
    return subscribeToPushes(deps, context, input)
  },
  async 'DELETE /receipts/subscriptions/:subscriptionId'(deps, { context, params }) {
    await endPushSubscription(deps, context, params.subscriptionId)
    return undefined
  },
  async 'GET /attendance/flagged'(deps, { context }) {
    return readDisputedMarks(deps, context)
  },
} satisfies Partial<ProductHandlers>
