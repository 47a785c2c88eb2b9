import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { answerBrokenRequests } from './error-reply.ts'

/** A server's view of connections, and what their clients read. */
async function openConnections(count: number) {
  const accepted: Socket[] = []
  const server = createServer((socket) => accepted.push(socket))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  const answers = Array.from({ length: count }, () => text(connect(port, '127.0.0.1')))
  await expect.poll(() => accepted.length).toBe(count)
  return { accepted, answers }
}

test('thousands of slow connections are all answered, a few at a time, so that other requests come between', async () => {
  const { accepted, answers } = await openConnections(400)
  const answer = answerBrokenRequests({ 'x-content-type-options': 'nosniff' })
  const countAnswered = () => accepted.filter(({ writableEnded }) => writableEnded).length
  const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  for (const socket of accepted) answer(late, socket)
  let before = countAnswered()
  expect(before).toBe(0)
  for (let turns = 0; before < accepted.length; turns++) {
    await nextTurn()
    const now = countAnswered()
    expect([turns < 100, now - before <= 100]).toEqual([true, true])
    before = now
  }
  for (const one of await Promise.all(answers)) {
    expect(one).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nx-content-type-options: nosniff\r\n/)
  }
})

test('a client that has gone is skipped', async () => {
  const { accepted } = await openConnections(3)
  const answer = answerBrokenRequests({})
  const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  for (const socket of accepted) answer(late, socket)
  accepted[1]?.destroy()
  const areAllGone = () => accepted.every(({ destroyed, writableEnded }) => destroyed || writableEnded)
  await expect.poll(areAllGone).toBe(true)
})
