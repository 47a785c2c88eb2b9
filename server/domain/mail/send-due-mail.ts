import { messageOf } from '../error-facts.ts'
import type { Stores } from '../ports.ts'
import { type ComposerDeps, createMailComposer } from './compose-queued-mail.ts'
import { createLinkSecrets, type LinkSecretDeps } from './link-secrets.ts'
import { findNextAttempt, mailLeaseMs } from './mail-retries.ts'
import { type Mailer, RefusedMailError, UnsendableMailError } from './mailer.ts'
import { readTold, type Standing, type Told } from './notices.ts'
import { type Outbox, pushKind, type QueuedMail, type QueuedMessage, type QueuedPush } from './outbox.ts'
import { UnsendablePushError } from './push-service.ts'

export type DueMailDeps = LinkSecretDeps &
  Standing &
  ComposerDeps & {
    readonly outbox: Pick<Outbox, 'take' | 'markSent' | 'markFailed'>
    readonly notices: Pick<Stores['notices'], 'find' | 'listToldWith' | 'setTold'>
    readonly mailer: Mailer
    readonly deliverPush: (push: QueuedPush) => Promise<'sent' | 'dropped'>
  }

export type MailPass = {
  readonly sent: number
  /**
   * Mails without an account, mails whose token was used, voided or replaced, mails that would tell nothing new, and
   * pushes that no browser takes any more.
   */
  readonly dropped: number
  readonly failed: number
  /** True when the pass took as many as one pass may take, so more may be waiting. */
  readonly hasMore: boolean
}

type Delivery = 'sent' | 'dropped' | 'failed'
type Prepared = { readonly send: () => Promise<'sent' | 'dropped'>; readonly told: readonly Told[] }

export const mailsPerPass = 20

/**
 * Makes the worker's pass over the outbox: takes what is due, sends it, records the result. One failing mail does not
 * stop the others. When the stores fail, the pass finishes and then throws an AggregateError; what was sent is recorded
 * before the next pass takes any mail, and what was not comes back at the end of its lease. So only a mail that was being
 * sent when its process died is delivered twice, under the same Message-ID.
 */
export function createSendDueMail(deps: DueMailDeps): () => Promise<MailPass> {
  const secrets = createLinkSecrets(deps)
  const compose = createMailComposer(deps, secrets)
  /** The ids of messages that were sent while the stores failed, with what they told. */
  const unrecorded = new Map<string, readonly Told[]>()

  async function deliver(message: QueuedMessage): Promise<Delivery> {
    const { send, told } =
      message.kind === pushKind ? { send: () => deps.deliverPush(message), told: [] } : await prepareMail(message)
    let delivery: Delivery
    try {
      delivery = await send()
    } catch (error) {
      await fail(message, error)
      return 'failed'
    }
    const news = delivery === 'sent' ? told : []
    unrecorded.set(message.id, news)
    await finish(message.id, news)
    return delivery
  }

  async function prepareMail(mail: QueuedMail): Promise<Prepared> {
    const told = await readTold(deps, mail)
    // After the news were read: an act between the two has a notice of its own.
    const message = told === 'none' ? 'void' : await compose(mail, told)
    if (told === 'none' || message === 'void') return { send: async () => 'dropped', told: [] }
    const send = async () => {
      await deps.mailer.send(message)
      return 'sent' as const
    }
    return { send, told }
  }

  async function finish(id: string, told: readonly Told[]): Promise<void> {
    await secrets.noteAnswer(id, 'taken')
    for (const { notice, stands } of told) await deps.notices.setTold(notice.id, stands)
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
    for (const [id, told] of unrecorded) await finish(id, told)
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

/** One short line for the operator. */
function describeFailure(error: unknown): string {
  const reason = messageOf(error)
  return reason.replace(/\p{Cc}+/gu, ' ').slice(0, 300)
}
