import { once } from 'node:events'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { Kysely } from 'kysely'
import { createBoundedQueue } from '../../async/bounded-queue.ts'
import { makeLiveReads, maxWaitingReports, type ReportReader } from '../report-reader.ts'
import type { Schema } from '../schema.ts'
import { reportStore } from '../stores/report-store.ts'
import { toRows } from './bare-rows.ts'
import { type Reading, SingleStatementDialect } from './single-statement-dialect.ts'
import type { OpenedFile, ReadingDone } from './sqlite-reader-thread.ts'

let thread: Worker | undefined

/** One for all files that this process opens: it takes longer to start than most reports to read. */
function ensureThread(): Worker {
  if (thread) return thread
  const started = new Worker(new URL('./sqlite-reader-thread.ts', import.meta.url))
  // The thread alone must not keep the process alive.
  started.unref()
  const forget = () => {
    if (thread === started) thread = undefined
  }
  started.once('exit', forget)
  started.once('error', forget)
  thread = started
  return started
}

/**
 * Runs statements in a thread of their own on a connection that only reads: the engine works in the thread that calls
 * it, and a report on many rows would delay every request. Thread and connection start with the first report.
 */
export function startSqliteReader(file: string): ReportReader {
  const queue = createBoundedQueue(1, maxWaitingReports)
  let port: MessagePort | undefined

  function ensurePort(): MessagePort {
    if (port) return port
    const { port1: own, port2: other } = new MessageChannel()
    ensureThread().postMessage({ file, port: other } satisfies OpenedFile, [other])
    own.once('close', () => {
      if (port === own) port = undefined
    })
    own.unref()
    port = own
    return own
  }

  function run(reading: Reading): Promise<readonly unknown[]> {
    return new Promise((resolve, reject) => {
      const asked = ensurePort()
      const settle = (done: ReadingDone) => {
        asked.off('close', end)
        if ('rows' in done) resolve(toRows(done))
        else reject(Object.assign(new Error(done.message), { errcode: done.errcode }))
      }
      function end() {
        asked.off('message', settle)
        reject(new Error('The thread that reads reports has ended'))
      }
      asked.once('message', settle).once('close', end)
      asked.postMessage(reading)
    })
  }

  const db = new Kysely<Schema>({ dialect: new SingleStatementDialect((reading) => queue.run(() => run(reading))) })
  return {
    store: reportStore({ db, engine: 'sqlite' }),
    live: makeLiveReads(db),
    async close() {
      await db.destroy()
      if (port === undefined) return
      // Its connection must be the first to close: the last one puts the log into the file.
      const closed = once(port, 'close')
      port.ref()
      port.postMessage('close')
      await closed
    },
  }
}
