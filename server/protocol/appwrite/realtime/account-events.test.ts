import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { engines } from '#testing/create-database.ts'
import type { HttpClient } from '#testing/http-client.ts'
import {
  documentsPath,
  type Person,
  readMailedToken,
  registerOrganisation,
  registerStudent,
} from '#testing/people-over-http.ts'
import { connectRealtime, type Frame, type RealtimeClient } from '#testing/realtime-client.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

type AccountEvent = {
  readonly events: string[]
  readonly channels: string[]
  readonly payload: Record<string, unknown>
}

const eventIn = ({ data }: Frame) => data as AccountEvent

/** Protocol §8: only the owner of an account hears its events. */
describe.each(engines)('events of an account on %s', (engine) => {
  let server: TestServer
  let organisation: Person
  let student: Person
  let count = 0
  const sockets: WebSocket[] = []

  beforeAll(async () => {
    server = await startTestServer(engine)
    organisation = await registerOrganisation(server)
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    student = await registerStudent(server, organisation.id, {
      email: `heard${++count}@example.org`,
      rollNumber: `E${count}`,
    })
  })
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.terminate()
  })

  async function listen(http: HttpClient, channel = 'account', at: TestServer = server): Promise<RealtimeClient> {
    const where = { origin: at.origin, server: at.url }
    const client = connectRealtime(http, `project=rollkey&channels[]=${channel}`, where)
    sockets.push(client.socket)
    expect(await client.next()).toMatchObject({ type: 'connected' })
    return client
  }
  /** Waits for the event of this name; events from before the listening may still arrive first. */
  async function hear(client: RealtimeClient, name: string): Promise<AccountEvent> {
    const told = eventIn(await client.hear((frame) => frame.type === 'event' && eventIn(frame).events.includes(name)))
    expect(client.frames.filter(({ type }) => type !== 'event')).toEqual([])
    return told
  }
  /** The other events that arrived. */
  const others = ({ frames }: RealtimeClient) => frames.map(eventIn)
  async function logInElsewhere(http = server.openBrowser()): Promise<{ http: HttpClient; id: string }> {
    const { email, password } = student
    const { body } = await http.post<{ $id: string }>('/v1/account/sessions/email', { email, password })
    return { http, id: body.$id }
  }
  const get = async (http: HttpClient, path: string) => (await http.get<Record<string, unknown>>(path)).body

  test('the begin and end of a session are sent as the list of sessions shows them', async () => {
    const screen = await listen(student.http)
    const { http, id } = await logInElsewhere()
    const path = `/v1/account/sessions/${id}`
    const shown = await get(student.http, path)
    const own = `users.${student.id}`
    const begun = await hear(screen, `${own}.sessions.${id}.create`)
    expect(begun.events).toEqual([
      `${own}.sessions.${id}.create`,
      `${own}.sessions.*.create`,
      `users.*.sessions.${id}.create`,
      'users.*.sessions.*.create',
      `${own}.sessions.${id}`,
      `${own}.sessions.*`,
      `users.*.sessions.${id}`,
      'users.*.sessions.*',
      own,
      'users.*',
    ])
    expect(begun.channels).toEqual(['account', `account.${student.id}`])
    expect(begun.payload).toEqual(shown)
    expect(begun.payload).toMatchObject({ userId: student.id, current: false, secret: '' })

    await http.delete('/v1/account/sessions/current')
    const ended = await hear(screen, `${own}.sessions.${id}.delete`)
    expect(ended.events).toContain('users.*.sessions.*.delete')
    expect(ended.payload).toEqual(shown)
  })

  test('a session in the place of another one ends that one', async () => {
    const { http, id: former } = await logInElsewhere()
    const screen = await listen(student.http)
    const { id } = await logInElsewhere(http)
    await hear(screen, `users.${student.id}.sessions.${former}.delete`)
    await hear(screen, `users.${student.id}.sessions.${id}.create`)
  })

  test('a new password is sent with the account, and with the sessions that it ended', async () => {
    const { id } = await logInElsewhere()
    const screen = await listen(student.http)
    const password = 'bamboo-saddle-comet-51'
    await student.http.patch('/v1/account/password', { password, oldPassword: student.password })
    await hear(screen, `users.${student.id}.sessions.${id}.delete`)
    const told = await hear(screen, `users.${student.id}.update.password`)
    expect(told.events).toEqual([
      `users.${student.id}.update.password`,
      'users.*.update.password',
      `users.${student.id}.update`,
      'users.*.update',
      `users.${student.id}`,
      'users.*',
    ])
    expect(told.payload).toEqual(await get(student.http, '/v1/account'))
  })

  test('a new email is sent, the link that verifies it, and the use of the link; no event holds a secret', async () => {
    const screen = await listen(student.http)
    const email = `changed${count}@example.org`
    await student.http.patch('/v1/account/email', { email, password: student.password })
    const changed = await hear(screen, `users.${student.id}.update.email`)
    expect(changed.payload).toMatchObject({ $id: student.id, email, emailVerification: false })
    const sent = await hear(screen, 'users.*.verification.*.create')
    const tokenId = String(sent.payload.$id)
    expect(sent.events[0]).toBe(`users.${student.id}.verification.${tokenId}.create`)
    expect(sent.payload).toMatchObject({ userId: student.id, secret: '' })

    const token = readMailedToken((await server.inbox.next(email)).links, '/verify-email')
    await server.openBrowser().put('/v1/account/verification', { ...token })
    const used = await hear(screen, `users.${student.id}.verification.${tokenId}.update`)
    // The end is known since the mail was sent; before that, only the earliest end was.
    expect(used.payload).toEqual({ ...sent.payload, expire: used.payload.expire })
    expect(Date.parse(String(used.payload.expire))).toBeGreaterThanOrEqual(Date.parse(String(sent.payload.expire)))
    expect(JSON.stringify([changed, sent, used])).not.toContain(token.secret)
  })

  test('a link that sets a new password is sent to the logged-in owner', async () => {
    const screen = await listen(student.http)
    const url = `${server.origin}/new-password`
    await server.openBrowser().post('/v1/account/recovery', { email: student.email, url })
    const { events, payload } = await hear(screen, 'users.*.recovery.*.create')
    expect(events[0]).toBe(`users.${student.id}.recovery.${payload.$id}.create`)
    expect(payload).toMatchObject({ userId: student.id, secret: '' })
  })

  test('only the owner hears of it, and only when listening to the account', async () => {
    const ofInstitute = await listen(organisation.http)
    const ofDocuments = await listen(student.http, 'documents')
    const own = await listen(student.http)
    const { id } = await logInElsewhere()
    await hear(own, `users.${student.id}.sessions.${id}.create`)
    // The next event on these connections shows that none came before it.
    const documentOf = ({ id: documentId }: Person, collection: string) =>
      `databases.rollkey.collections.${collection}.documents.${documentId}.update`
    await student.http.patch(`${documentsPath('STD')}/${student.id}`, { data: { phoneNumber: '98450 77777' } })
    await hear(ofDocuments, documentOf(student, 'students'))
    expect(others(ofDocuments).filter(({ events }) => events.includes('users.*'))).toEqual([])
    await server
      .openBrowser()
      .post('/v1/account/recovery', { email: organisation.email, url: `${server.origin}/new-password` })
    expect((await hear(ofInstitute, 'users.*.recovery.*.create')).events).toContain(`users.${organisation.id}`)
    expect(others(ofInstitute).filter(({ events }) => !events.includes(`users.${organisation.id}`))).toEqual([])
  })

  test('a caller who may not list sessions yet hears of none', async () => {
    const email = `unverified${count}@example.org`
    await student.http.patch('/v1/account/email', { email, password: student.password })
    const screen = await listen(student.http)
    await server.openBrowser().post('/v1/account/sessions/email', { email, password: student.password })
    const { body } = await student.http.post<{ $id: string }>('/v1/account/verification', {
      url: `${server.origin}/verify-email`,
    })
    await hear(screen, `users.${student.id}.verification.${body.$id}.create`)
    expect(others(screen).filter(({ events }) => events[0]?.includes('.sessions.'))).toEqual([])
  })

  test('a subscription by message is named in the event', async () => {
    const screen = await listen(student.http, 'documents')
    screen.send({ type: 'subscribe', data: [{ subscriptionId: 'mine', channels: ['account', 'documents'] }] })
    expect(await screen.next()).toMatchObject({ type: 'response' })
    const { id } = await logInElsewhere()
    expect(await hear(screen, `users.${student.id}.sessions.${id}.create`)).toMatchObject({ subscriptions: ['mine'] })
  })

  test.skipIf(engine === 'sqlite')('they reach a screen at another process, too', async () => {
    const { drop: _, ...shared } = server.database
    const other = await startTestServer(engine, { database: { ...shared, drop: async () => undefined } })
    try {
      const screen = await listen(student.http, 'account', other)
      const { id } = await logInElsewhere()
      const { payload } = await hear(screen, `users.${student.id}.sessions.${id}.create`)
      expect(payload).toEqual(await get(student.http, `/v1/account/sessions/${id}`))
    } finally {
      await other.close()
    }
  })
})
