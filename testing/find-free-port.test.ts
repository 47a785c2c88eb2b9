import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from './find-free-port.ts'

const rangeOfOutgoing = '/proc/sys/net/ipv4/ip_local_port_range'

test('finds each port once, however many are asked for at the same time', async () => {
  const ports = await Promise.all(Array.from({ length: 120 }, findFreePort))
  expect(new Set(ports).size).toBe(120)
})

test('does not find a port that is in use', async () => {
  const port = await findFreePort()
  const next = createServer().listen(port + 1, 'localhost')
  onTestFinished(() => void next.close())
  // Another program that listens there already makes it in use as well.
  await Promise.race([once(next, 'listening'), once(next, 'error')])
  expect(await findFreePort()).not.toBe(port + 1)
})

test.runIf(existsSync(rangeOfOutgoing))(
  'finds no port that the system may give to an outgoing connection',
  async () => {
    const [first = 0] = readFileSync(rangeOfOutgoing, 'utf8').split(/\s+/).map(Number)
    for (let count = 0; count < 60; count++) expect(await findFreePort()).toBeLessThan(first)
  },
)

test('leaves to others the ports that it may find next', async () => {
  const look = `
    import { parentPort } from 'node:worker_threads'
    import { findFreePort } from ${JSON.stringify(import.meta.resolve('./find-free-port.ts'))}
    parentPort.postMessage(await Promise.all(Array.from({ length: 120 }, findFreePort)))
    setInterval(() => undefined, 60_000)
  `
  const others = Array.from(
    { length: 3 },
    () => new Worker(new URL(`data:text/javascript,${encodeURIComponent(look)}`)),
  )
  onTestFinished(async () => void (await Promise.all(others.map((other) => other.terminate()))))
  const found = (await Promise.all(others.map((other) => once(other, 'message')))) as [number[]][]
  const ports = found.flatMap(([one]) => one)
  expect(new Set(ports).size).toBe(ports.length)
})
