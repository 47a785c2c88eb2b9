import type { Calls } from './calls.ts'
import {
  disputeInput,
  pushSubscriptionInput,
  receipt,
  receiptList,
  receiptSettings,
  receiptSettingsInput,
  savedPushSubscription,
  takeDisputeBackInput,
} from './receipts.ts'

/** What students are told of their marks. */
export const callsOfReceipts = {
  'GET /receipts': { isCompressed: true, act: 'receipts.list', answers: { 200: receiptList } },
  'POST /receipts/flag': { act: 'mark.flag', input: disputeInput, answers: { 200: receipt } },
  'POST /receipts/unflag': { act: 'mark.unflag', input: takeDisputeBackInput, answers: { 200: receipt } },
  'GET /receipts/settings': { act: 'receipts.settings', answers: { 200: receiptSettings } },
  'PUT /receipts/settings': {
    act: 'receipts.settings',
    input: receiptSettingsInput,
    answers: { 200: receiptSettings },
  },
  'POST /receipts/subscriptions': {
    act: 'receipts.subscribe',
    input: pushSubscriptionInput,
    answers: { 201: savedPushSubscription },
  },
  'DELETE /receipts/subscriptions/:subscriptionId': {
    act: 'receipts.unsubscribe',
    ids: ['subscriptionId'],
    answers: { 204: 'nothing' },
  },
} as const satisfies Calls
