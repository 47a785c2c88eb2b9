import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { resolvesWithin } from '../async/resolves-within.ts'
import type { Readiness } from './readiness.ts'
import { stopListening } from './stop-listening.ts'

export type StopDeadlines = {
  /** How long to wait for a moment when no request arrives. All in ms. */
  readonly quietMs: number
  /** For running requests to finish. */
  readonly requestsMs: number
  /** For the mail that they have queued to be sent. */
  readonly mailMs: number
  /** For remaining uses of the database, before they are cut off. */
  readonly storageMs: number
}

type Running = {
  readonly readiness: Pick<Readiness, 'end'>
  readonly housekeeping: { readonly stop: () => void }
  readonly clockWatch: { readonly stop: () => Promise<void> }
  readonly app: FastifyInstance
  readonly mailWorker: { readonly finish: () => Promise<void>; readonly stop: () => Promise<void> }
  readonly smtp: { readonly close: () => void } | undefined
  readonly pushService: { readonly close: () => void }
  /** Seals the remaining rows of the audit log, and logs the chain's head. */
  readonly auditKeeping: { readonly stop: () => Promise<void> }
  readonly assertionVerifier: { readonly close: () => void }
  readonly storage: { readonly close: () => Promise<void> }
}

/**
 * Ends the server (rules §7): it is no longer ready, accepts no connections, tells sockets to reconnect, finishes
 * running requests, sends the mail that they have queued, and closes the database. No step lasts longer than its
 * deadline: what does not end in time is cut off, and the log says so.
 */
export async function stopInOrder(running: Running, deadlines: Partial<StopDeadlines> = {}): Promise<void> {
  const { quietMs = 1_000, requestsMs = 10_000, mailMs = 2_000, storageMs = 2_000 } = deadlines
  const { readiness, housekeeping, clockWatch, app, mailWorker, smtp, pushService, assertionVerifier } = running
  const { auditKeeping, storage } = running
  readiness.end()
  housekeeping.stop()
  app.log.info('Stopping')

  await stopListening(app.server, quietMs)
  const closed = app.close()
  if (!(await resolvesWithin(closed, requestsMs))) {
    app.log.warn('Requests did not end in time and were cut off')
    for (const socket of app.websocketServer.clients) socket.terminate()
    app.server.closeAllConnections()
  }

  // A mail that is not sent now is sent after the next start, or by another process: a slow mail server must not delay
  // the stop. The last request wakes the worker a moment after its answer.
  await nextTurn()
  await resolvesWithin(mailWorker.finish(), mailMs)
  smtp?.close()
  pushService.close()
  assertionVerifier.close()
  const ended = Promise.all([closed, mailWorker.stop(), clockWatch.stop()])
    .then(() => auditKeeping.stop())
    .then(() => storage.close())
  if (!(await resolvesWithin(ended, storageMs)))
    app.log.warn('Work on the database did not end in time and was cut off')
  app.log.info('Stopped')
}
