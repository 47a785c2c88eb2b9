import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { projectId } from '#contract/identifiers.ts'
import { createArgon2Hasher } from '#server/adapters/passwords/argon2-hasher.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { insertLogin } from '#testing/insert-login.ts'
import { createKeepAliveClient, type KeepAliveClient } from '#testing/keep-alive-client.ts'
import { type PopulatedInstitute, populateInstitute } from '#testing/populate-institute.ts'
import { startTemporaryPostgres } from '#testing/temporary-postgres.ts'
import { forkServer } from './fork-server.ts'
import { fillParseServer } from './peers/fill-parse-server.ts'
import { readCpuMs, untilReady } from './server-messages.ts'
import { percentile, sideBySide } from './side-by-side.ts'

const students = 10_000
/** The students with a password and, for the updates, a login session. */
const people = 200
const pageSize = 10
const password = 'a pale horse under nine bridges'

type Row = 'password login' | 'look-up by an indexed field' | 'page of ten with its total' | 'update of one record'

/** `requests` in each round, `width` of them at a time. */
const plan: Readonly<Record<Row, { readonly requests: number; readonly width: number }>> = {
  'password login': { requests: 50, width: 4 },
  'look-up by an indexed field': { requests: 1_000, width: 16 },
  'page of ten with its total': { requests: 600, width: 16 },
  'update of one record': { requests: 1_000, width: 16 },
}
/** The candidates take turns, so that other work on the machine affects all of them. */
const rounds = 5

type Candidate = {
  readonly name: string
  /** One request of a row; `n` counts the requests. */
  readonly work: Readonly<Record<Row, (n: number) => Promise<unknown>>>
  /** Milliseconds of processor time of its process. */
  readonly readCpuMs: () => Promise<number>
  readonly stop: () => Promise<void>
}

/**
 * The same work on Rollkey, on Parse Server and on the bare database or hash function, in turns on one PostgreSQL
 * server. Parse Server has its own folder and lock file: `npm ci --ignore-scripts --prefix bench/peers` brings it.
 */
export async function benchPeers(): Promise<void> {
  if (!existsSync(join(import.meta.dirname, 'peers/node_modules/parse-server'))) {
    console.log('Parse Server is not installed: npm ci --ignore-scripts --prefix bench/peers')
    return
  }
  const port = await findFreePort()
  // Parse Server knows no sockets.
  const database = await startTemporaryPostgres({ listen_addresses: '127.0.0.1', port: String(port) })
  if (!database) {
    console.log('PostgreSQL is not installed.')
    return
  }
  const of = (name: string) => `postgresql://postgres@127.0.0.1:${port}/${name}`
  const candidates: Candidate[] = []
  try {
    await query(of('postgres'), 'create database rollkey')
    await query(of('postgres'), 'create database parse')
    const rollkey = await startRollkey(of('rollkey'))
    candidates.push(rollkey.candidate, await startParse(of('parse')), await startBare(of('rollkey'), rollkey.institute))
    for (const name of ['rollkey', 'parse']) await query(of(name), 'vacuum analyze')
    for (const row of Object.keys(plan) as Row[]) await measure(row, candidates)
  } finally {
    for (const { stop } of candidates) await stop()
    await database.stop()
  }
}

async function startRollkey(url: string): Promise<{ candidate: Candidate; institute: PopulatedInstitute }> {
  const origin = `http://localhost:${await findFreePort()}`
  const institute = await populateInstitute({ url }, origin, students)
  const sessions = await addLogins(url, institute)
  const server = await forkServer(origin, { url })
  const headers = { origin, 'x-appwrite-project': projectId }
  const as = (token: string) => createKeepAliveClient(origin, { ...headers, cookie: `session=${token}` })
  const office = as(institute.sessionToken)
  const guest = createKeepAliveClient(origin, headers)
  const own = sessions.map((session) => ({ ...session, client: as(session.token) }))
  const documents = '/v1/databases/rollkey/collections/students/documents'
  const ask = (queries: readonly object[]) =>
    `${documents}?${queries.map((one, index) => `queries[${index}]=${encodeURIComponent(JSON.stringify(one))}`).join('&')}`
  const equal = (attribute: string, n: number) => ({ method: 'equal', attribute, values: [rollNumber(n)] })
  const candidate: Candidate = {
    name: 'Rollkey',
    work: {
      'password login': (n) =>
        guest.call('POST', '/v1/account/sessions/email', { email: emailOf(n % people), password }),
      'look-up by an indexed field': (n) =>
        expectOne(office, ask([{ method: 'or', values: [equal('email', n), equal('rollNumber', n)] }])),
      'page of ten with its total': (n) =>
        expectPage(
          office,
          ask([
            { method: 'limit', values: [pageSize] },
            { method: 'offset', values: [skip(n)] },
          ]),
        ),
      'update of one record': (n) => {
        const { id, client } = own[n % people] as (typeof own)[number]
        return client.call('PATCH', `${documents}/${id}`, { data: { phoneNumber: phoneNumber(n) } })
      },
    },
    readCpuMs: () => readCpuMs(server),
    async stop() {
      for (const { close } of [office, guest, ...own.map(({ client }) => client)]) close()
      await end(server)
    },
  }
  return { candidate, institute }
}

async function startParse(url: string): Promise<Candidate> {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const server = await forkParseServer({ PORT: String(port), DATABASE_URL: url })
  const { sessionToken, ids } = await fillParseServer(origin, { students, people, emailOf, rollNumber, password })
  const headers = { 'x-parse-application-id': 'peers' }
  const guest = createKeepAliveClient(origin, headers)
  const office = createKeepAliveClient(origin, { ...headers, 'x-parse-session-token': sessionToken })
  const ask = (parameters: Readonly<Record<string, string>>) =>
    `/parse/classes/Student?${new URLSearchParams(parameters)}`
  return {
    name: 'Parse Server',
    work: {
      'password login': (n) => guest.call('POST', '/parse/login', { username: emailOf(n % people), password }),
      'look-up by an indexed field': (n) =>
        expectOne(office, ask({ where: JSON.stringify({ rollNumber: rollNumber(n) }), count: '1' })),
      'page of ten with its total': (n) =>
        expectPage(office, ask({ limit: String(pageSize), skip: String(skip(n)), order: 'rollNumber', count: '1' })),
      'update of one record': (n) =>
        office.call('PUT', `/parse/classes/Student/${ids[n % people]}`, { phoneNumber: phoneNumber(n) }),
    },
    readCpuMs: () => readCpuMs(server),
    async stop() {
      guest.close()
      office.close()
      await end(server)
    },
  }
}

/** The maximum of the machine: the hash alone, and the bare statements over a pool as wide as the load. */
async function startBare(url: string, institute: PopulatedInstitute): Promise<Candidate> {
  const pool = new pg.Pool({ connectionString: url, max: 16 })
  const hasher = createArgon2Hasher()
  const hash = await hasher.hash(password)
  const ask = (name: string, text: string, values: readonly unknown[]) =>
    pool.query({ name, text, values: [...values] })
  const members = 'from memberships join students on students.id = student_id where organisation_id = $1'
  return {
    name: 'limit',
    work: {
      'password login': () => hasher.verify(hash, password),
      'look-up by an indexed field': (n) =>
        ask('one', `select students.* ${members} and roll_number_canonical = $2`, [institute.id, rollNumber(n)]),
      'page of ten with its total': (n) =>
        ask('page', `select students.* ${members} order by roll_number_canonical limit $2 offset $3`, [
          institute.id,
          pageSize,
          skip(n),
        ]),
      'update of one record': (n) =>
        ask('update', 'update students set phone_number = $2 where id = $1', [
          institute.students[n % people]?.id,
          phoneNumber(n),
        ]),
    },
    readCpuMs: async () => Object.values(process.cpuUsage()).reduce((sum, us) => sum + us, 0) / 1_000,
    stop: () => pool.end(),
  }
}

type Figures = { readonly perSecond: number; readonly p50: number; readonly p99: number; readonly cpuMs: number }

/** Prints of each candidate the round that is the median of its speed, and the median of the rounds' ratios. */
async function measure(row: Row, candidates: readonly Candidate[]): Promise<void> {
  const { requests, width } = plan[row]
  const figures = candidates.map((): Figures[] => [])
  for (let round = -1; round < rounds; round++) {
    for (const [index, { work, readCpuMs }] of candidates.entries()) {
      const numbers = Array.from({ length: requests }, (_, n) => (round + 1) * requests + n)
      const cpuBefore = await readCpuMs()
      const { totalMs, durationsMs } = await sideBySide(numbers, width, async (n) => void (await work[row](n)))
      // The first round warms up.
      if (round === -1) continue
      figures[index]?.push({
        perSecond: (requests / totalMs) * 1_000,
        p50: percentile(durationsMs, 0.5),
        p99: percentile(durationsMs, 0.99),
        cpuMs: ((await readCpuMs()) - cpuBefore) / requests,
      })
    }
  }
  console.log(`${row} (${rounds} rounds of ${requests} requests, ${width} at a time)`)
  for (const [index, { name }] of candidates.entries()) {
    const { perSecond, p50, p99, cpuMs } = medianOf(figures[index] ?? [], (one) => one.perSecond)
    console.log(
      `  ${name.padEnd(13)} ${perSecond.toFixed(0).padStart(6)} /s  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  processor ${cpuMs.toFixed(2)} ms`,
    )
  }
  const [rollkey = [], parse = [], limit = []] = figures
  const ratio = (others: readonly Figures[]) =>
    medianOf(
      rollkey.map(({ perSecond }, round) => perSecond / (others[round]?.perSecond ?? Number.NaN)),
      (one) => one,
    ).toFixed(2)
  console.log(`  Rollkey / Parse Server ${ratio(parse)}, Rollkey / limit ${ratio(limit)}`)
}

function medianOf<Item>(items: readonly Item[], by: (item: Item) => number): Item {
  const sorted = [...items].sort((a, b) => by(a) - by(b))
  return sorted[Math.floor(sorted.length / 2)] as Item
}

/** Gives the first students a password, and each a login session. */
async function addLogins(url: string, institute: PopulatedInstitute) {
  const passwordHash = await createArgon2Hasher().hash(password)
  const storage = await openStorage({ database: { url } })
  const sessions = institute.students.slice(0, people).map(({ id }) => ({ id, token: systemRandom.secret() }))
  try {
    await storage.transaction(async (stores) => {
      const now = await stores.now()
      for (const { id, token } of sessions) {
        await stores.accounts.changePassword(id, passwordHash, now)
        await insertLogin(stores, id, ['password'], token, now)
      }
    })
  } finally {
    await storage.close()
  }
  return sessions
}

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function forkParseServer(env: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const program = join(import.meta.dirname, 'peers/parse-server.mjs')
  // It writes log files into the folder where it is started.
  const server = fork(program, { cwd: tmpdir(), env: { ...process.env, ...env } })
  await untilReady(server)
  return server
}

async function end(server: ChildProcess): Promise<void> {
  const ended = once(server, 'exit')
  server.send('stop')
  await ended
}

async function expectOne(client: KeepAliveClient, path: string): Promise<void> {
  const answer = await client.call<{ total?: number; count?: number }>('GET', path)
  if ((answer.total ?? answer.count) !== 1) throw new Error(`${path}: not one record`)
}

async function expectPage(client: KeepAliveClient, path: string): Promise<void> {
  const answer = await client.call<{ total?: number; count?: number; documents?: object[]; results?: object[] }>(
    'GET',
    path,
  )
  const page = answer.documents ?? answer.results ?? []
  if ((answer.total ?? answer.count) !== students || page.length !== pageSize) throw new Error(`${path}: no full page`)
}

const rollNumber = (n: number): string => `B${n % students}`
const emailOf = (n: number): string => `${rollNumber(n).toLowerCase()}@bench.example`
/** Pages spread over the first 1,000 records. */
const skip = (n: number): number => (n % 100) * pageSize
const phoneNumber = (n: number): string => `1234${String(n).padStart(5, '0')}`
