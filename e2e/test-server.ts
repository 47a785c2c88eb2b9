import { readConfig } from '#server/config.ts'
import { createArgon2Hasher } from '#server/passwords/argon2-hasher.ts'
import { systemRandom } from '#server/random/system-random.ts'
import { startServer } from '#server/start.ts'

/**
 * The product's server for one browser test, in a process of its own. It is configured by its environment like any
 * other; the test that forked it moves its clock by messages, and it ends when that test goes away.
 */
export type ToServer = { readonly advanceClock: number }
export type FromServer = { readonly url: string } | { readonly clockAdvanced: true }

function tell(message: FromServer): void {
  process.send?.(message)
}

/** For pictures, which must come out alike: a clock that stands, known ids, and many people registered quickly. */
const { TEST_CLOCK_STANDS_AT: standsAt, TEST_ACCOUNT_IDS: ids, TEST_CHEAP_PASSWORDS: isCheap } = process.env
const givenIds = ids?.split(',') ?? []

let offset = 0
const server = await startServer(readConfig(process.env), {
  clockOffset: () => offset + (standsAt === undefined ? 0 : Number(standsAt) - Date.now()),
  random: { ...systemRandom, accountId: () => givenIds.shift() ?? systemRandom.accountId() },
  ...(isCheap === undefined
    ? {}
    : { hasher: createArgon2Hasher({ parameters: { memoryKib: 64, passes: 1, lanes: 1 } }) }),
})

process.on('message', (message: ToServer) => {
  offset += message.advanceClock
  tell({ clockAdvanced: true })
})
process.once('disconnect', () => {
  void server.close()
})
tell({ url: server.url })
