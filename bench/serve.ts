import { readConfig } from '#server/config.ts'
import { startServer } from '#server/start.ts'

/** The server under measurement, in a process of its own. Configuration by environment, as ever. */
const server = await startServer(readConfig(process.env), { webRoot: null })
process.send?.('ready')
process.once('message', () => {
  void server.close().then(() => process.disconnect())
})
