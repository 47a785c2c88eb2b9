import type { ReadAnswer, ReadChoices } from '#roster-files/read-result.ts'
import { trustAddress } from '../../../client/trusted-address.ts'
import type { ReadReply, ReadRequest } from './reader-worker.ts'
import address from './reader-worker.ts?worker&url'

/** Reads in a worker, which is gone afterwards with all that it took. Rejects with the reason of `signal`. */
export function readInWorker(files: readonly File[], choices: ReadChoices, signal: AbortSignal): Promise<ReadAnswer> {
  const worker = new Worker(trustAddress('roster-reader', address), { type: 'module' })
  const answer = new Promise<ReadAnswer>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<ReadReply>) => {
      if ('failed' in data) reject(new Error(data.failed))
      else resolve(data)
    })
    // Its script is not there, or it ran out of memory.
    worker.addEventListener('error', () => resolve({ problem: 'unreadable' }))
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.postMessage({ files, choices } satisfies ReadRequest)
  })
  return answer.finally(() => worker.terminate())
}
