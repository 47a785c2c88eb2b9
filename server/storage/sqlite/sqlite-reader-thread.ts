import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { factsOf, messageOf } from '../../domain/error-facts.ts'
import { type BareRows, prepareBare } from './bare-rows.ts'
import type { Reading } from './single-statement-dialect.ts'

export type ReadingDone = BareRows | { readonly message: string; readonly errcode: unknown }

const busyTimeoutMs = 5_000

/** The other end of startSqliteReader: one answer for each query, in order. */
const database = new DatabaseSync(workerData, { readOnly: true, timeout: busyTimeoutMs })

parentPort?.on('message', (reading: Reading) => parentPort?.postMessage(read(reading)))

function read({ text, parameters }: Reading): ReadingDone {
  try {
    return prepareBare(database, text).all(parameters)
  } catch (error) {
    // Errors cross threads without the engine's code, by which an outage is recognised.
    return { message: messageOf(error), errcode: factsOf(error).errcode }
  }
}
