import { readReceipts } from '../../domain/receipts/read-receipts.ts'
import { changeReceiptSettings, readReceiptSettings } from '../../domain/receipts/receipt-settings.ts'
import { endPushSubscription, subscribeToPushes } from '../../domain/receipts/subscribe-to-pushes.ts'
import { disputeCell, readOpenDisputes, takeDisputeBack } from '../../domain/register/dispute-cell.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** What students hear of their marks, and what they say to their cells. */
export const receiptCalls = {
  'GET /receipts': readReceipts,
  'POST /receipts/flag': disputeCell,
  'POST /receipts/unflag': takeDisputeBack,
  'GET /receipts/settings': readReceiptSettings,
  'PUT /receipts/settings': changeReceiptSettings,
  'POST /receipts/subscriptions': subscribeToPushes,
  'DELETE /receipts/subscriptions/:subscriptionId': endPushSubscription,
  'GET /attendance/flagged': readOpenDisputes,
} satisfies Partial<ProductHandlers>
