import { readConfig } from '#server/config.ts'
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

let offset = 0
const server = await startServer(readConfig(process.env), { clockOffset: () => offset })

process.on('message', (message: ToServer) => {
  offset += message.advanceClock
  tell({ clockAdvanced: true })
})
process.once('disconnect', () => {
  void server.close()
})
tell({ url: server.url })
