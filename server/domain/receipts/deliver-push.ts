import {
  type ClassReceipt,
  isWithdrawn,
  type PushedCourse,
  type PushedReceipt,
  type Receipt,
} from '#contract/receipts.ts'
import type { QueuedPush } from '../mail/outbox.ts'
import { PushGoneError, type PushService } from '../mail/push-service.ts'
import type { Stores } from '../ports.ts'

export type DeliverPushDeps = Pick<Stores, 'receipts' | 'pushSubscriptions'> & {
  readonly pushService: Pick<PushService, 'send'>
}

/**
 * Makes the function that sends one push of the outbox; its contents are read when it is sent. It resolves to 'dropped'
 * when the browser takes no pushes any more, and otherwise throws what `PushService.send` throws.
 */
export function createDeliverPush({
  receipts,
  pushSubscriptions,
  pushService,
}: DeliverPushDeps): (push: QueuedPush) => Promise<'sent' | 'dropped'> {
  return async ({ subscriptionId, attendanceSessionId }) => {
    const subscription = await pushSubscriptions.find(subscriptionId)
    const receipt = subscription && (await receipts.find(subscription.studentId, attendanceSessionId))
    // A mark that was withdrawn meanwhile is reported by mail.
    if (!receipt || isWithdrawn(receipt)) return 'dropped'
    const { organisationName, markedAt } = receipt
    const { studentId, language } = subscription
    const payload: PushedReceipt = {
      attendanceSessionId,
      organisationName,
      markedAt,
      ...tellNumbers(receipt),
      studentId,
      language,
    }
    try {
      await pushService.send({ subscription, payload: JSON.stringify(payload) })
    } catch (error) {
      if (!(error instanceof PushGoneError)) throw error
      await pushSubscriptions.remove(subscription.id)
      return 'dropped'
    }
    return 'sent'
  }
}

function tellNumbers(receipt: Receipt): Pick<ClassReceipt, 'total' | 'classes'> | Pick<PushedCourse, 'course'> {
  if (!('course' in receipt)) return { total: receipt.total, classes: receipt.classes }
  const { title, number, state } = receipt.course
  return { course: { title, number, state } }
}
