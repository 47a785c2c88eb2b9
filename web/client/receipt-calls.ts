import type {
  Dispute,
  PushSubscriptionInput,
  Receipt,
  ReceiptList,
  ReceiptSettings,
  SavedPushSubscription,
} from '#contract/receipts.ts'
import { callProduct } from './call-product.ts'

/** The calls about receipts of marks, beside the spec's own. */

export function listReceipts(): Promise<ReceiptList> {
  return callProduct('GET /receipts', {})
}

/** 'This was not me', or of a mark that was withdrawn 'I was there'. */
export function disputeMark(attendanceSessionId: string, dispute: Dispute): Promise<Receipt> {
  return callProduct('POST /receipts/flag', {}, { attendanceSessionId, ...dispute })
}

/** Takes the dispute back. */
export function takeDisputeBack(attendanceSessionId: string): Promise<Receipt> {
  return callProduct('POST /receipts/unflag', {}, { attendanceSessionId })
}

export function getReceiptSettings(): Promise<ReceiptSettings> {
  return callProduct('GET /receipts/settings', {})
}

export function setReceiptSettings(byEmail: boolean): Promise<ReceiptSettings> {
  return callProduct('PUT /receipts/settings', {}, { byEmail })
}

export function savePushSubscription(subscription: PushSubscriptionInput): Promise<SavedPushSubscription> {
  return callProduct('POST /receipts/subscriptions', {}, subscription)
}

export async function endPushSubscription(subscriptionId: string): Promise<void> {
  await callProduct('DELETE /receipts/subscriptions/:subscriptionId', { subscriptionId }, {})
}
