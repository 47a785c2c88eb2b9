import { Worker } from 'node:worker_threads'
import { Kysely } from 'kysely'
import { createBoundedQueue } from '../../async/bounded-queue.ts'
import { makeLiveReads, maxWaitingReports, type ReportReader } from '../report-reader.ts'
import type { Schema } from '../schema.ts'
import { reportStore } from '../stores/report-store.ts'
import { toRows } from './bare-rows.ts'
import { type Reading, SingleStatementDialect } from './single-statement-dialect.ts'
import type { ReadingDone } from './sqlite-reader-thread.ts'

/**
 * Runs statements in their own thread on a connection that only reads: the engine works in the thread that calls it,
 * and a report on many rows would delay every request. The thread starts with the first report.
 */
export function startSqliteReader(file: string): ReportReader {
  const queue = createBoundedQueue(1, maxWaitingReports)
  let thread: Worker | undefined

  function ensureThread(): Worker {
    if (thread) return thread
    const started = new Worker(new URL('./sqlite-reader-thread.ts', import.meta.url), { workerData: file })
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

  function run(reading: Reading): Promise<readonly unknown[]> {
    return new Promise((resolve, reject) => {
      const worker = ensureThread()
      const settle = (done: ReadingDone) => {
        stopWaiting()
        if ('rows' in done) resolve(toRows(done))
        else reject(Object.assign(new Error(done.message), { errcode: done.errcode }))
      }
      const fail = (error: Error) => {
        stopWaiting()
        reject(error)
      }
      const end = () => fail(new Error('The thread that reads reports has ended'))
      function stopWaiting() {
        worker.off('message', settle).off('error', fail).off('exit', end)
      }
      worker.once('message', settle).once('error', fail).once('exit', end)
      worker.postMessage(reading)
    })
  }

  const db = new Kysely<Schema>({ dialect: new SingleStatementDialect((reading) => queue.run(() => run(reading))) })
  return {
    store: reportStore({ db, engine: 'sqlite' }),
    live: makeLiveReads(db),
    async close() {
      await db.destroy()
      await thread?.terminate()
    },
  }
}
