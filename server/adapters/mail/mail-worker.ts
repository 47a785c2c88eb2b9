import type { MailPass } from '#server/domain/mail/send-due-mail.ts'

type MailWorkerOptions = {
  readonly sendDueMail: () => Promise<MailPass>
  readonly log: {
    readonly warn: (fields: object, message: string) => void
    readonly error: (fields: object, message: string) => void
  }
  /** How often the outbox is read without a wake-up: for retries, and for messages that other processes left. */
  readonly intervalMs?: number
}

export type MailWorker = {
  /** The storage calls it after each commit that queued a message. Never waits, never throws. */
  readonly wake: () => void
  /** Resolves when everything up to the last wake-up was tried. */
  readonly finish: () => Promise<void>
  /** Starts no further pass and waits for the running one. */
  readonly stop: () => Promise<void>
}

/**
 * Runs passes over the outbox, never two at once: at the start, at each wake-up, and at an interval that does not keep
 * the process alive.
 */
export function startMailWorker({ sendDueMail, log, intervalMs = 10_000 }: MailWorkerOptions): MailWorker {
  let running: Promise<void> | undefined
  let isWoken = false
  let isStopped = false

  async function runPass(): Promise<boolean> {
    try {
      const { failed, hasMore } = await sendDueMail()
      if (failed > 0) log.warn({ failed }, 'Mail could not be sent; the outbox says why and when it is tried again')
      return hasMore
    } catch (error) {
      // No further pass at once: what failed now would fail again. The timer starts the next.
      log.error({ err: error }, 'A pass over the mail outbox failed')
      return false
    }
  }

  async function runPasses(): Promise<void> {
    let hasMore = true
    while (!isStopped && (hasMore || isWoken)) {
      isWoken = false
      hasMore = await runPass()
    }
    running = undefined
  }

  function wake(): void {
    if (isStopped) return
    isWoken = true
    running ??= runPasses()
  }

  const timer = setInterval(wake, intervalMs)
  timer.unref()
  wake()

  return {
    wake,
    async finish() {
      await running
    },
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}
