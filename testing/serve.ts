import { flushCompileCache } from 'node:module'
import { createArgon2Hasher } from '#server/adapters/passwords/argon2-hasher.ts'
import { fail } from '#server/process/fail.ts'
import { runServer } from '#server/run.ts'
import { type Guard, switchGuardOff } from './faults/switch-guard-off.ts'

/**
 * The program as server/main.ts runs it, for tests of whole processes: without the web app, with a thousandth of the work
 * of a password, and with a clock that messages from the process that forked it move. It ends when that one goes away.
 * Its argument is the guard that it goes without.
 */
export type ToServed = { readonly clockOffset: number }
export type FromServed = { readonly url: string } | { readonly clockOffset: number }

let offset = Number(process.env.CLOCK_OFFSET ?? 0)
const post = (message: FromServed): void => void process.send?.(message)

process.on('message', ({ clockOffset }: ToServed) => {
  offset = clockOffset
  post({ clockOffset })
})
process.once('disconnect', () => process.exit(1))

const [, , guardOff] = process.argv
runServer({
  ...(guardOff !== undefined && { wrapStorage: switchGuardOff(guardOff as Guard) }),
  webRoot: null,
  hasher: createArgon2Hasher({ parameters: { memoryKib: 64, passes: 1, lanes: 1 } }),
  clockOffset: () => offset,
  // Time is moved here, not the clock alone.
  monotonic: () => performance.now() + offset,
}).then(({ url }) => {
  post({ url })
  // By itself it would be done at the end, which for most of these processes comes unannounced.
  flushCompileCache()
}, fail)
