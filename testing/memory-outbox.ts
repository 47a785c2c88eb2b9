import { type MailKind, type Outbox, pushKind, type QueuedMessage } from '#server/domain/mail/outbox.ts'

type Row = QueuedMessage & {
  dueAt: number
  state: 'waiting' | 'sent' | 'given-up'
  reason: string | undefined
  sentTimes: number
}

/** An outbox without a database, with leases and due times by the given clock. For tests. */
export function createMemoryOutbox(clock: { readonly now: number }) {
  const rows: Row[] = []
  const find = (id: string): Row => {
    const row = rows.find((candidate) => candidate.id === id)
    if (row === undefined) throw new Error(`No mail ${id}`)
    return row
  }
  const replace = (id: string, change: Partial<Row>) => Object.assign(find(id), change)
  const outbox: Outbox = {
    async queue(message) {
      const state = {
        id: `mail-${rows.length + 1}`,
        attempts: 0,
        queuedAt: clock.now,
        dueAt: clock.now,
        state: 'waiting',
        reason: undefined,
        sentTimes: 0,
      } as const
      const {
        tokenId = null,
        attendanceSessionId = null,
        organisationId = null,
        noticeId = null,
        isOnlyNews = false,
      } = message.kind === pushKind ? {} : message
      rows.push(
        message.kind === pushKind
          ? { ...message, ...state }
          : {
              ...message,
              ...state,
              recipientName: 'Ada Lovelace',
              recipientLabel: 'STD',
              timeZone: null,
              tokenId,
              attendanceSessionId,
              organisationId,
              noticeId,
              isOnlyNews,
            },
      )
    },
    async take(limit, leaseMs) {
      const due = rows.filter((row) => row.state === 'waiting' && row.dueAt <= clock.now).slice(0, limit)
      for (const row of due) row.dueAt = clock.now + leaseMs
      return due.map((row) => ({ ...row }))
    },
    async markSent(id) {
      replace(id, { state: 'sent', sentTimes: find(id).sentTimes + 1 })
    },
    async markFailed(id, reason, retryAt) {
      const attempts = find(id).attempts + 1
      replace(
        id,
        retryAt === undefined ? { attempts, reason, state: 'given-up' } : { attempts, reason, dueAt: retryAt },
      )
    },
  }
  return {
    outbox,
    rows,
    queue: (kind: MailKind, recipient: string, tokenId?: string) => queueMail(outbox, kind, recipient, tokenId),
  }
}

async function queueMail(outbox: Outbox, kind: MailKind, recipient: string, tokenId?: string): Promise<void> {
  await outbox.queue({ kind, accountId: 'K7QF3M9T', recipient, ...(tokenId === undefined ? {} : { tokenId }) })
}
