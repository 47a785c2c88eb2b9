import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problems, type Reason, typeOfReason } from '#contract/problems.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { arbitraryRequest, type FuzzedRequest } from '#testing/fuzzed-request.ts'
import type { Reply } from '#testing/http-client.ts'
import {
  type Callers,
  type KnownCall,
  listBodyCalls,
  listBodylessCalls,
  listReadCalls,
  methodOf,
  prepareCallers,
} from '#testing/known-calls.ts'
import {
  logIn,
  markStudent,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

/** Cases for each call. `npm run fuzz` takes 10,000. */
const cases = Number(process.env.FUZZ_CASES ?? 12)
/** The same cases on each run; another seed gives others. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)
const answerMs = 10_000
/** Columns of free text, which may also hold another person's id. */
const chosenFreely = [
  'name',
  'first_name',
  'last_name',
  'address_line1',
  'address_line2',
  'state',
  'city',
  'user_agent',
]

type Row = Readonly<Record<string, unknown>>

/** Rules §3: whatever is sent, the answer has a known form, comes in time, and changes nothing of other people. */
describe.each(engines)('of nearly valid requests, on %s,', (engine) => {
  let server: TestServer
  let callers: Callers
  /** These people send nothing: all their data must stay as it is. */
  let bystanders: readonly Person[]
  let before: readonly string[]
  let known: readonly string[]

  beforeAll(async () => {
    server = await startTestServer(engine)
    callers = await prepareCallers(server)
    const academy = await registerOrganisation(server, { name: 'Tapti Academy', email: 'office@tapti.example' })
    const mina = await registerStudent(server, academy.id, { email: 'mina@students.example', rollNumber: 'T-9' })
    bystanders = [academy, mina]
    for (const person of bystanders) await registerPasskey(person)
    await startAttendance(academy)
    await markStudent(academy, mina.email, mina.authenticator)
    before = await readBystanders()
    const { student, organisation, newStudent } = callers
    const people = [...bystanders, student, organisation, newStudent]
    known = [...people.flatMap(({ id, email }) => [id, email]), 'T-9', '21CS042', 'unknown']
  })
  afterAll(() => server.close())

  /**
   * Guests may request mails to them and options for their passkeys, and fail to log in as them: only those rows may
   * change.
   */
  async function readBystanders(): Promise<readonly string[]> {
    const tables = await server.readTables()
    const moving = ['audit_log', 'outbox', 'tokens', 'login_misses', 'ceremonies', 'login_proofs', 'member_blocks']
    return Object.entries(tables)
      .filter(([name]) => !moving.includes(name))
      .flatMap(([name, rows]) => rows.map((row) => ({ name, row: JSON.parse(row) as Row })))
      .filter(({ row }) => isAboutBystanders(row))
      .map(({ name, row }) => `${name} ${JSON.stringify({ ...row, members: 'may grow' })}`)
      .sort()
  }

  /** A student may join any institute: the membership is the student's, and the institute has one member more. */
  function isAboutBystanders(row: Row): boolean {
    const names = bystanders.flatMap(({ id, email }) => [id, email])
    const isOfAnotherStudent = typeof row.student_id === 'string' && !names.includes(row.student_id)
    const concerns = ([column, value]: [string, unknown]) =>
      !chosenFreely.includes(column) && names.some((name) => String(value).includes(name))
    return !isOfAnotherStudent && Object.entries(row).some(concerns)
  }

  function expectOneOfOurs({ route }: KnownCall, reply: Reply, tookMs: number): void {
    expect([route, reply.status < 500, tookMs < answerMs], `${reply.status} ${reply.text}`).toEqual([route, true, true])
    if (reply.status < 400) return
    const body = reply.body as { message: string; code: number; type: string; version: string; reason: Reason }
    const keys = new Set(['message', 'code', 'type', 'version', 'reason'])
    expect(new Set(Object.keys(body).filter((key) => key !== 'value'))).toEqual(keys)
    expect(typeOfReason(body.reason)).toBe(body.type)
    expect(Object.keys(problems)).toContain(body.type)
    expect(body.code).toBe(reply.status)
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.text).not.toMatch(/\.ts\b|node_modules|SQLITE|\bselect\b.*\bfrom\b|\binsert into\b/i)
  }

  async function send(call: KnownCall, { path, rawBody, headers }: FuzzedRequest): Promise<void> {
    const startedAt = performance.now()
    const options = { headers, ...(rawBody === undefined ? {} : { rawBody }) }
    const reply = await call.http.request(methodOf(call), path, undefined, options)
    expectOneOfOurs(call, reply, performance.now() - startedAt)
    // Logs in again when a request was valid and logged its caller out.
    const { student, organisation } = callers
    const person = [student, organisation].find(({ http }) => http === call.http)
    if (person && call.route.startsWith('DELETE') && reply.status === 204) await logIn(person)
  }

  test.each([
    ['with a body', () => listBodyCalls(callers)],
    ['that read', () => listReadCalls(callers)],
    ['that delete', () => listBodylessCalls(callers)],
  ])(
    'those to the calls %s get proper answers and change nothing of others',
    async (_which, list) => {
      for (const call of list()) {
        const property = fc.asyncProperty(arbitraryRequest(call, known), (request) => send(call, request))
        await fc.assert(property, { numRuns: cases, seed, endOnFailure: cases > 1_000 })
        expect([call.route, await readBystanders()]).toEqual([call.route, before])
      }
      const tables = await server.readTables()
      await checkInvariants(server.database)
      // No one has a new role, and no one was marked: the fuzzer signs nothing.
      expect(rowsOf(tables, 'marks')).toHaveLength(1)
      const classes = rowsOf(tables, 'attendance_sessions').filter((row) => row.group_id === row.organisation_id)
      expect(classes).toHaveLength(2)
    },
    60_000 + cases * 2_000,
  )
})
