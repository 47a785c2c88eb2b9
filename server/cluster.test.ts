import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { projectId } from '#contract/identifiers.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { type Cluster, canRunCluster, startCluster } from '#testing/cluster.ts'
import { createHttpClient } from '#testing/http-client.ts'
import { answeredBy } from '#testing/nginx.ts'
import {
  documentsPath,
  findStudent,
  logIn,
  markStudent,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { connectRealtime, type RealtimeClient } from '#testing/realtime-client.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { testHandRaces } from '#testing/test-hand-races.ts'
import { testLiveCourses } from '#testing/test-live-courses.ts'
import { testMembershipRaces } from '#testing/test-membership-races.ts'
import { testRaces } from '#testing/test-races.ts'

/** `npm run cluster` takes 100. */
const rounds = Number(process.env.RACE_ROUNDS ?? 2)

describe.runIf(canRunCluster())('three processes on one PostgreSQL behind a balancer', () => {
  let cluster: Cluster
  let institute: Person
  let count = 0

  beforeAll(async () => {
    cluster = await startCluster()
    institute = await registerOrganisation(cluster)
    await registerPasskey(institute)
  })
  afterAll(async () => {
    await checkInvariants(cluster.database)
    await cluster.close()
  })

  async function registerMember(): Promise<Person> {
    const number = ++count
    const person = await registerStudent(cluster, institute.id, {
      email: `m${number}@x.example`,
      rollNumber: `M-${number}`,
    })
    await registerPasskey(person)
    return person
  }
  async function query(statement: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: cluster.database.databaseUrl })
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }
  /** A socket of the institute at each of the processes, subscribed to its members. */
  async function listen(): Promise<RealtimeClient[]> {
    const clients = cluster.processes.map(({ url }) =>
      connectRealtime(institute.http, `project=${projectId}&channels[]=documents`, { server: url }),
    )
    onTestFinished(() => {
      for (const { socket } of clients) socket.terminate()
    })
    for (const client of clients) expect(await client.next()).toMatchObject({ type: 'connected' })
    return clients
  }
  /** Waits for this event: changes from before the subscription may still arrive. */
  async function expectToHear(screen: RealtimeClient, student: Person, phoneNumber: string): Promise<void> {
    for (;;) {
      const { type, data } = await screen.next()
      expect(type).toBe('event')
      const { $id, phoneNumber: told } = data.payload as { $id: string; phoneNumber: string }
      if ($id === student.id && told === phoneNumber) return
    }
  }
  const changePhone = async ({ id, http }: Person, phoneNumber: string) =>
    expect((await http.patch(`${documentsPath('STD')}/${id}`, { data: { phoneNumber } })).status).toBe(200)

  test('mark a student by four calls, each of which another process answers', async () => {
    const student = await registerMember()
    await startAttendance(institute)
    const { http } = institute
    const processes: (string | null)[] = []
    const answered = async <Reply extends { headers: Headers; status: number }>(reply: Promise<Reply>) => {
      const { headers, status } = await reply
      processes.push(headers.get(answeredBy))
      expect(status).toBe(200)
      return reply
    }
    await findStudent(institute, student.email)
    const subject = { userId: student.id, category: 'STD' }
    const begun = await answered(http.post<PublicKeyCredentialRequestOptionsJSON>('/api/v1/passkey/login', subject))
    const cred = student.authenticator.assert(begun.body)
    await answered(http.post('/api/v1/passkey/verify-login', { ...subject, cred }))
    const attendance = JSON.stringify({ [institute.id]: { total: 1, expiryTime: cluster.clock.now() + 3_600_000 } })
    await answered(http.patch(`${documentsPath('STD')}/${student.id}`, { data: { attendance } }))
    expect(new Set(processes).size).toBe(3)
    expect(rowsOf(await cluster.readTables(), 'marks')).toMatchObject([{ student_id: student.id }])
  })

  test('notify the screens of all of them of a change by any of them', async () => {
    const student = await registerMember()
    const screens = await listen()
    for (const phoneNumber of ['98450 00001', '98450 00002', '98450 00003']) {
      await changePhone(student, phoneNumber)
      for (const screen of screens) await expectToHear(screen, student, phoneNumber)
    }
  })

  test('let screens read again after a process received no notices for a while', async () => {
    const student = await registerMember()
    const screens = await listen()
    const deafened = await query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like '%rollkey_changes%'
       and datname = current_database() and pid <> pg_backend_pid()`,
    )
    expect(deafened).toHaveLength(cluster.processes.length)
    // Published while the process does not listen: the sockets miss it, and are told to reconnect and read.
    await changePhone(student, '98450 11111')
    for (const screen of screens) {
      const codes: unknown[] = []
      for (let frame = await screen.next(); frame.type !== 'error'; frame = await screen.next()) codes.push(frame.type)
      expect(await screen.closed).toBe(1012)
    }
    const again = await listen()
    expect((await findStudent(institute, student.email)).phoneNumber).toBe('98450 11111')
    await changePhone(student, '98450 22222')
    for (const screen of again) await expectToHear(screen, student, '98450 22222')
    for (const { output } of cluster.processes) expect(output()).toContain('A connection to the database broke')
  })

  test('send each mail once, however many of them read the outbox', async () => {
    const before = cluster.inbox.received.length
    const wanted = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const email = `mail${index}@x.example`
        const http = cluster.openBrowser()
        await http.post('/v1/account', { userId: 'unique()', email, password: 'umbrella-monsoon-tramway-7' })
        await http.post('/v1/account/sessions/email', { email, password: 'umbrella-monsoon-tramway-7' })
        await http.post('/v1/account/verification', { url: `${cluster.origin}/verify-email` })
        return email
      }),
    )
    for (const email of wanted) await cluster.inbox.next(email)
    const waiting = async () =>
      (await query('select count(*)::int as n from outbox where sent_at is null and given_up_at is null'))[0]?.n
    await expect.poll(waiting).toBe(0)
    const mailed = cluster.inbox.received.slice(before).flatMap(({ recipients }) => recipients)
    expect(mailed.filter((one) => one.startsWith('mail')).sort()).toEqual([...wanted].sort())
  })

  test('lose no confirmed mark when one is killed and one joins meanwhile', async () => {
    const students: Person[] = []
    for (let number = 0; number < 12; number++) students.push(await registerMember())
    await cluster.advanceClock(2 * 3_600_000)
    institute = await logIn(institute, cluster.openBrowser())
    await startAttendance(institute)
    const markSurely = async ({ email, authenticator }: Person): Promise<number> => {
      for (let attempt = 1; ; attempt++) {
        try {
          const { status } = await markStudent(institute, email, authenticator)
          if (status === 200 || status === 409) return status
        } catch (error) {
          // The process that answered is gone: a person would press Enter again.
          if (attempt === 5) throw error
        }
      }
    }
    const answers: number[] = []
    const queue = [...students]
    const screen = async () => {
      for (let student = queue.shift(); student !== undefined; student = queue.shift()) {
        const status = await markSurely(student)
        // Counted before anything else is awaited: the other screens answer while a process dies.
        const answered = answers.push(status)
        if (answered === 4) await cluster.processes[0]?.kill()
        if (answered === 6) await cluster.join()
      }
    }
    await Promise.all([screen(), screen(), screen()])
    expect(answers).toHaveLength(students.length)
    const tables = await cluster.readTables()
    await checkInvariants(cluster.database)
    const marked = new Set(rowsOf(tables, 'marks').map(({ student_id }) => student_id))
    for (const { id } of students) expect(marked).toContain(id)
    const answering = new Set<string | undefined>()
    for (let call = 0; call < 8; call++) {
      // The balancer logs that it tried the killed process first.
      const addresses = (await institute.http.get('/healthz')).headers.get(answeredBy)
      answering.add(addresses?.split(':').at(-1))
    }
    expect(answering).toEqual(new Set(cluster.processes.slice(1).map(({ url }) => new URL(url).port)))
  })

  test('know the same secrets of the installation', async () => {
    const rows = await query('select name from settings')
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
  })
})

describe.runIf(canRunCluster())('three processes with the limits of production', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster({ RATE_LIMIT_SCALE: '1' })
  })
  afterAll(() => cluster.close())

  test('count together: a limit that was reached at one is reached at all', async () => {
    const askAt = (url: string) =>
      createHttpClient(url).post(
        '/v1/account/recovery',
        { email: 'asha@x.example', url: `${cluster.origin}/new-password` },
        { headers: { origin: cluster.origin } },
      )
    for (const { url } of cluster.processes) expect((await askAt(url)).status).toBe(201)
    for (const { url } of cluster.processes) expect((await askAt(url)).status).toBe(429)
  })
})

describe.runIf(canRunCluster())('who hears of a course at three processes', () =>
  testLiveCourses(
    () => startCluster(),
    ({ processes }) => processes.map(({ url }) => url),
  ),
)

describe.runIf(canRunCluster())('at once on three processes', () => testRaces(() => startCluster(), rounds))

describe.runIf(canRunCluster())('roll numbers and members at once on three processes', () =>
  testMembershipRaces(() => startCluster(), rounds),
)
describe.runIf(canRunCluster())('lists by hand at once on three processes', () =>
  testHandRaces(() => startCluster(), rounds),
)
