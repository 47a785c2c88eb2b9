import { DatabaseSync } from 'node:sqlite'
import { type MessagePort, parentPort } from 'node:worker_threads'
import { factsOf, messageOf } from '../../domain/error-facts.ts'
import { type BareRows, prepareBare } from './bare-rows.ts'
import type { Reading } from './single-statement-dialect.ts'

/** Sent once for each file, with the port of those who read it. */
export type OpenedFile = { readonly file: string; readonly port: MessagePort }
export type ReadingDone = BareRows | { readonly message: string; readonly errcode: unknown }

const busyTimeoutMs = 5_000

/** The other end of startSqliteReader: at each port one answer for each query, in order. */
parentPort?.on('message', ({ file, port }: OpenedFile) => {
  let database: DatabaseSync | undefined
  function read({ text, parameters }: Reading): ReadingDone {
    try {
      database ??= new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs })
      return prepareBare(database, text).all(parameters)
    } catch (error) {
      // Errors cross threads without the engine's code, by which an outage is recognised.
      return { message: messageOf(error), errcode: factsOf(error).errcode }
    }
  }
  port.on('message', (asked: Reading | 'close') => {
    if (asked !== 'close') return port.postMessage(read(asked))
    database?.close()
    port.close()
  })
})
