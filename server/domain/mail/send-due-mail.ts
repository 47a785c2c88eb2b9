import type { TokenStore } from '../accounts/stores.ts'
import type { Random, Stores } from '../ports.ts'
import { UnsendablePushError } from '../receipts/push-service.ts'
import { hashSecret } from '../secret-hash.ts'
import { composeMail, linkedPages, type PlaceKind, placeKinds } from './mail-messages.ts'
import { findNextAttempt, giveUpAfterMs } from './mail-retries.ts'
import { type Mailer, UnsendableMailError } from './mailer.ts'
import { type Outbox, pushKind, type QueuedMail, type QueuedMessage, type QueuedPush } from './outbox.ts'

export type DueMailDeps = {
  readonly outbox: Pick<Outbox, 'take' | 'markSent' | 'markFailed'>
  readonly tokens: Pick<TokenStore, 'setSecretHash'>
  readonly receipts: Pick<Stores['receipts'], 'find'>
  readonly memberships: Pick<Stores['memberships'], 'findPlace'>
  readonly mailer: Mailer
  readonly deliverPush: (push: QueuedPush) => Promise<'sent' | 'dropped'>
  readonly random: Pick<Random, 'secret'>
  /** The database's clock, epoch ms. */
  readonly now: () => Promise<number>
  readonly origin: string
  readonly contactEmail: string
}

export type MailPass = {
  readonly sent: number
  /** Mails whose token was used, voided or replaced meanwhile, and pushes that nobody takes any more. */
  readonly dropped: number
  readonly failed: number
  /** True when as many were taken as one pass takes, so that more may be waiting. */
  readonly hasMore: boolean
}

/** Of a link that may have been delivered. */
type KeptSecret = { readonly secret: string; readonly queuedAt: number }

type Delivery = 'sent' | 'dropped' | 'failed'

export const mailsPerPass = 20
/** Longer than any pass: each of its mails has a deadline of its own, and they are sent side by side. */
export const mailLeaseMs = 5 * 60_000

/**
 * Makes the worker's pass over the outbox: takes what is due, sends it, writes down how it went. One mail's failure
 * does not touch the others. When the stores fail, the pass ends first and then throws an AggregateError; the mails
 * concerned come back when their lease is over. A mail is delivered at least once, under one Message-ID.
 */
export function createSendDueMail(deps: DueMailDeps): () => Promise<MailPass> {
  const secrets = new Map<string, KeptSecret>()

  async function deliver(message: QueuedMessage): Promise<Delivery> {
    const send = message.kind === pushKind ? () => deps.deliverPush(message) : await prepareMail(message)
    let delivery: Delivery
    try {
      delivery = await send()
    } catch (error) {
      await fail(message, error)
      return 'failed'
    }
    await finish(message)
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
    const { kind, accountId, recipientName, recipientLabel, recipient, attendanceSessionId } = mail
    const address = { name: recipientName, address: recipient }
    const messageId = `<${mail.id}@${new URL(deps.origin).hostname}>`
    const matter = { recipientName, recipientLabel, origin: deps.origin, contactEmail: deps.contactEmail }
    if (kind === 'attendance-receipt') {
      const receipt =
        attendanceSessionId === null ? undefined : await deps.receipts.find(accountId, attendanceSessionId)
      if (!receipt) return 'void'
      return { to: address, messageId, ...composeMail({ ...matter, kind, marked: { studentId: accountId, receipt } }) }
    }
    if (isPlaceKind(kind)) {
      const { organisationId } = mail
      const place = organisationId === null ? undefined : await deps.memberships.findPlace(organisationId, accountId)
      return place === undefined ? 'void' : { to: address, messageId, ...composeMail({ ...matter, kind, place }) }
    }
    if (!isLinkedKind(kind)) return { to: address, messageId, ...composeMail({ ...matter, kind }) }
    const secret = rememberSecret(mail)
    const token = mail.tokenId === null ? undefined : await deps.tokens.setSecretHash(mail.tokenId, hashSecret(secret))
    if (token === undefined) return 'void'
    return { to: address, messageId, ...composeMail({ ...matter, kind, secret: { ...token, secret } }) }
  }

  /**
   * A secret is made when its mail is first sent and kept for the next try: a server may deliver a mail and fail
   * to say so, and the link in that first copy has to go on working.
   */
  function rememberSecret({ id, queuedAt }: QueuedMail): string {
    const secret = secrets.get(id)?.secret ?? deps.random.secret()
    secrets.set(id, { secret, queuedAt })
    return secret
  }

  /** The next try may be another process's, and a mail goes with its account: nobody tells us of either. */
  async function forgetOldSecrets(): Promise<void> {
    if (secrets.size === 0) return
    const oldest = (await deps.now()) - giveUpAfterMs - mailLeaseMs
    for (const [id, { queuedAt }] of secrets) if (queuedAt < oldest) secrets.delete(id)
  }

  async function finish({ id }: QueuedMessage): Promise<void> {
    await deps.outbox.markSent(id)
    secrets.delete(id)
  }

  async function fail({ id, attempts, queuedAt }: QueuedMessage, error: unknown): Promise<void> {
    const isHopeless = error instanceof UnsendableMailError || error instanceof UnsendablePushError
    const retryAt = isHopeless ? undefined : findNextAttempt(attempts, queuedAt, await deps.now())
    await deps.outbox.markFailed(id, describeFailure(error), retryAt)
    if (retryAt === undefined) secrets.delete(id)
  }

  return async () => {
    await forgetOldSecrets()
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
