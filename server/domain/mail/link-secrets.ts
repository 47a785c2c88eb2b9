import type { TokenStore } from '../accounts/stores.ts'
import type { Random } from '../ports.ts'
import { hashSecret } from '../secret-hash.ts'
import { linkLifeMs, type MailedSecret } from './mail-link.ts'
import { endOfTriesMs } from './mail-retries.ts'
import type { QueuedMail } from './outbox.ts'

export type LinkSecretDeps = {
  readonly tokens: Pick<TokenStore, 'addSecret' | 'beginLife' | 'removeSecret'>
  readonly random: Pick<Random, 'secret'>
  /** The database's clock, epoch ms. */
  readonly now: () => Promise<number>
}

export type LinkedMail = QueuedMail & { readonly kind: keyof typeof linkLifeMs }

/** `unknown`: the mail may have been delivered. */
export type MailAnswer = 'taken' | 'refused' | 'unknown'

export type LinkSecrets = {
  /** The secret that a mail is to carry now; undefined when its token was used, voided, or has waited too long. */
  readonly prepare: (mail: LinkedMail) => Promise<MailedSecret | undefined>
  /** Must be called after each sending of a prepared mail. Does nothing for other mails. */
  readonly noteAnswer: (mailId: string, answer: MailAnswer) => Promise<void>
  /** To be called when this process does not try a mail again. */
  readonly forget: (mailId: string) => void
  /** Forgets the secrets of mails that another process has sent, or that were deleted with their account. */
  readonly forgetOld: () => Promise<void>
}

type KeptSecret = {
  readonly secret: string
  readonly tokenId: string
  readonly lifeMs: number
  readonly queuedAt: number
  /** True after a sending whose result is unknown. */
  readonly mayBeDelivered: boolean
}

/**
 * Makes the secrets of links when their mails are sent: the database holds only hashes. A secret is kept in memory for
 * the next try, so that a repeated mail has the same link. Another process makes a new secret; then both links work.
 */
export function createLinkSecrets({ tokens, random, now }: LinkSecretDeps): LinkSecrets {
  const kept = new Map<string, KeptSecret>()
  return {
    async prepare({ id, kind, tokenId, queuedAt }) {
      const { secret, mayBeDelivered } = kept.get(id) ?? { secret: random.secret(), mayBeDelivered: false }
      kept.delete(id)
      if (tokenId === null || (await now()) - queuedAt > endOfTriesMs) return undefined
      const lifeMs = linkLifeMs[kind]
      const token = await tokens.addSecret(tokenId, hashSecret(secret), lifeMs)
      if (token === undefined) return undefined
      kept.set(id, { secret, tokenId, lifeMs, queuedAt, mayBeDelivered })
      return { ...token, secret }
    },
    async noteAnswer(mailId, answer) {
      const sent = kept.get(mailId)
      if (sent === undefined) return
      if (answer !== 'refused') await tokens.beginLife(sent.tokenId, sent.lifeMs)
      else if (!sent.mayBeDelivered) await tokens.removeSecret(sent.tokenId, hashSecret(sent.secret))
      if (answer === 'unknown') kept.set(mailId, { ...sent, mayBeDelivered: true })
    },
    forget: (mailId) => void kept.delete(mailId),
    async forgetOld() {
      if (kept.size === 0) return
      const oldest = (await now()) - endOfTriesMs
      for (const [id, { queuedAt }] of kept) if (queuedAt < oldest) kept.delete(id)
    },
  }
}
