import type { Stores } from '../ports.ts'
import { UnsendablePushError } from '../receipts/push-service.ts'
import { createLinkSecrets, type LinkSecretDeps } from './link-secrets.ts'
import { composeMail, linkedPages, type PlaceKind, placeKinds } from './mail-messages.ts'
import { findNextAttempt, mailLeaseMs } from './mail-retries.ts'
import { type Mailer, RefusedMailError, UnsendableMailError } from './mailer.ts'
import { type Outbox, pushKind, type QueuedMail, type QueuedMessage, type QueuedPush, retiredKinds } from './outbox.ts'

export type DueMailDeps = LinkSecretDeps & {
  readonly outbox: Pick<Outbox, 'take' | 'markSent' | 'markFailed'>
  readonly receipts: Pick<Stores['receipts'], 'find'>
  readonly memberships: Pick<Stores['memberships'], 'findPlace'>
  readonly mailer: Mailer
  readonly deliverPush: (push: QueuedPush) => Promise<'sent' | 'dropped'>
  readonly origin: string
  readonly contactEmail: string
}

export type MailPass = {
  readonly sent: number
  /**
   * Mails without an account, mails whose token was used, voided or replaced, and pushes that no browser takes any
   * more.
   */
  readonly dropped: number
  readonly failed: number
  /** True when the pass took as many as one pass may take, so more may be waiting. */
  readonly hasMore: boolean
}

type Delivery = 'sent' | 'dropped' | 'failed'

export const mailsPerPass = 20

/**
 * Makes the worker's pass over the outbox: takes what is due, sends it, records the result. One failing mail does not
 * stop the others. When the stores fail, the pass finishes and then throws an AggregateError; what was sent is recorded
 * before the next pass takes any mail, and what was not comes back at the end of its lease. So only a mail that was being
 * sent when its process died is delivered twice, under the same Message-ID.
 */
export function createSendDueMail(deps: DueMailDeps): () => Promise<MailPass> {
  const secrets = createLinkSecrets(deps)
  /** The ids of messages that were sent while the stores failed. */
  const unrecorded = new Set<string>()

  async function deliver(message: QueuedMessage): Promise<Delivery> {
    const send = message.kind === pushKind ? () => deps.deliverPush(message) : await prepareMail(message)
    let delivery: Delivery
    try {
      delivery = await send()
    } catch (error) {
      await fail(message, error)
      return 'failed'
    }
    unrecorded.add(message.id)
    await finish(message.id)
    return delivery
  }

  async function prepareMail(mail: QueuedMail): Promise<() => Promise<'sent' | 'dropped'>> {
    const message = await compose(mail)
    return async () => {
      if (message === 'void') return 'dropped'
      await deps.mailer.send(message)
      return 'sent'
    }
  }

  async function compose(mail: QueuedMail) {
    const { kind, accountId, recipientName, recipientLabel, recipient, timeZone, attendanceSessionId } = mail
    if (accountId === null || retiredKinds.includes(kind)) return 'void'
    const address = { name: recipientName, address: recipient }
    const messageId = `<${mail.id}@${new URL(deps.origin).hostname}>`
    const { origin, contactEmail } = deps
    const matter = { recipientName, recipientLabel, origin, contactEmail, timeZone }
    if (kind === 'attendance-receipt' || kind === 'mark-ruled') {
      const receipt =
        attendanceSessionId === null ? undefined : await deps.receipts.find(accountId, attendanceSessionId)
      // A mark that was withdrawn before its receipt was sent: the mail about the withdrawal tells it.
      const isOutdated = kind === 'attendance-receipt' && receipt?.ruling?.status === 'absent'
      if (!receipt || isOutdated) return 'void'
      return { to: address, messageId, ...composeMail({ ...matter, kind, marked: { studentId: accountId, receipt } }) }
    }
    if (isPlaceKind(kind)) {
      const { organisationId } = mail
      const place = organisationId === null ? undefined : await deps.memberships.findPlace(organisationId, accountId)
      return place === undefined ? 'void' : { to: address, messageId, ...composeMail({ ...matter, kind, place }) }
    }
    if (!isLinkedKind(kind)) return { to: address, messageId, ...composeMail({ ...matter, kind }) }
    const secret = await secrets.prepare({ ...mail, kind })
    if (secret === undefined) return 'void'
    return { to: address, messageId, ...composeMail({ ...matter, kind, secret }) }
  }

  async function finish(id: string): Promise<void> {
    await secrets.noteAnswer(id, 'taken')
    await deps.outbox.markSent(id)
    secrets.forget(id)
    unrecorded.delete(id)
  }

  async function fail({ id, attempts, queuedAt }: QueuedMessage, error: unknown): Promise<void> {
    await secrets.noteAnswer(id, error instanceof RefusedMailError ? 'refused' : 'unknown')
    const isHopeless = error instanceof UnsendableMailError || error instanceof UnsendablePushError
    const retryAt = isHopeless ? undefined : findNextAttempt(attempts, queuedAt, await deps.now())
    await deps.outbox.markFailed(id, describeFailure(error), retryAt)
    if (retryAt === undefined) secrets.forget(id)
  }

  return async () => {
    await secrets.forgetOld()
    for (const id of unrecorded) await finish(id)
    const messages = await deps.outbox.take(mailsPerPass, mailLeaseMs)
    const deliveries = await Promise.allSettled(messages.map(deliver))
    const errors = deliveries.flatMap((delivery) => (delivery.status === 'rejected' ? [delivery.reason] : []))
    if (errors.length > 0) throw new AggregateError(errors, 'The outbox could not be read or written')
    const count = (outcome: Delivery) =>
      deliveries.filter((delivery) => delivery.status === 'fulfilled' && delivery.value === outcome).length
    return {
      sent: count('sent'),
      dropped: count('dropped'),
      failed: count('failed'),
      hasMore: messages.length === mailsPerPass,
    }
  }
}

function isLinkedKind(kind: QueuedMail['kind']): kind is keyof typeof linkedPages {
  return kind in linkedPages
}

function isPlaceKind(kind: QueuedMail['kind']): kind is PlaceKind {
  return (placeKinds as readonly string[]).includes(kind)
}

/** One short line for the operator. */
function describeFailure(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return reason.replace(/\p{Cc}+/gu, ' ').slice(0, 300)
}
