import { type Argon2Parameters, createArgon2Hasher } from '#server/adapters/passwords/argon2-hasher.ts'
import { readConfig } from '#server/config/config.ts'
import { startServer } from '#server/start.ts'

/** The server under measurement, in a process of its own. Configuration by environment, as ever. */
const { BENCH_HASH: hash } = process.env
const server = await startServer(readConfig(process.env), {
  webRoot: null,
  // For what a login costs besides its hash.
  ...(hash && { hasher: createArgon2Hasher({ parameters: JSON.parse(hash) as Argon2Parameters }) }),
})
process.send?.('ready')
// Whoever measures has ended, in whatever way.
process.once('disconnect', () => void server.close())
process.on('message', (message) => {
  // Milliseconds of processor time, all threads.
  if (message === 'cpu') process.send?.(Object.values(process.cpuUsage()).reduce((sum, us) => sum + us, 0) / 1_000)
  else if (message === 'held') {
    globalThis.gc?.()
    process.send?.(process.memoryUsage())
  } else if (message === 'memory') {
    // With --expose-gc it is what the server holds, without it also what it has not tidied up yet.
    globalThis.gc?.()
    process.send?.(process.memoryUsage.rss() / 1_024 ** 2)
  } else void server.close().then(() => process.disconnect())
})
