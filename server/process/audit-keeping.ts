import { appendFile } from 'node:fs/promises'
import type { AuditBudget } from '../domain/audit/audit-budget.ts'
import type { ChainHead } from '../domain/audit/audit-chain.ts'
import type { AuditLog } from '../domain/audit/audit-log.ts'
import { entryWithoutRequest } from '../domain/audit/audit-log.ts'
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
  /** Keeps the head elsewhere, too. */
  readonly keepHead?: ((head: ChainHead) => Promise<void>) | undefined
}

/**
 * Seals new rows of the audit log within about a second. Every minute in which the chain has grown, writes its head to
 * the process's log, and keeps it elsewhere: the owner of the database can build a new chain, but not one with a head
 * that is kept elsewhere, and a database that has lost its last rows does not have that head. Its timers do not keep the
 * process alive.
 */
export function startAuditKeeping(options: AuditKeepingOptions): { readonly stop: () => Promise<void> } {
  const { chain, log, audit, budget, sealEveryMs = 1_000, logHeadEveryMs = 60_000, keepHead } = options
  let running: Promise<void> | undefined
  let isFailing = false
  let pending = 0
  let loggedPosition = 0
  let keptPosition = 0
  let isNotKept = false
  let writing: Promise<void> | undefined

  async function keep(): Promise<void> {
    // Kept until it is recorded: a flood may come while the database is unreachable.
    pending += budget.takeLeftOut()
    if (pending > 0) {
      const facts = { entries: pending }
      await audit.append(entryWithoutRequest({ action: 'audit.left-out', outcome: 'refused', facts }))
    }
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
      const head = await chain.readHead()
      if (head.position > loggedPosition) log.info({ ...head }, 'Head of the audit chain')
      loggedPosition = head.position
      if (head.position > keptPosition) await keepElsewhere(head)
    } catch (error) {
      log.error({ err: error }, 'The head of the audit chain could not be read')
    }
  }

  /** A folder that is away would fail every minute; it is logged once. */
  async function keepElsewhere(head: ChainHead): Promise<void> {
    try {
      await keepHead?.(head)
      keptPosition = head.position
      isNotKept = false
    } catch (error) {
      if (!isNotKept) log.error({ err: error }, 'The head of the audit chain could not be written to AUDIT_HEAD_FILE')
      isNotKept = true
    }
  }

  /** A file on another machine may take long: the next head waits for its turn. */
  function startLogging(): Promise<void> {
    writing ??= logHead().finally(() => {
      writing = undefined
    })
    return writing
  }

  const timers = [
    setInterval(() => {
      running ??= keepOrLog()
    }, sealEveryMs),
    setInterval(() => void startLogging(), logHeadEveryMs),
  ]
  for (const timer of timers) timer.unref()

  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await running
      await keepOrLog()
      await writing
      await startLogging()
    },
  }
}

/**
 * Adds a head of the audit chain to the file: the time, and the head as `verify-data -- --head` takes it. Makes the file
 * for its owner alone. Throws when it cannot be written.
 */
export async function appendAuditHead(file: string, { position, hash }: ChainHead): Promise<void> {
  await appendFile(file, `${new Date().toISOString()} ${position}:${hash}\n`, { mode: 0o600, flush: true })
}
