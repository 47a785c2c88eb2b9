import type { ReadAnswer, ReadChoices } from '#roster-files/read-result.ts'
import { trustAddress } from '../../../client/trusted-address.ts'
import type { CoursesAnswer, ReadReply, ReadRequest } from './reader-worker.ts'
import address from './reader-worker.ts?worker&url'

/** The people of the files. Rejects with the reason of `signal`. */
export function readInWorker(files: readonly File[], choices: ReadChoices, signal: AbortSignal): Promise<ReadAnswer> {
  return ask<ReadAnswer>({ files, choices }, signal)
}

/** The courses of a bundle, by `today`. Rejects with the reason of `signal`. */
export function readCoursesInWorker(
  files: readonly File[],
  today: string,
  signal: AbortSignal,
): Promise<CoursesAnswer> {
  return ask<CoursesAnswer>({ files, today }, signal)
}

/** Reads in a worker, which is gone afterwards with all that it took. */
function ask<Answer extends object>(
  request: ReadRequest,
  signal: AbortSignal,
): Promise<Answer | { readonly problem: 'unreadable' }> {
  const worker = new Worker(trustAddress('roster-reader', address), { type: 'module' })
  const answer = new Promise<Answer | { readonly problem: 'unreadable' }>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<ReadReply<Answer>>) => {
      if ('failed' in data) reject(new Error(String(data.failed)))
      else resolve(data)
    })
    // Its script is not there, or it ran out of memory.
    worker.addEventListener('error', () => resolve({ problem: 'unreadable' }))
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.postMessage(request)
  })
  return answer.finally(() => worker.terminate())
}
