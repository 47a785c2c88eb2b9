import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { startTestServer } from '#testing/test-server.ts'

/**
 * A client in its own thread, which goes on while the server's thread is blocked. First each of the `kept` connections
 * sends a request; all others are new connections.
 */
const clients = `
const { connect } = require('node:net')
const { text } = require('node:stream/consumers')
const { parentPort, workerData: { port, kept, fresh, asked } } = require('node:worker_threads')
const ask = (socket) => new Promise((resolve) => socket.write('GET /healthz HTTP/1.1\\r\\nhost: localhost\\r\\n\\r\\n', resolve))
const open = () => new Promise((resolve) => { const socket = connect(port, 'localhost', () => resolve(socket)) })
const times = (count, act) => Promise.all(Array.from({ length: count }, act))
;(async () => {
  const old = await times(kept, async () => {
    const socket = await open()
    await ask(socket)
    await new Promise((resolve) => socket.once('data', resolve))
    return socket
  })
  parentPort.postMessage('ready')
  await new Promise((resolve) => parentPort.once('message', resolve))
  const sockets = [...old, ...(await times(fresh, open))]
  const answers = sockets.map((socket) => text(socket).catch(({ code }) => code))
  await Promise.all(sockets.map(ask))
  Atomics.store(asked, 0, 1)
  Atomics.notify(asked, 0)
  parentPort.postMessage((await Promise.all(answers)).map((answer) => answer.split('\\r\\n')[0]))
})()
`

test('a request sent before the stop is answered, even if the process had not read it yet', async () => {
  const server = await startTestServer('sqlite')
  onTestFinished(server.close)
  const asked = new Int32Array(new SharedArrayBuffer(4))
  const port = Number(new URL(server.url).port)
  const workerData = { port, kept: 10, fresh: 20, asked }
  const worker = new Worker(clients, { eval: true, workerData })
  onTestFinished(() => void worker.terminate())
  await once(worker, 'message')
  worker.postMessage('go')
  // The server reads nothing while this thread is blocked.
  expect(Atomics.wait(asked, 0, 0, 10_000)).toBe('ok')
  const stopped = server.stop()
  const [answers] = await once(worker, 'message')
  await stopped
  expect(answers).toEqual(Array.from({ length: 30 }, () => 'HTTP/1.1 200 OK'))
})
