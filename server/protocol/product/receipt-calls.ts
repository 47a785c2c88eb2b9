import { flagInput, pushSubscriptionInput, receiptSettingsInput } from '#contract/receipts.ts'
import { flagMark } from '../../domain/receipts/flag-mark.ts'
import { readFlaggedMarks, readReceipts } from '../../domain/receipts/read-receipts.ts'
import { changeReceiptSettings, readReceiptSettings } from '../../domain/receipts/receipt-settings.ts'
import { endPushSubscription, subscribeToPushes } from '../../domain/receipts/subscribe-to-pushes.ts'
import type { Call } from '../http/call.ts'
import { parseInput } from '../http/parse-input.ts'
import { readId } from '../http/read-id.ts'

/** What students hear of their marks, and what they say to it. Under /api/v1. */
export const receiptCalls: readonly Call[] = [
  {
    method: 'GET',
    path: '/receipts',
    door: 'receipts.list',
    async handle(deps, { visit }) {
      return readReceipts(deps, visit)
    },
  },
  {
    method: 'POST',
    path: '/receipts/flag',
    door: 'mark.flag',
    readsBody: true,
    async handle(deps, { request, visit }) {
      return flagMark(deps, visit, parseInput(flagInput, request.body).attendanceSessionId)
    },
  },
  {
    method: 'GET',
    path: '/receipts/settings',
    door: 'receipts.settings',
    async handle(deps, { visit }) {
      return readReceiptSettings(deps, visit)
    },
  },
  {
    method: 'PUT',
    path: '/receipts/settings',
    door: 'receipts.settings',
    readsBody: true,
    async handle(deps, { request, visit }) {
      return changeReceiptSettings(deps, visit, parseInput(receiptSettingsInput, request.body).byEmail)
    },
  },
  {
    method: 'POST',
    path: '/receipts/subscriptions',
    door: 'receipts.subscribe',
    readsBody: true,
    async handle(deps, { request, reply, visit }) {
      const saved = await subscribeToPushes(deps, visit, parseInput(pushSubscriptionInput, request.body))
      reply.code(201)
      return saved
    },
  },
  {
    method: 'DELETE',
    path: '/receipts/subscriptions/:subscriptionId',
    door: 'receipts.unsubscribe',
    async handle(deps, { reply, visit, params }) {
      await endPushSubscription(deps, visit, readId(params, 'subscriptionId'))
      reply.code(204)
      return undefined
    },
  },
  {
    method: 'GET',
    path: '/attendance/flagged',
    door: 'marks.flagged',
    async handle(deps, { visit }) {
      return readFlaggedMarks(deps, visit)
    },
  },
]
