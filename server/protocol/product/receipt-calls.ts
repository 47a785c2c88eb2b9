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
    async handle(deps, { context }) {
      return readReceipts(deps, context)
    },
  },
  {
    method: 'POST',
    path: '/receipts/flag',
    door: 'mark.flag',
    readsBody: true,
    async handle(deps, { request, context }) {
      return flagMark(deps, context, parseInput(flagInput, request.body).attendanceSessionId)
    },
  },
  {
    method: 'GET',
    path: '/receipts/settings',
    door: 'receipts.settings',
    async handle(deps, { context }) {
      return readReceiptSettings(deps, context)
    },
  },
  {
    method: 'PUT',
    path: '/receipts/settings',
    door: 'receipts.settings',
    readsBody: true,
    async handle(deps, { request, context }) {
      return changeReceiptSettings(deps, context, parseInput(receiptSettingsInput, request.body).byEmail)
    },
  },
  {
    method: 'POST',
    path: '/receipts/subscriptions',
    door: 'receipts.subscribe',
    readsBody: true,
    async handle(deps, { request, reply, context }) {
      const saved = await subscribeToPushes(deps, context, parseInput(pushSubscriptionInput, request.body))
      reply.code(201)
      return saved
    },
  },
  {
    method: 'DELETE',
    path: '/receipts/subscriptions/:subscriptionId',
    door: 'receipts.unsubscribe',
    async handle(deps, { reply, context, params }) {
      await endPushSubscription(deps, context, readId(params, 'subscriptionId'))
      reply.code(204)
      return undefined
    },
  },
  {
    method: 'GET',
    path: '/attendance/flagged',
    door: 'marks.flagged',
    async handle(deps, { context }) {
      return readFlaggedMarks(deps, context)
    },
  },
]
