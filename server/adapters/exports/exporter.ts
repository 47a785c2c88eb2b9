import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { type BoundedQueue, createBoundedQueue } from '../../async/bounded-queue.ts'
import type { DatabaseLocation } from '../../config/database-location.ts'
import type { Exporter, ExportOrder, OpenExport } from '../../domain/register/exporter.ts'
import type { ExportJob, ExportMessage } from './export-thread.ts'

// Per process (rules §7, Overload).
const atOnce = 2
const maxWaiting = 8
const maxWaitingOfOne = 3
/** A thread that needs more memory than this does not write row by row; it is ended. */
const memoryMb = 256
/** A download that accepts nothing for this long is aborted, as is one that never ends: others wait for its place. */
const stallMs = 30_000
const longestMs = 15 * 60_000

export type ExporterOptions = { readonly stallMs?: number }

/**
 * Writes each export in its own thread with its own connection. Rows are formatted and compressed there; this thread
 * passes finished chunks to the socket, one for each that it accepts.
 */
export function createExporter(
  database: DatabaseLocation,
  options: ExporterOptions = {},
): Exporter & { readonly countRunning: () => number } {
  const queue = createBoundedQueue(atOnce, maxWaiting)
  const owners = new Map<string, { readonly queue: BoundedQueue; exports: number }>()
  let running = 0

  async function write(order: ExportOrder, opened: (file: OpenExport) => void): Promise<void> {
    const thread = new Worker(new URL('./export-thread.ts', import.meta.url), {
      workerData: { database, order } satisfies ExportJob,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    running += 1
    try {
      await serve(thread, opened, options.stallMs ?? stallMs)
    } finally {
      await thread.terminate()
      running -= 1
    }
  }

  /** One by one for each owner, so that one owner cannot take all places. */
  async function takeTurn(ownerId: string, work: () => Promise<void>): Promise<void> {
    const own = owners.get(ownerId) ?? { queue: createBoundedQueue(1, maxWaitingOfOne), exports: 0 }
    owners.set(ownerId, own)
    own.exports += 1
    try {
      await own.queue.run(() => queue.run(work))
    } finally {
      own.exports -= 1
      if (own.exports === 0) owners.delete(ownerId)
    }
  }

  return {
    start: (ownerId, order) =>
      new Promise((resolve, reject) => {
        takeTurn(ownerId, () => write(order, resolve)).catch(reject)
      }),
    countRunning: () => running,
  }
}

/** Returns when the file is sent or aborted. Throws when it fails before the file was opened. */
function serve(thread: Worker, opened: (file: OpenExport) => void, maxStallMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let stall: NodeJS.Timeout | undefined
    let isWhole = false
    const giveUp = () => body.destroy(new Error('The download was given up'))
    const longest = setTimeout(giveUp, longestMs)
    const waitForReader = () => {
      stall = setTimeout(giveUp, maxStallMs)
    }
    const body = new Readable({
      read() {
        clearTimeout(stall)
        thread.postMessage('next')
      },
      destroy(error, done) {
        clearTimeout(stall)
        clearTimeout(longest)
        done(error)
        resolve()
      },
    })
    // The reader gets the error; without a listener it would end the process.
    body.on('error', () => undefined)
    const fail = (cause: Error) => {
      reject(cause)
      // A file that breaks off must not look complete.
      body.destroy(cause)
    }

    thread.on('message', (message: ExportMessage) => {
      if ('size' in message) {
        waitForReader()
        opened({ ...message.size, body })
      } else if ('chunk' in message) {
        waitForReader()
        body.push(message.chunk)
      } else {
        isWhole = true
        body.push(null)
      }
    })
    thread.once('error', fail)
    thread.once('exit', () => {
      if (!isWhole) fail(new Error('The export ended early'))
    })
  })
}
