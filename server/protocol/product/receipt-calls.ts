import { readDisputedMarks, readReceipts } from '../../domain/receipts/read-receipts.ts'
import { changeReceiptSettings, readReceiptSettings } from '../../domain/receipts/receipt-settings.ts'
import { endPushSubscription, subscribeToPushes } from '../../domain/receipts/subscribe-to-pushes.ts'
import { disputeMark, takeDisputeBack } from '../../domain/register/dispute-mark.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** What students hear of their marks, and what they say to it. */
export const receiptCalls = {
  'GET /receipts': readReceipts,
  'POST /receipts/flag': disputeMark,
  'POST /receipts/unflag': takeDisputeBack,
  'GET /receipts/settings': readReceiptSettings,
  'PUT /receipts/settings': changeReceiptSettings,
  'POST /receipts/subscriptions': subscribeToPushes,
  'DELETE /receipts/subscriptions/:subscriptionId': endPushSubscription,
  'GET /attendance/flagged': readDisputedMarks,
} satisfies Partial<ProductHandlers>
