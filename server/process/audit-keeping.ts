import type { AuditBudget } from '../domain/audit/audit-budget.ts'
import type { AuditLog } from '../domain/audit/audit-log.ts'
import type { AuditChain } from '../storage/stores/audit-chain-store.ts'

type AuditKeepingOptions = {
  readonly chain: AuditChain
  readonly log: {
    readonly info: (fields: object, message: string) => void
    readonly error: (fields: object, message: string) => void
  }
  readonly audit: AuditLog
  readonly budget: Pick<AuditBudget, 'takeLeftOut'>
  readonly sealEveryMs?: number
  readonly logHeadEveryMs?: number
}

/**
 * Seals new rows of the audit log within about a second, and every hour writes the head of the chain to the process's
 * log: the owner of the database can build a new chain, but not one with a head that is kept elsewhere. Its timers do
 * not keep the process alive.
 */
export function startAuditKeeping(options: AuditKeepingOptions): { readonly stop: () => Promise<void> } {
  const { chain, log, audit, budget, sealEveryMs = 1_000, logHeadEveryMs = 60 * 60_000 } = options
  let running: Promise<void> | undefined
  let isFailing = false
  let pending = 0

  async function keep(): Promise<void> {
    // Kept until it is recorded: a flood may come while the database is unreachable.
    pending += budget.takeLeftOut()
    if (pending > 0) await audit.append(leftOutEntry(pending))
    pending = 0
    while (await chain.seal());
  }

  /** An unreachable database would fail every second; it is logged once. */
  async function keepOrLog(): Promise<void> {
    try {
      await keep()
      isFailing = false
    } catch (error) {
      if (!isFailing) log.error({ err: error }, 'The audit log could not be sealed; this is tried again every second')
      isFailing = true
    }
    running = undefined
  }

  async function logHead(): Promise<void> {
    try {
      const { position, hash } = await chain.readHead()
      if (position > 0) log.info({ position, hash }, 'Head of the audit chain')
    } catch (error) {
      log.error({ err: error }, 'The head of the audit chain could not be read')
    }
  }

  const timers = [
    setInterval(() => {
      running ??= keepOrLog()
    }, sealEveryMs),
    setInterval(() => void logHead(), logHeadEveryMs),
  ]
  for (const timer of timers) timer.unref()

  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await running
      await keepOrLog()
      await logHead()
    },
  }
}

function leftOutEntry(leftOut: number) {
  return {
    action: 'audit.left-out',
    outcome: 'refused',
    accountId: null,
    subject: null,
    sessionId: null,
    addressPrefix: '',
    requestId: '',
    detail: `${leftOut} refusals and look-ups beyond those that have a row each`,
  } as const
}
