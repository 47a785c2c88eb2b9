import { readConfig } from '#server/config.ts'
import { startServer } from '#server/start.ts'

/** The server under measurement, in a process of its own. Configuration by environment, as ever. */
const server = await startServer(readConfig(process.env), { webRoot: null })
process.send?.('ready')
process.on('message', (message) => {
  // Milliseconds of processor time, all threads.
  if (message === 'cpu') process.send?.(Object.values(process.cpuUsage()).reduce((sum, us) => sum + us, 0) / 1_000)
  else void server.close().then(() => process.disconnect())
})
