import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import type { OwnPasskeys } from '#contract/passkey.ts'
import { beginRegistration } from '#testing/begin-registration.ts'
import { engines } from '#testing/create-database.ts'
import type { HttpClient } from '#testing/http-client.ts'
import {
  assertPasskey,
  documentsPath,
  markStudent,
  type Person,
  readMailedToken,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { connectRealtime, type Frame, type RealtimeClient } from '#testing/realtime-client.ts'
import { refusal } from '#testing/refusal.ts'
import { createSoftwareAuthenticator } from '#testing/software-authenticator.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

describe.each(engines)('realtime on %s', (engine) => {
  let server: TestServer
  let organisation: Person
  let stranger: Person
  let student: Person
  const sockets: WebSocket[] = []

  beforeAll(async () => {
    server = await startTestServer(engine)
    organisation = await registerOrganisation(server)
    await registerPasskey(organisation)
    stranger = await registerOrganisation(server, { name: 'Elsewhere', email: 'office@elsewhere.example' })
    student = await registerStudent(server, organisation.id)
    await registerPasskey(student)
    // The events of this request follow those of all earlier ones: no test receives them.
    const screen = connect(stranger.http, listening('documents'))
    await screen.next()
    const phoneNumber = '+91 98450 11111'
    await stranger.http.patch(`${documentsPath('ORG')}/${stranger.id}`, { data: { phoneNumber } })
    await hearOf(screen, { $id: stranger.id, phoneNumber })
  })
  afterAll(() => server.close())
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.terminate()
  })

  function connect(http: HttpClient, query: string, origin = server.origin): RealtimeClient {
    const client = connectRealtime(http, query, { origin })
    sockets.push(client.socket)
    return client
  }

  const listening = (...channels: string[]) =>
    `project=rollkey&${channels.map((channel) => `channels%5B%5D=${channel}`).join('&')}`
  const memberChannel = ({ id } = student) => `databases.rollkey.collections.students.documents.${id}`
  const eventsOf = ({ data }: Frame) => data.events as string[]
  /** Resolves with the event of a document that has these attributes. */
  const hearOf = ({ hear }: RealtimeClient, wanted: Readonly<Record<string, string | number>>): Promise<Frame> =>
    hear(({ data }) => {
      const payload = { ...(data.payload as Readonly<Record<string, unknown>> | undefined) }
      return Object.entries(wanted).every(([name, value]) => payload[name] === value)
    })

  test('sends the user at the connection, and answers pings', async () => {
    const { next, send } = connect(student.http, listening('documents', 'account'))
    expect(await next()).toMatchObject({
      type: 'connected',
      data: { channels: ['documents', 'account', `account.${student.id}`], user: { $id: student.id } },
    })
    send({ type: 'ping' })
    expect(await next()).toEqual({ type: 'pong' })
  })

  test('a passkey that is registered or removed reaches only its owner and the organisation', async () => {
    const ofStudent = connect(student.http, listening('documents'))
    const ofOrganisation = connect(organisation.http, listening('documents'))
    const ofStranger = connect(stranger.http, listening('documents'))
    const all = [ofStudent, ofOrganisation, ofStranger]
    await Promise.all(all.map((one) => one.next()))
    const newcomer = { ...student, authenticator: createSoftwareAuthenticator({ origin: server.origin }) }
    await registerPasskey(newcomer)
    const { body } = await student.http.get<OwnPasskeys>('/api/v1/passkeys')
    await student.http.delete(`/api/v1/passkeys/${body.passkeys[1]?.id}`)
    for (const one of [ofStudent, ofOrganisation]) {
      for (let changes = 0; changes < 2; changes++) {
        expect(await one.next()).toMatchObject({ data: { payload: { $id: student.id, passKey: true } } })
      }
    }
    ofStranger.send({ type: 'ping' })
    expect(await ofStranger.next()).toEqual({ type: 'pong' })
  })

  test('a passkey that may be a copy reaches the same people, and so does the news that it works again', async () => {
    const { id, http, authenticator, password } = student
    const screens = [student, organisation].map((one) => connect(one.http, listening('documents')))
    const hear = () => Promise.all(screens.map((one) => hearOf(one, { $id: id })))
    await Promise.all(screens.map(({ next }) => next()))
    const subject = { userId: id, category: 'STD' } as const
    const copy = authenticator.clone()
    expect(await assertPasskey(http, subject, authenticator)).toBe(true)
    expect(await assertPasskey(http, subject, copy)).toBe(false)
    await hear()
    await http.post('/api/v1/session/confirm', { password })
    const { body } = await http.get<OwnPasskeys>('/api/v1/passkeys')
    expect(await http.post(`/api/v1/passkeys/${body.passkeys[0]?.id}/clear`)).toMatchObject({ status: 200 })
    await hear()
  })

  test('a phone number reaches the other screens of its owner, and a student’s those of the institute', async () => {
    const phoneNumber = '+91 98450 54321'
    const [ofStudent, ofOrganisation] = [student, organisation].map(({ http }) => connect(http, listening('documents')))
    if (!ofStudent || !ofOrganisation) throw new Error('there is no listener')
    await Promise.all([ofStudent.next(), ofOrganisation.next()])
    for (const { http, id, label } of [student, organisation]) {
      const reply = await http.patch(`${documentsPath(label)}/${id}`, { data: { phoneNumber } })
      expect(reply).toMatchObject({ status: 200 })
    }
    await hearOf(ofStudent, { $id: student.id, phoneNumber })
    await hearOf(ofOrganisation, { $id: student.id, phoneNumber })
    await hearOf(ofOrganisation, { $id: organisation.id, phoneNumber })
  })

  test('a mark reaches the student and the organisation once each, as each may see it, and no others', async () => {
    const ofStudent = connect(student.http, listening('documents', memberChannel()))
    const ofOrganisation = connect(organisation.http, listening('documents'))
    const ofStranger = connect(stranger.http, listening('documents'))
    await Promise.all([ofStudent.next(), ofOrganisation.next(), ofStranger.next()])

    await startAttendance(organisation)
    const started = await ofOrganisation.next()
    expect(started).toMatchObject({ type: 'event', data: { payload: { classes: 1, name: 'Kaveri College' } } })
    await markStudent(organisation, student.email, student.authenticator)
    const [seen, heard] = await Promise.all([ofStudent.next(), ofOrganisation.next()])
    expect(seen.data).toMatchObject({
      channels: expect.arrayContaining(['documents', memberChannel()]),
      payload: { $id: student.id, attendance: expect.stringContaining('"total":1') },
    })
    expect(eventsOf(seen)).toContain('databases.*.collections.*.documents.*.update')
    expect(eventsOf(seen)[0]).toBe(`${memberChannel()}.update`)
    expect(heard.data).toMatchObject({ payload: { $id: student.id } })

    for (const one of [ofStudent, ofOrganisation, ofStranger]) one.send({ type: 'ping' })
    expect(await Promise.all([ofStudent.next(), ofOrganisation.next(), ofStranger.next()])).toEqual([
      { type: 'pong' },
      { type: 'pong' },
      { type: 'pong' },
    ])
  })

  test('a student’s new document is sent as a creation, and as an update when the student joins another institute', async () => {
    const [ofFirst, ofSecond] = [organisation, stranger].map(({ http }) => connect(http, listening('documents')))
    if (!ofFirst || !ofSecond) throw new Error('there is no listener')
    await Promise.all([ofFirst.next(), ofSecond.next()])
    const joiner = await registerStudent(server, stranger.id, { email: 'joiner@example.org', rollNumber: 'J-1' })
    const path = `${documentsPath('STD')}/${joiner.id}`
    expect(eventsOf(await hearOf(ofSecond, { $id: joiner.id }))).toEqual(
      expect.arrayContaining([`${memberChannel(joiner)}.create`, 'databases.*.collections.*.documents.*.create']),
    )
    expect(await joiner.http.patch(path, { data: { organisation: [stranger.id, organisation.id] } })).toMatchObject({
      status: 200,
    })
    expect(eventsOf(await hearOf(ofFirst, { $id: joiner.id }))[0]).toBe(`${memberChannel(joiner)}.update`)
    expect(await hearOf(ofFirst, { $id: organisation.id, members: 2 })).toMatchObject({ type: 'event' })
    await joiner.http.delete(path)
    expect(await hearOf(ofFirst, { $id: organisation.id, members: 1 })).toMatchObject({ type: 'event' })
  })

  test('a member who deletes a new profile disappears from the organisation’s open screens', async () => {
    const leaver = await registerStudent(server, organisation.id, { email: 'leaver@example.org', rollNumber: 'L-1' })
    const screen = connect(organisation.http, listening('documents'))
    await screen.next()
    expect(await leaver.http.delete(`${documentsPath('STD')}/${leaver.id}`)).toMatchObject({ status: 204 })
    const { data } = await hearOf(screen, { $id: organisation.id, members: 1 })
    expect(data.payload).toMatchObject({ $collectionId: 'organisations' })
  })

  test('newer SDKs subscribe by message, and their events carry the subscription', async () => {
    const { next, send } = connect(student.http, 'project=rollkey')
    expect(await next()).toMatchObject({ type: 'connected' })
    send({ type: 'subscribe', data: [{ subscriptionId: 'mine', channels: ['documents'], queries: [] }] })
    expect(await next()).toMatchObject({ type: 'response', data: { to: 'subscribe', success: true } })
    await student.http.patch(`${documentsPath('STD')}/${student.id}`, { data: { phoneNumber: '98450 55555' } })
    expect(await next()).toMatchObject({
      type: 'event',
      data: { subscriptions: ['mine'], payload: { phoneNumber: '98450 55555' } },
    })
    send({ type: 'unsubscribe', data: [{ subscriptionId: 'mine' }] })
    expect(await next()).toMatchObject({ data: { subscriptions: [{ subscriptionId: 'mine', removed: true }] } })
  })

  test('a connection from before the email was verified may then subscribe to more', async () => {
    const mover = await registerStudent(server, organisation.id, { email: 'mover@example.org', rollNumber: 'M-1' })
    const { http, password } = mover
    const email = 'moved@example.org'
    await http.patch('/v1/account/email', { email, password })
    const { next, send } = connect(http, 'project=rollkey')
    expect(await next()).toMatchObject({ data: { user: { emailVerification: false } } })
    const mailed = readMailedToken((await server.inbox.next(email)).links, '/verify-email')
    expect(await server.openBrowser().put('/v1/account/verification', mailed)).toMatchObject({ status: 200 })
    send({ type: 'subscribe', data: [{ subscriptionId: 'mine', channels: [memberChannel(mover)] }] })
    expect(await next()).toMatchObject({ type: 'response', data: { to: 'subscribe', success: true } })
  })

  test('SDKs of the middle generation name slots in the address and get an id for each', async () => {
    const query = encodeURIComponent('{"method":"select","values":["*"]}')
    const { next } = connect(student.http, `${listening('documents')}&documents%5B0%5D%5B%5D=${query}`)
    const connected = await next()
    expect(connected.data.subscriptions).toEqual({ 0: expect.any(String) })
  })

  test('a slot or a message may contain “select”, which has no effect', async () => {
    const selection = '{"values":["phoneNumber"],"method":"select"}'
    const { next, send } = connect(student.http, `project=rollkey&documents[0][0]=${encodeURIComponent(selection)}`)
    expect(await next()).toMatchObject({ data: { subscriptions: { 0: expect.any(String) } } })
    send({ type: 'subscribe', data: [{ subscriptionId: 'mine', channels: ['documents'], queries: [selection] }] })
    expect(await next()).toMatchObject({ type: 'response', data: { to: 'subscribe', success: true } })
  })

  test.each([
    ['of another method', '{"method":"equal","attribute":"email","values":["a@b.example"]}'],
    ['that begins like a selection', '{"method":"select"'],
    ['that selects nothing', '{"method":"select"}'],
    ['that selects a number', '{"method":"select","values":[1]}'],
    ['that is two', '{"method":"select","values":["*"],"method":"limit"}'],
    ['that is no JSON', 'select'],
    ['that is empty', ''],
  ])('a query %s is answered by 1003, and nothing is subscribed', async (_what, query) => {
    const slots = `documents[0][]=${encodeURIComponent('{"method":"select","values":["*"]}')}`
    const { next, send } = connect(
      student.http,
      `project=rollkey&channels[]=documents&${slots}&account[1][0]=${encodeURIComponent(query)}`,
    )
    expect(await next()).toEqual({
      type: 'connected',
      data: { channels: [`account.${student.id}`], subscriptions: {}, user: expect.any(Object) },
    })
    expect(await next()).toMatchObject({ type: 'error', data: { code: 1003 } })
    send({ type: 'subscribe', data: [{ subscriptionId: 'mine', channels: ['documents'], queries: [query] }] })
    expect(await next()).toMatchObject({ type: 'error', data: { code: 1003 } })
    await student.http.patch(`${documentsPath('STD')}/${student.id}`, { data: { phoneNumber: '98450 66666' } })
    send({ type: 'ping' })
    expect(await next()).toEqual({ type: 'pong' })
  })

  test.each([
    ['an unknown channel', () => 'files'],
    ['the document of a stranger’s member', () => memberChannel()],
    ['another organisation', () => `databases.rollkey.collections.organisations.documents.${organisation.id}`],
  ])('refuses %s with 1008 and subscribes nothing', async (_name, channel) => {
    const { next, closed } = connect(stranger.http, listening('documents', channel()))
    expect(await next()).toMatchObject({ type: 'error', data: { code: 1008 } })
    expect(await closed).toBe(1008)
  })

  test('refuses callers without a session, after the upgrade and with a reason', async () => {
    const { next, closed } = connect(server.openBrowser(), listening('documents'))
    expect(await next()).toMatchObject({ type: 'error', data: { code: 1008 } })
    expect(await closed).toBe(1008)
  })

  test('refuses the upgrade to a page of another origin', async () => {
    const { socket } = connect(student.http, listening('documents'), 'http://evil.example')
    const [error] = (await once(socket, 'error')) as [Error]
    expect(error.message).toContain('403')
  })

  test.each(['GET', 'POST'])('is not found for %s without an upgrade', async (method) => {
    const reply = await student.http.request(method, '/v1/realtime?project=rollkey')
    expect(reply).toMatchObject(refusal(404, 'general_route_not_found'))
    expect(reply.headers.get('cache-control')).toBe('no-store')
  })

  test('keeps the connection of a client that sends malformed messages, and answers them', async () => {
    const { socket, next } = connect(student.http, listening('documents'))
    await next()
    for (const text of ['nonsense', '[]', '{"type":"presence"}', '{"type":"subscribe","data":7}']) {
      socket.send(text)
      expect(await next()).toMatchObject({ type: 'error', data: { code: 1003 } })
    }
  })

  test('accepts ten sockets of one account, also when more come at once', async () => {
    const clients = Array.from({ length: 16 }, () => connect(organisation.http, listening(memberChannel())))
    const first = await Promise.all(clients.map(({ next }) => next()))
    expect(first.filter(({ type }) => type === 'connected')).toHaveLength(10)
    const refused = clients.filter((_client, i) => first[i]?.type === 'error')
    expect(await Promise.all(refused.map(({ closed }) => closed))).toEqual(refused.map(() => 1013))
  })

  test('a subscription can be replaced at the maximum number of subscriptions', async () => {
    const { next, send } = connect(student.http, 'project=rollkey')
    await next()
    const wanted = Array.from({ length: 50 }, (_, i) => ({ subscriptionId: `s${i}`, channels: ['documents'] }))
    const others = wanted.map((one) => ({ ...one, subscriptionId: `o${one.subscriptionId}` }))
    for (const data of [wanted, others, wanted]) {
      send({ type: 'subscribe', data })
      expect(await next()).toMatchObject({ type: 'response', data: { to: 'subscribe', success: true } })
    }
  })

  test('closes the sockets of an account that has got its label', async () => {
    const { http, id, email, password } = await beginRegistration(server, 'newcomer@example.org')
    await http.post('/v1/account/sessions/email', { email, password })
    const { next, closed } = connect(http, 'project=rollkey')
    expect(await next()).toMatchObject({ data: { user: { labels: [] } } })
    expect(await http.post('/api/v1/user/label', { userId: id, label: 'STD' })).toMatchObject({ status: 200 })
    expect(await next()).toMatchObject({ type: 'error', data: { code: 1008 } })
    expect(await closed).toBe(1008)
  })

  test('closes the sockets of a session that has ended', async () => {
    const http = server.openBrowser()
    await http.post('/v1/account/sessions/email', { email: student.email, password: student.password })
    const { next, closed } = connect(http, listening('documents'))
    await next()
    await http.delete('/v1/account/sessions/current')
    expect(await next()).toMatchObject({ type: 'error', data: { code: 1008 } })
    expect(await closed).toBe(1008)
  })
})
