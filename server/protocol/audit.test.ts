import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { factsOf, readAuditLog, readAuditOf } from '#testing/audit-log.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import {
  documentsPath,
  logIn,
  markStudent,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { connectRealtime } from '#testing/realtime-client.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const tenMinutes = 600_000

/** Rules §7: which requests leave a row, which do not, and how many rows a flood leaves. */
describe.each(engines)('the audit log on %s', (engine) => {
  let server: TestServer
  let institute: Person
  let member: Person
  beforeAll(async () => {
    server = await startTestServer(engine)
    institute = await registerOrganisation(server)
    await registerPasskey(institute)
    member = await registerStudent(server, institute.id)
    await registerPasskey(member)
  })
  afterAll(async () => {
    await checkInvariants(server.database, server.clock.now())
    await server.close()
  })

  const readLog = () => readAuditLog(server.database)
  /** The rows that the work left, without their subjects. */
  async function logOf(work: () => Promise<unknown>): Promise<unknown[][]> {
    const rows = await readAuditOf(server.database, work)
    return rows.map((row) => [row.action, row.outcome, row.account_id, factsOf(row)])
  }
  const studentPath = () => `${documentsPath('STD')}/${member.id}`

  test('records who was refused what by the permission table', async () => {
    const patch = () => member.http.patch(`${documentsPath('ORG')}/${institute.id}`, { data: { classes: 1 } })
    expect(await logOf(patch)).toEqual([
      [
        'call.refused',
        'refused',
        member.id,
        {
          call: expect.stringMatching(/^PATCH /),
          type: expect.stringMatching(/^(user_unauthorized|document_not_found)$/),
        },
      ],
    ])
  })

  test('records a mark without a proof', async () => {
    const data = { attendance: JSON.stringify({ [institute.id]: { total: 1, expiryTime: 1 } }) }
    expect(await logOf(() => institute.http.patch(studentPath(), { data }))).toEqual([
      ['call.refused', 'refused', institute.id, expect.objectContaining({ type: 'user_invalid_token' })],
    ])
  })

  test('records a request for another person’s document', async () => {
    expect(await logOf(() => member.http.get(`${documentsPath('STD')}/somebody`))).toEqual([
      ['call.refused', 'refused', member.id, expect.objectContaining({ type: 'document_not_found' })],
    ])
  })

  test('records a conflict with present data, such as a session that runs', async () => {
    const organisation = await registerOrganisation(server, { email: 'other@example.org' })
    await registerPasskey(organisation)
    const { classes } = await startAttendance(organisation)
    // The session that started it may repeat the start: its answer may have been lost.
    const { id, http } = await logIn(organisation, server.openBrowser())
    const start = () => http.patch(`${documentsPath('ORG')}/${id}`, { data: { classes: classes + 1 } })
    expect(await logOf(start)).toEqual([
      ['call.refused', 'refused', id, expect.objectContaining({ type: 'attendance_session_active' })],
    ])
  })

  test('records a foreign origin', async () => {
    const headers = { origin: 'https://elsewhere.example' }
    const log = await logOf(() => institute.http.patch(studentPath(), { data: {} }, { headers }))
    expect(log).toEqual([
      ['call.refused', 'refused', null, expect.objectContaining({ type: 'general_unknown_origin' })],
    ])
    expect((await readLog()).at(-1)).toMatchObject({ address_prefix: expect.stringMatching(/^(127|::1|::)/) })
  })

  test('records once what a rule records itself', async () => {
    const { email } = member
    const wrong = { email, password: 'not-the-password-1' }
    expect(await logOf(() => server.openBrowser().post('/v1/account/sessions/email', wrong))).toEqual([
      ['login', 'refused', member.id, { why: 'wrong-password' }],
    ])
    await startAttendance(institute)
    const session = { organisationId: institute.id, sessionId: expect.any(String), number: 1 }
    expect(await logOf(() => markStudent(institute, email, member.authenticator))).toEqual([
      [
        'attendance.mark',
        'done',
        institute.id,
        {
          ...session,
          groupId: institute.id,
          method: 'screen',
          markedAt: expect.any(Number),
          digest: expect.stringMatching(/^[\w-]{22}$/),
        },
      ],
    ])
    expect(await logOf(() => markStudent(institute, email, member.authenticator))).toEqual([
      ['attendance.mark', 'unchanged', institute.id, session],
    ])
  })

  test('does not record a page’s question who is logged in, or mistakes in what was sent', async () => {
    expect(await logOf(() => server.openBrowser().get('/v1/account'))).toEqual([])
    expect(await logOf(() => institute.http.patch(studentPath(), { data: { nothing: 1 } }))).toEqual([])
    expect(await logOf(() => institute.http.get('/v1/nowhere'))).toEqual([])
  })

  test('gets twenty rows of a flood by one caller, and later the number of further ones', async () => {
    server.clock.advance(tenMinutes)
    const flood = () =>
      Promise.all(Array.from({ length: 60 }, () => member.http.get(`${documentsPath('STD')}/somebody`)))
    expect(await logOf(flood)).toHaveLength(20)
    server.clock.advance(tenMinutes)
    await expect.poll(async () => (await readLog()).at(-1)?.action).toBe('audit.left-out')
    expect((await readLog()).slice(-1).map(factsOf)).toEqual([{ entries: 40 }])
  })

  describe('of refusals on a socket', () => {
    const channel = (name: string) => `project=rollkey&channels%5B%5D=${name}`
    const refused = (accountId: string | null, type: string) => [
      type === 'general_rate_limit_exceeded' ? 'limit.hit' : 'call.refused',
      'refused',
      accountId,
      { call: 'WebSocket /v1/realtime', type },
    ]

    test('records a socket without a session', async () => {
      const guest = () => connectRealtime(server.openBrowser(), channel('documents')).closed
      expect(await logOf(guest)).toEqual([refused(null, 'general_unauthorized_scope')])
    })

    test('records channels of others, in the address and in a message', async () => {
      const other = `databases.rollkey.collections.organisations.documents.${institute.id}`
      expect(await logOf(() => connectRealtime(member.http, channel(other)).closed)).toEqual([
        refused(member.id, 'user_unauthorized'),
      ])
      const byMessage = async () => {
        const { next, send, closed } = connectRealtime(member.http, 'project=rollkey')
        await next()
        send({ type: 'subscribe', data: [{ subscriptionId: 'x', channels: ['documents', other], queries: [] }] })
        await closed
      }
      expect(await logOf(byMessage)).toEqual([refused(member.id, 'user_unauthorized')])
      expect((await readLog()).at(-1)).toMatchObject({
        session_hash: expect.any(String),
        address_prefix: expect.stringMatching(/^(127|::1|::)/),
      })
    })

    test('records a page of another origin', async () => {
      const origin = 'https://elsewhere.example'
      const connect = () =>
        new Promise((resolve) =>
          connectRealtime(member.http, channel('documents'), { origin }).socket.on('error', resolve),
        )
      expect(await logOf(connect)).toEqual([
        ['call.refused', 'refused', null, { call: 'GET /v1/realtime', type: 'general_unknown_origin' }],
      ])
    })

    test('records more sockets than an account may have', async () => {
      const sockets = Array.from({ length: 10 }, () => connectRealtime(member.http, channel('documents')))
      for (const { next } of sockets) expect(await next()).toMatchObject({ type: 'connected' })
      const oneMore = () => connectRealtime(member.http, channel('documents')).closed
      expect(await logOf(oneMore)).toEqual([refused(member.id, 'general_rate_limit_exceeded')])
      for (const { socket } of sockets) socket.terminate()
      await Promise.all(sockets.map(({ closed }) => closed))
    })

    test('gets no more rows of a flood of messages than of any other', async () => {
      const flood = async () => {
        const { next, send, socket, closed } = connectRealtime(member.http, channel('documents'))
        await next()
        for (let sent = 0; sent < 300; sent++) send({ type: 'ping' })
        for (let answered = 0; answered < 300; answered++) await next()
        socket.terminate()
        await closed
      }
      await logOf(flood)
      const hits = async () =>
        (await readLog()).filter(({ action, detail }) => action === 'limit.hit' && detail?.includes('WebSocket'))
      await expect.poll(async () => (await hits()).length).toBe(20)
    })
  })

  test('never holds what was sent', async () => {
    const secret = 'umbrella-monsoon-secret'
    await member.http.get(`${documentsPath('STD')}/${secret}`)
    await server.openBrowser().post('/v1/account/sessions/email', { email: `${secret}@example.org`, password: secret })
    await server.openBrowser().patch(`${documentsPath('STD')}/${secret}?${secret}`, { data: { phoneNumber: secret } })
    expect(JSON.stringify(await readLog())).not.toContain(secret)
  })
})

describe.each(engines)('limits on %s', (engine) => {
  test('leave a row when they are reached', async () => {
    const server = await startTestServer(engine, { env: { RATE_LIMIT_SCALE: '1' } })
    try {
      const browser = server.openBrowser()
      const recover = () =>
        browser.post('/v1/account/recovery', { email: 'a@example.org', url: `${server.origin}/new-password` })
      for (let index = 0; index < 4; index++) await recover()
      expect((await readAuditLog(server.database)).at(-1)).toMatchObject({
        action: 'limit.hit',
        outcome: 'refused',
        detail: JSON.stringify({ call: 'POST /v1/account/recovery', type: 'general_rate_limit_exceeded' }),
      })
    } finally {
      await server.close()
    }
  })
})
