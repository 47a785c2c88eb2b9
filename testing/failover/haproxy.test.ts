import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { problemBody } from '#contract/problem-body.ts'
import { unpackHighAvailability } from '../../scripts/high-availability.mjs'
import { findFreePort } from '../find-free-port.ts'
import { createHaproxy, haproxySettings } from './haproxy.ts'

const programs = unpackHighAvailability()
const settings = readFileSync(haproxySettings, 'utf8')
const closing = /^ +option http-server-close\n/gm
/** HAProxy takes a process out after two checks of 2 s each that are not answered. */
const checksToFail = 2
const patience = { timeout: 60_000, interval: 100 }

type Process = {
  readonly server: Server
  readonly port: number
  /** No check is answered any more. */
  freezeChecks: () => void
  readonly unanswered: () => number
  /** Of requests that are no checks. */
  readonly connections: ReadonlySet<unknown>
}

/** What HAProxy sees of a process: its checks, and an answer to everything else. */
async function startProcess(): Promise<Process> {
  const connections = new Set<unknown>()
  let isFrozen = false
  let unanswered = 0
  const server = createServer((request, response) => {
    const isCheck = ['/readyz', '/healthz'].includes(request.url ?? '')
    if (!isCheck) connections.add(request.socket)
    if (!isCheck || !isFrozen) response.end('{}')
    else response.once('close', () => unanswered++)
  })
  const port = await findFreePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    server,
    port,
    freezeChecks: () => {
      isFrozen = true
    },
    unanswered: () => unanswered,
    connections,
  }
}

/** Two processes behind HAProxy, and a browser that keeps its connection. */
async function startBehindHaproxy(text = settings) {
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-haproxy-'))
  writeFileSync(join(folder, 'haproxy.cfg'), text)
  const processes = [await startProcess(), await startProcess()]
  const webPort = await findFreePort()
  const elsewhere = { postgresql: await findFreePort(), patroni: await findFreePort() }
  const places = {
    machines: [elsewhere, elsewhere],
    webPort,
    databasePort: await findFreePort(),
    processPorts: processes.map(({ port }) => port),
  }
  const haproxy = createHaproxy(programs ?? '', folder, places, join(folder, 'haproxy.cfg'))
  haproxy.start()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(async () => {
    agent.destroy()
    await haproxy.kill()
    rmSync(folder, { recursive: true })
  })
  const ask = () => askOnce(agent, webPort)
  await expect.poll(() => ask().catch(() => undefined), patience).toMatchObject({ status: 200 })
  return { processes, ask }
}

async function askOnce(agent: Agent, port: number) {
  const request = get({ agent, port, host: '127.0.0.1', path: '/' })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  for await (const part of answer.setEncoding('utf8')) text += part
  return { status: answer.statusCode, headers: answer.headers, text }
}

describe.runIf(programs)('HAProxy', () => {
  async function countConnections(text: string): Promise<number> {
    const { processes, ask } = await startBehindHaproxy(text)
    const count = () => processes.reduce((sum, { connections }) => sum + connections.size, 0)
    const before = count()
    for (let request = 0; request < 10; request++) expect((await ask()).status).toBe(200)
    return count() - before
  }

  test('gives each request a connection of its own to a process: that ends kept ones at its own time', async () => {
    expect(await countConnections(settings)).toBe(10)
  })

  test('keeps them without the option: the control', async () => {
    expect(settings.match(closing)).toHaveLength(2)
    expect(await countConnections(settings.replace(closing, ''))).toBeLessThan(10)
  })

  test('goes on asking processes that are too slow for every check', async () => {
    const { processes, ask } = await startBehindHaproxy()
    for (const one of processes) one.freezeChecks()
    // One check more than it takes: the first may have been under way.
    const wanted = checksToFail + 1
    await expect.poll(() => Math.min(...processes.map((one) => one.unanswered())), patience).toBeGreaterThan(wanted)
    expect((await ask()).status).toBe(200)
  })

  test('answers like the product where no process takes a connection', async () => {
    const { processes, ask } = await startBehindHaproxy()
    for (const { server } of processes) {
      server.closeAllConnections()
      server.close()
    }
    const { status, headers, text } = await ask()
    expect(status).toBe(503)
    expect(headers).toMatchObject({ 'retry-after': '2', 'content-type': 'application/json; charset=utf-8' })
    expect(problemBody.parse(JSON.parse(text))).toMatchObject({ code: 503, type: 'general_service_unavailable' })
  })

  test.each([502, 503, 504])('has such an answer for %i', (status) => {
    const [, text = ''] =
      new RegExp(`^ +http-error status ${status} .* string '(.+)' hdr Retry-After 2 `, 'm').exec(settings) ?? []
    expect(problemBody.parse(JSON.parse(text)).code).toBe(status)
  })
})
