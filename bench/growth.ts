import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { projectId } from '#contract/identifiers.ts'
import { reportPaths } from '#contract/report-requests.ts'
import { createArgon2Hasher } from '#server/adapters/passwords/argon2-hasher.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import {
  emailOf,
  fillGrowth,
  type Growth,
  large,
  memberId,
  organisationId,
  rollNumber,
  sessionId,
  sessionsHeld,
} from '#testing/fill-growth.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { insertLogin } from '#testing/insert-login.ts'
import { createKeepAliveClient } from '#testing/keep-alive-client.ts'
import { insertPasskey, makePasskey } from '#testing/make-passkey.ts'
import type { PopulatedStudent } from '#testing/populate-institute.ts'
import { startTemporaryPostgres } from '#testing/temporary-postgres.ts'
import { forkServer } from './fork-server.ts'
import { markOnce } from './mark-once.ts'
import { percentile, sideBySide } from './side-by-side.ts'

/** How many students each database has; GROWTH_SIZES=1000,20000 changes it. */
const sizes = (process.env.GROWTH_SIZES ?? '1000,100000,1000000').split(',').map(Number)
/** The databases take turns, so that other work on the machine affects all of them. */
const rounds = 10
const requestsPerRound = 20
const requests = rounds * requestsPerRound
const pageSize = 10
const password = 'a pale horse under nine bridges'
const cheapHash = { memoryKib: 64, passes: 1, lanes: 1 }

const calls = [
  'guest look-up by email',
  'login, with a cheap hash',
  'dashboard page, first',
  'dashboard page, middle',
  'dashboard page, last',
  'student by roll number',
  'mark (four calls)',
  'start of a session',
  'student dashboard (two calls)',
  'report of one session',
] as const
type Call = (typeof calls)[number]

type Server = {
  readonly growth: Growth
  readonly work: Readonly<Record<Call, (n: number) => Promise<unknown>>>
  readonly stop: () => Promise<void>
}

/**
 * The time of each call as the data grows: the same calls on databases of several sizes, in turns, on one PostgreSQL.
 */
export async function benchGrowth(): Promise<void> {
  const database = await startTemporaryPostgres({ max_wal_size: '8GB', shared_buffers: '512MB' })
  if (!database) {
    console.log('PostgreSQL is not installed.')
    return
  }
  const servers: Server[] = []
  try {
    for (const size of sizes) {
      const name = `growth_${size}`
      await query(database.url, `create database ${name}`)
      const begin = performance.now()
      servers.push(await startServerOf(Object.assign(new URL(database.url), { pathname: `/${name}` }).href, size))
      console.log(`${size} students: filled in ${((performance.now() - begin) / 1_000).toFixed(0)} s`)
    }
    console.log(`\np50 and p99 in ms, ${requests} requests each, one at a time`)
    console.log(['call'.padEnd(30), ...sizes.map((size) => `${size}`.padStart(15)), 'p99 ratio'.padStart(10)].join(' '))
    for (const call of calls) await measure(call, servers)
  } finally {
    for (const { stop } of servers) await stop()
    await database.stop()
  }
}

async function measure(call: Call, servers: readonly Server[]): Promise<void> {
  const durations = servers.map((): number[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, { work }] of servers.entries()) {
      const numbers = Array.from({ length: requestsPerRound }, (_, n) => 1 + round * requestsPerRound + n)
      const { durationsMs } = await sideBySide(numbers, 1, async (n) => void (await work[call](n)))
      durations[index]?.push(...durationsMs)
    }
  }
  const figures = durations.map((all) => {
    const sorted = all.sort((a, b) => a - b)
    return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
  })
  const columns = figures.map(({ p50, p99 }) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`.padStart(15))
  const ratio = (figures.at(-1)?.p99 ?? Number.NaN) / (figures[0]?.p99 ?? Number.NaN)
  console.log([call.padEnd(30), ...columns, ratio.toFixed(2).padStart(10)].join(' '))
}

async function startServerOf(url: string, size: number): Promise<Server> {
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  await (await openStorage({ database: { url } })).close()
  const passwordHash = await createArgon2Hasher({ parameters: cheapHash }).hash(password)
  const growth = await fillGrowth(url, size, passwordHash)
  const people = await addPeople(url, origin, growth)
  const server = await forkServer(origin, { url }, { env: { BENCH_HASH: JSON.stringify(cheapHash) } })
  return { growth, ...callServer(server, origin, growth, people) }
}

type People = {
  /** A login session of the large institute, in the middle of an attendance session. */
  readonly office: string
  /** One of each of the next institutes, with no session running. */
  readonly otherOffices: readonly string[]
  /** Of the first members, with a passkey each. */
  readonly marked: readonly PopulatedStudent[]
  /** Login sessions of these students. */
  readonly logins: readonly string[]
}

async function addPeople(url: string, origin: string, growth: Growth): Promise<People> {
  const count = Math.min(requests, growth.members)
  const passkeys = await Promise.all(Array.from({ length: count }, () => makePasskey(origin)))
  const marked = passkeys.map(({ authenticator, publicKey }, index) => {
    const id = memberId(index + 1)
    return { id, rollNumber: rollNumber(id), authenticator, publicKey }
  })
  const [office = '', ...others] = Array.from({ length: 2 * requests + 1 }, () => systemRandom.secret())
  const [otherOffices, logins] = [others.slice(0, requests), others.slice(requests)]
  const storage = await openStorage({ database: { url } })
  try {
    await storage.transaction(async (stores) => {
      const now = await stores.now()
      for (const [index, passkey] of passkeys.entries()) {
        const id = marked[index]?.id ?? ''
        await insertPasskey(stores, id, passkey, now)
        await insertLogin(stores, id, ['password'], logins[index] ?? '', now)
      }
      const starterSessionId = await insertLogin(stores, large, ['password', 'passkey'], office, now)
      for (const [index, token] of otherOffices.entries()) {
        await insertLogin(stores, organisationId(index + 2), ['password', 'passkey'], token, now)
      }
      await stores.attendance.insert({
        id: sessionId(large, sessionsHeld + 1),
        organisationId: large,
        groupId: large,
        number: sessionsHeld + 1,
        startedAt: now,
        endsAt: now + 60 * 60_000,
        starterSessionId,
      })
      await stores.organisations.setClasses(large, sessionsHeld + 1, now)
    })
  } finally {
    await storage.close()
  }
  // The software authenticators answer for the accounts' user handles.
  for (const [index, { userHandle }] of passkeys.entries()) {
    await query(url, 'update accounts set user_handle = $2 where id = $1', [marked[index]?.id, userHandle])
  }
  return { office, otherOffices, marked, logins }
}

function callServer(server: ChildProcess, origin: string, growth: Growth, people: People): Omit<Server, 'growth'> {
  const headers = { origin, 'x-appwrite-project': projectId }
  const as = (token: string) => createKeepAliveClient(origin, { ...headers, cookie: `session=${token}` })
  const guest = createKeepAliveClient(origin, headers)
  const office = as(people.office)
  const clients = [guest, office]
  const documents = (collection: string) => `/v1/databases/rollkey/collections/${collection}/documents`
  const ask = (collection: string, queries: readonly object[]) =>
    `${documents(collection)}?${queries.map((one, index) => `queries[${index}]=${encodeURIComponent(JSON.stringify(one))}`).join('&')}`
  const equal = (attribute: string, value: string) => ({ method: 'equal', attribute, values: [value] })
  const page = (offset: number) =>
    office.call(
      'GET',
      ask('students', [
        { method: 'limit', values: [pageSize] },
        { method: 'offset', values: [offset] },
      ]),
    )
  /** Spread over all students, not only over those whose pages are in memory. */
  const someStudent = (n: number) => `S${1 + ((n * 7_919) % growth.students)}`
  const someMember = (n: number) => memberId(1 + ((n * 7_919) % growth.members))
  const of = (n: number) => (n - 1) % people.marked.length
  return {
    work: {
      'guest look-up by email': (n) => guest.call('GET', ask('students', [equal('email', emailOf(someStudent(n)))])),
      'login, with a cheap hash': (n) =>
        guest.call('POST', '/v1/account/sessions/email', { email: emailOf(someStudent(n)), password }),
      'dashboard page, first': () => page(0),
      'dashboard page, middle': (n) => page(Math.floor(growth.members / 2) + n),
      'dashboard page, last': () => page(growth.members - pageSize),
      'student by roll number': (n) => {
        const roll = rollNumber(someMember(n))
        const either = { method: 'or', values: [equal('email', roll), equal('rollNumber', roll)] }
        return office.call('GET', ask('students', [either]))
      },
      'mark (four calls)': (n) => markOnce(office, large, people.marked[of(n)] as PopulatedStudent, sessionsHeld + 1),
      async 'start of a session'(n) {
        const client = as(people.otherOffices[n - 1] ?? '')
        const data = { classes: sessionsHeld + 1 }
        await client.call('PATCH', `${documents('organisations')}/${organisationId(n + 1)}`, { data })
        client.close()
      },
      async 'student dashboard (two calls)'(n) {
        const client = as(people.logins[of(n)] ?? '')
        await client.call('GET', `${documents('students')}/${people.marked[of(n)]?.id}`)
        await client.call('GET', ask('organisations', [{ method: 'limit', values: [pageSize] }]))
        client.close()
      },
      'report of one session': (n) =>
        office.call('GET', `${reportPaths.sessionSheet(sessionId(large, 1 + (n % sessionsHeld)))}?limit=${pageSize}`),
    },
    async stop() {
      for (const { close } of clients) close()
      const ended = once(server, 'exit')
      server.send('stop')
      await ended
    },
  }
}

async function query(url: string, statement: string, values: readonly unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement, [...values])
  } finally {
    await client.end()
  }
}
