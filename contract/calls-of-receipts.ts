import type { Calls } from './calls.ts'
import {
  disputeAnswer,
  disputeInput,
  pushSubscriptionInput,
  receiptList,
  receiptSettings,
  receiptSettingsInput,
  savedPushSubscription,
  takeDisputeBackInput,
} from './receipts.ts'

/** Receipts of marks, how students get them, and marks that they dispute. */
export const callsOfReceipts = {
  'GET /receipts': { isCompressed: true, act: 'receipts.list', answers: { 200: receiptList } },
  'POST /receipts/flag': {
    act: 'mark.flag',
    input: disputeInput,
    example: { attendanceSessionId: '$class', reason: 'was-there', words: 'I sat in the third row.' },
    answers: { 200: disputeAnswer },
  },
  'POST /receipts/unflag': {
    act: 'mark.unflag',
    input: takeDisputeBackInput,
    example: { attendanceSessionId: '$class' },
    answers: { 200: disputeAnswer },
  },
  'GET /receipts/settings': { act: 'receipts.settings', answers: { 200: receiptSettings } },
  'PUT /receipts/settings': {
    act: 'receipts.settings',
    input: receiptSettingsInput,
    example: { byEmail: false },
    answers: { 200: receiptSettings },
  },
  'POST /receipts/subscriptions': {
    act: 'receipts.subscribe',
    input: pushSubscriptionInput,
    example: {
      endpoint: 'https://fcm.googleapis.com/fcm/send/somewhere',
      keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
      language: 'en',
    },
    answers: { 201: savedPushSubscription },
  },
  'DELETE /receipts/subscriptions/:subscriptionId': {
    act: 'receipts.unsubscribe',
    example: { subscriptionId: '$own-subscription' },
    answers: { 204: 'nothing' },
  },
} as const satisfies Calls
