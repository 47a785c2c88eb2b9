import { flushCompileCache } from 'node:module'
import { createArgon2Hasher } from '#server/adapters/passwords/argon2-hasher.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { readConfig } from '#server/config/config.ts'
import { startServer } from '#server/start.ts'
import { sharedAssertionVerifier } from '#testing/shared-assertion-verifier.ts'

/**
 * The process in which the product's servers for browser tests run, one after another: starting a process takes longer
 * than starting a server in a warm one. The parent process controls it by messages, and it ends with its parent.
 */
export type ServerPlan = {
  /** The whole configuration. */
  readonly env: Readonly<Record<string, string>>
  /** Milliseconds by which the server's clock is ahead at first. */
  readonly clockOffset: number
  /** For pictures, which must always be equal: the clock stands at this time, epoch ms, unless it is moved. */
  readonly clockStandsAt?: number
  /** For pictures: the ids of the first accounts. */
  readonly accountIds?: readonly string[]
  /** How much work a password is. Default: a thousandth of the product's. */
  readonly passwords?: 'cheap' | 'as in the product'
}
export type ToServer = { readonly start: ServerPlan } | { readonly advanceClock: number } | { readonly stop: true }
export type FromServer = { readonly done: 'start' | 'advanceClock' | 'stop' }

type Running = { readonly advanceClock: (ms: number) => void; readonly stop: () => Promise<void> }

const cheapHasher = createArgon2Hasher({ parameters: { memoryKib: 64, passes: 1, lanes: 1 } })

async function start({
  env,
  clockStandsAt,
  accountIds = [],
  passwords = 'cheap',
  ...plan
}: ServerPlan): Promise<Running> {
  let offset = plan.clockOffset
  const givenIds = [...accountIds]
  const clockOffset = () => offset + (clockStandsAt === undefined ? 0 : clockStandsAt - Date.now())
  const server = await startServer(readConfig(env), {
    clockOffset,
    // Moves time, not only the clock.
    monotonic: () => Date.now() + clockOffset(),
    assertionVerifier: sharedAssertionVerifier,
    random: { ...systemRandom, accountId: () => givenIds.shift() ?? systemRandom.accountId() },
    ...(passwords === 'cheap' && { hasher: cheapHasher }),
  })
  // Tests hold connections, too. A busy one would send on a connection that was ended for its idleness meanwhile.
  server.app.server.keepAliveTimeout = 0
  return {
    advanceClock: (ms) => {
      offset += ms
    },
    // The browsers have closed already: unanswered requests have no reader.
    stop: () => server.close({ requestsMs: 500, mailMs: 0 }),
  }
}

let running: Running | undefined

async function obey(message: ToServer): Promise<FromServer['done']> {
  if ('start' in message) {
    running = await start(message.start)
    // By default this happens at the end, which comes without a warning.
    flushCompileCache()
    return 'start'
  }
  if ('advanceClock' in message) {
    running?.advanceClock(message.advanceClock)
    return 'advanceClock'
  }
  await running?.stop()
  return 'stop'
}

// A rejection is not caught: it ends this process, whose output then says why.
process.on('message', async (message: ToServer) => {
  const done = await obey(message)
  process.send?.({ done } satisfies FromServer)
})
process.once('disconnect', () => process.exit())
