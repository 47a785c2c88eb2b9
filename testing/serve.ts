import { flushCompileCache } from 'node:module'
import { createArgon2Hasher } from '#server/adapters/passwords/argon2-hasher.ts'
import { fail } from '#server/process/fail.ts'
import { runServer } from '#server/run.ts'
import { type Guard, switchGuardOff } from './faults/switch-guard-off.ts'

/**
 * The program as server/main.ts runs it, for tests of whole processes: without the web app, with a thousandth of the
 * work of a password, and with a clock that messages from the parent process move. It ends when its parent does. Its
 * argument is the guard that is switched off.
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
  // Moves time, not only the clock.
  monotonic: () => performance.now() + offset,
}).then(({ url }) => {
  post({ url })
  // By default this happens at the end, which for most of these processes comes without a warning.
  flushCompileCache()
}, fail)
