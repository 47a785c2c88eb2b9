import { type Argon2Parameters, createArgon2Hasher } from '#server/adapters/passwords/argon2-hasher.ts'
import { readConfig } from '#server/config/config.ts'
import { startServer } from '#server/start.ts'

/** The measured server, in a separate process. Configuration by environment, as usual. */
const { BENCH_HASH: hash, BENCH_WEB: webRoot = null } = process.env
const server = await startServer(readConfig(process.env), {
  // The built web app, where a measurement loads pages.
  webRoot,
  // For the cost of a login without its hash.
  ...(hash && { hasher: createArgon2Hasher({ parameters: JSON.parse(hash) as Argon2Parameters }) }),
})
process.send?.('ready')
// The measuring process has ended, in any way.
process.once('disconnect', () => void server.close())
let longest = 0
let watching: NodeJS.Timeout | undefined
/** The most that the answering thread has worked without a turn for others since it was asked last, ms of processor. */
function readLongest(): number {
  if (watching === undefined) watching = watch()
  const read = longest
  longest = 0
  return read
}

function watch(): NodeJS.Timeout {
  let before = process.threadCpuUsage()
  return setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    longest = Math.max(longest, (user + system) / 1_000)
  }, 5).unref()
}

process.on('message', (message) => {
  // Milliseconds of processor time, all threads.
  if (message === 'cpu') process.send?.(Object.values(process.cpuUsage()).reduce((sum, us) => sum + us, 0) / 1_000)
  else if (message === 'longest') process.send?.(readLongest())
  else if (message === 'held') {
    globalThis.gc?.()
    process.send?.(process.memoryUsage())
  } else if (message === 'memory') {
    // With --expose-gc it is the memory in use; without, it includes garbage that was not collected yet.
    globalThis.gc?.()
    process.send?.(process.memoryUsage.rss() / 1_024 ** 2)
  } else void server.close().then(() => process.disconnect())
})
