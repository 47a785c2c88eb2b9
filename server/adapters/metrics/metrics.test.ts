import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { CheckInOffer } from '#contract/check-in.ts'
import { projectId } from '#contract/identifiers.ts'
import { engines } from '#testing/create-database.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import {
  markStudent,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { connectRealtime } from '#testing/realtime-client.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

describe.each(engines)('metrics of a server on %s', (engine) => {
  let server: TestServer
  let port: number
  let institute: Person
  let student: Person
  beforeAll(async () => {
    port = await findFreePort()
    server = await startTestServer(engine, { env: { METRICS_PORT: String(port) } })
    institute = await registerOrganisation(server)
    await registerPasskey(institute)
    student = await registerStudent(server, institute.id)
    await registerPasskey(student)
  })
  afterAll(() => server.close())

  /** By name and labels, in the text format. */
  async function scrape(): Promise<Map<string, number>> {
    const reply = await fetch(`http://localhost:${port}/metrics`)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    const lines = (await reply.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    return new Map(
      lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
    )
  }

  test('count marks and ceremonies by result, and requests by call and status', async () => {
    await startAttendance(institute)
    expect((await markStudent(institute, student.email, student.authenticator)).status).toBe(200)
    expect((await markStudent(institute, student.email, student.authenticator)).status).toBe(409)
    const values = await scrape()
    expect(values.get('rollkey_marks_total{outcome="counted"}')).toBe(1)
    expect(values.get('rollkey_marks_total{outcome="already"}')).toBe(1)
    expect(values.get('rollkey_marks_total{outcome="refused"}')).toBe(0)
    expect(values.get('rollkey_ceremonies_total{outcome="verified"}')).toBe(2)
    expect(values.get('rollkey_requests_total{call="POST /v1/account",status="201"}')).toBe(2)
    expect(values.get('rollkey_request_seconds_count{call="POST /v1/account"}')).toBe(2)
  })

  test('count marks and ceremonies of check-ins', async () => {
    const other = await registerStudent(server, institute.id, { email: 'bala@students.example', rollNumber: '21CS043' })
    await registerPasskey(other)
    const before = await scrape()
    const added = async (name: string) => ((await scrape()).get(name) ?? 0) - (before.get(name) ?? 0)
    const begin = async () =>
      (await institute.http.post<CheckInOffer>('/api/v1/check-ins', { way: 'screen', rollNumber: '21CS043' })).body
    const finish = async ({ authenticator }: Person) => {
      const { ceremony } = await begin()
      const assertion = authenticator.assert({ challenge: ceremony?.options.challenge ?? '', rpId: 'localhost' })
      await institute.http.post(`/api/v1/check-ins/${ceremony?.id}/finish`, { assertion })
    }
    await finish(other)
    await finish(other)
    await finish(student)
    for (const outcome of ['counted', 'already', 'refused'])
      expect(await added(`rollkey_marks_total{outcome="${outcome}"}`)).toBe(1)
    expect(await added('rollkey_ceremonies_total{outcome="verified"}')).toBe(2)
    expect(await added('rollkey_ceremonies_total{outcome="refused"}')).toBe(1)
  })

  test('count a refusal that comes as an answer by its own status', async () => {
    const call = 'POST /api/v1/check-ins'
    const before = await scrape()
    const added = async (name: string) => ((await scrape()).get(name) ?? 0) - (before.get(name) ?? 0)
    const headers = { prefer: 'refusal=answer' }
    const { status } = await institute.http.post('/api/v1/check-ins', { way: 'screen', rollNumber: 'X' }, { headers })
    expect(status).toBe(200)
    expect(await added(`rollkey_requests_total{call="${call}",status="404"}`)).toBe(1)
    expect(await added(`rollkey_requests_total{call="${call}",status="200"}`)).toBe(0)
  })

  test('show sockets, waiting mail, the database and the process', async () => {
    const { socket, next } = connectRealtime(institute.http, `project=${projectId}&channels[]=documents`)
    onTestFinished(() => socket.terminate())
    await next()
    const values = await scrape()
    expect(values.get('rollkey_sockets')).toBe(1)
    expect(values.get('rollkey_outbox_waiting')).toBeGreaterThanOrEqual(0)
    expect(values.get('rollkey_outbox_oldest_seconds')).toBeGreaterThanOrEqual(0)
    expect(values.get('rollkey_password_hashes{state="running"}')).toBe(0)
    expect(values.has('rollkey_database_connections{state="waiting"}')).toBe(engine === 'postgresql')
    const commitsWait = values.get('rollkey_database_commits_wait_for_standby')
    expect(commitsWait).toBe(engine === 'postgresql' ? 0 : undefined)
    expect(values.has('rollkey_database_standbys{state="synchronous"}')).toBe(engine === 'postgresql')
    expect(values.has('rollkey_database_replication_lag_bytes')).toBe(engine === 'postgresql')
    expect(values.get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
    expect(values.has('nodejs_eventloop_lag_p99_seconds')).toBe(true)
  })

  test('have no label that a client can choose: hostile addresses add nothing', async () => {
    const http = server.openBrowser()
    const ask = async (round: number) => {
      for (const path of [
        `/a${round}`,
        `/v1/a${round}`,
        `/v1/account/sessions/s${round}`,
        `/%${round}`,
        `/x?y=${round}`,
      ]) {
        for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) await http.request(method, path)
      }
      await fetch(`${server.origin}/z${round}`, { method: 'PROPFIND' })
    }
    await ask(0)
    const before = [...(await scrape()).keys()].filter((name) => name.startsWith('rollkey_'))
    for (let round = 1; round <= 20; round++) await ask(round)
    const after = [...(await scrape()).keys()].filter((name) => name.startsWith('rollkey_'))
    expect(after).toEqual(before)
  })

  test('are not on the port of the web app, and their port has nothing else', async () => {
    expect((await server.openBrowser().get('/metrics')).status).toBe(404)
    for (const path of ['/', '/healthz', '/v1/account']) {
      expect((await fetch(`http://localhost:${port}${path}`)).status, path).toBe(404)
    }
    expect((await fetch(`http://localhost:${port}/metrics`, { method: 'POST' })).status).toBe(404)
  })
})

test('without METRICS_PORT they are behind METRICS_TOKEN, on the web app’s port', async () => {
  const token = 'sunflower-harbour-9'
  const server = await startTestServer('sqlite', { env: { METRICS_TOKEN: token } })
  onTestFinished(server.close)
  const ask = (authorization: string | null) => server.openBrowser().get('/metrics', { headers: { authorization } })
  for (const wrong of [null, token, `Bearer ${token}x`, 'Bearer ', `Basic ${token}`]) {
    const reply = await ask(wrong)
    expect(reply).toMatchObject({ status: 401, body: { type: 'general_unauthorized_scope' } })
  }
  const reply = await ask(`Bearer ${token}`)
  expect(reply.status).toBe(200)
  expect(reply.text).toContain('rollkey_requests_total{call="GET /metrics",status="401"} 5')
})

test('on a port of their own a token guards them too', async () => {
  const port = await findFreePort()
  const env = { METRICS_PORT: String(port), METRICS_TOKEN: 'sunflower-harbour-9' }
  const server = await startTestServer('sqlite', { env })
  onTestFinished(server.close)
  const ask = (headers: Record<string, string>) => fetch(`http://localhost:${port}/metrics`, { headers })
  expect((await ask({})).status).toBe(401)
  expect((await ask({ authorization: 'Bearer sunflower-harbour-9' })).status).toBe(200)
  expect((await server.openBrowser().get('/metrics')).status).toBe(404)
})

test('are off by default', async () => {
  const server = await startTestServer('sqlite')
  onTestFinished(server.close)
  expect((await server.openBrowser().get('/metrics')).status).toBe(404)
})
