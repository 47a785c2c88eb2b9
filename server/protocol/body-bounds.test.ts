import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { prefixes } from '#contract/addresses.ts'
import { appwriteCalls } from '#contract/appwrite-calls.ts'
import type { CallContract } from '#contract/calls.ts'
import type { CheckInOffer } from '#contract/check-in.ts'
import type { CourseSheet } from '#contract/course-sessions.ts'
import type { CourseList, CoursePeople } from '#contract/courses.ts'
import { dayPassHeader } from '#contract/day-pass-header.ts'
import { projectId } from '#contract/identifiers.ts'
import type { ImportPlan } from '#contract/imports.ts'
import { productCalls } from '#contract/product-calls.ts'
import type { Act } from '#server/domain/acts.ts'
import { verdictOf } from '#server/domain/permissions.ts'
import { engines } from '#testing/create-database.ts'
import type { Reply } from '#testing/http-client.ts'
import { type Callers, type KnownCall, listBodyCalls, methodOf, prepareCallers } from '#testing/known-calls.ts'
import { mostBody } from '#testing/most-body.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

/** The bounds of bodies (rules R3.1): what a schema names is taken, what is beyond is refused. */

const kib = 1_024
const mostBytes = 512 * kib

const contracts = new Map<string, CallContract<Act>>(
  [[prefixes.appwrite, appwriteCalls] as const, [prefixes.product, productCalls] as const].flatMap(([prefix, calls]) =>
    Object.entries(calls).map(([name, call]): [string, CallContract<Act>] => [name.replace(' ', ` ${prefix}`), call]),
  ),
)

/** The body of a call at the most that its schema names. */
function mostOf({ route, path, body }: KnownCall): unknown {
  const { input, data } = contracts.get(route) as CallContract & { readonly input: z.ZodType }
  const collection = path.includes('/students/') ? 'students' : 'organisations'
  return data ? { ...body, data: makeOnce(data[collection]) } : makeOnce(input)
}
const made = new Map<z.ZodType, unknown>()
function makeOnce(schema: z.ZodType): unknown {
  if (!made.has(schema)) made.set(schema, mostBody(schema, mostBytes))
  return made.get(schema)
}

describe.each(engines)('a body on %s', (engine) => {
  let server: TestServer
  let callers: Callers

  beforeAll(async () => {
    server = await startTestServer(engine)
    callers = await prepareCallers(server)
  })
  afterAll(() => server.close())

  test('of 300 people is imported, enrolled and called, by a teacher and by a day pass', async () => {
    const { organisation, dayPass } = callers
    const { http } = organisation
    const ok = <Body>(reply: Reply<Body>): Body => {
      expect([reply.status, reply.text.slice(0, 200)]).toEqual([expect.toBeOneOf([200, 204]), expect.anything()])
      return reply.body
    }
    const columns = ['rollNumber', 'givenName', 'familyName', 'section']
    const begun = { source: 'Office', fileName: 'all.csv', columns, isWhole: false }
    const { id } = ok(await http.post<ImportPlan>('/api/v1/imports', begun))
    const lines = Array.from({ length: 300 }, (_, n) => [n + 1, `B${n}`, 'Given', `Family ${n}`, '10B'])
    for (const part of [lines.slice(0, 250), lines.slice(250)]) {
      ok(await http.post(`/api/v1/imports/${id}/lines`, { lines: part }))
    }
    const { seal } = ok(await http.post<ImportPlan>(`/api/v1/imports/${id}/plan`))
    ok(await http.post(`/api/v1/imports/${id}/apply`, { seal, same: [], isReviewed: false }))
    const wanted = { sections: ['10B'], term: '' }
    const { courses } = ok(await http.post<CourseList>('/api/v1/courses/from-sections', wanted))
    const peoplePath = (course: string | undefined) => `/api/v1/courses/${course}/people`
    const { people } = ok(await http.get<CoursePeople>(peoplePath(courses[0]?.id)))
    const ids = people.map(({ personId }) => personId)
    expect(ids).toHaveLength(300)
    for (const some of [ids.slice(0, 200), ids.slice(200)]) {
      ok(await http.post(peoplePath(callers.course.id), { people: some, meanwhile: 'left-out' }))
    }

    const { sessionId } = callers.course
    const statuses = ids.map((person) => ({ person, status: 'present' }))
    const called = { way: 'roll-call', session: sessionId, statuses, reason: '' }
    const { ceremony } = ok(await http.post<CheckInOffer>('/api/v1/check-ins', called))
    const assertion = organisation.authenticator.assert(ceremony?.options as never)
    ok(await http.post(`/api/v1/check-ins/${ceremony?.id}/finish`, { assertion }))
    ok(await http.post(`/api/v1/sessions/${sessionId}/end`))
    const start = { expected: 2, minutes: 60 }
    const sessions = `/api/v1/day-pass/courses/${callers.course.id}/sessions`
    const { session } = ok(await dayPass.post<CourseSheet>(sessions, start))
    const roll = ok(
      await dayPass.post<CourseSheet>(`/api/v1/day-pass/sessions/${session.id}/roll-call`, { statuses, reason: '' }),
    )
    expect(roll.session.present).toBe(300)
  })

  test('at the most that its call names is read by every call', async () => {
    for (const call of listBodyCalls(callers)) {
      if (isOutside(call)) continue
      const body = mostOf(call)
      const { input, data } = contracts.get(call.route) as CallContract
      if (!data) expect([call.route, input?.safeParse(body).error]).toEqual([call.route, undefined])
      const { body: answer } = await call.http.request<{ reason?: string }>(methodOf(call), call.path, body)
      // What the body says is judged, so it was read: a bound would have refused it as malformed.
      expect([call.route, answer?.reason]).not.toEqual([call.route, 'malformed-request'])
    }
  })

  test('with one entry more than its call names is refused, in each of its lists', async () => {
    const tried: string[] = []
    for (const call of listBodyCalls(callers)) {
      if (isOutside(call) || contracts.get(call.route)?.data) continue
      for (const longer of withLongerLists(mostOf(call))) {
        const { status, body } = await call.http.request(methodOf(call), call.path, longer)
        expect([call.route, status, body]).toMatchObject([
          call.route,
          400,
          { type: expect.stringMatching(/^general_(argument_invalid|bad_request)$/) },
        ])
        tried.push(call.route)
      }
    }
    expect(tried).toContain('POST /api/v1/day-pass/sessions/:sessionId/roll-call')
  })

  test('with more keys than its call names is refused, from 201 on', async () => {
    for (const call of listBodyCalls(callers)) {
      const named = countKeys(mostOf(call))
      const keys = named > 200 && !isOutside(call) ? 2 * named : 201
      const rawBody = JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, n) => [`k${n}`, n])))
      const { status, body } = await call.http.request(methodOf(call), call.path, undefined, { rawBody })
      expect([call.route, status, body]).toMatchObject([call.route, 400, { reason: 'malformed-request' }])
    }
  })

  /** Sends so much of a body of this length, and no more: an answer comes if the rest is not waited for. */
  async function sendPart(
    call: Pick<KnownCall, 'http' | 'path' | 'route'>,
    length: Length,
    part = '{',
  ): Promise<number> {
    const { hostname, port } = new URL(server.origin)
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on('error', () => undefined)
    const isPieces = length === 'in pieces'
    const headers = {
      host: 'x',
      origin: server.origin,
      cookie: call.http.cookies.header(call.path) ?? '',
      'x-appwrite-project': projectId,
      'content-type': 'application/json',
      ...(call.http === callers.dayPass && { [dayPassHeader.name]: dayPassHeader.value }),
      ...(isPieces ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(length) }),
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    const body = isPieces ? `${part.length.toString(16)}\r\n${part}\r\n` : part
    socket.write(`${methodOf(call)} ${call.path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
    const [first] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return Number(String(first).split(' ')[1])
  }

  test('of more than its call names is not read, and of more than 512 KiB nowhere', async () => {
    for (const call of listBodyCalls(callers)) {
      const most = Buffer.byteLength(JSON.stringify(mostOf(call)))
      const bound = most > 64 * kib && !isOutside(call) ? Math.min(mostBytes, 2 * most) : 64 * kib
      expect([call.route, await sendPart(call, mostBytes + 1)]).toEqual([call.route, 413])
      const beyond = `"${'x'.repeat(bound)}`
      expect([call.route, await sendPart(call, bound + 1, beyond)]).toEqual([call.route, 413])
      expect([call.route, await sendPart(call, 'in pieces', beyond)]).toEqual([call.route, 413])
    }
  })

  test('is not waited for where the door is closed, whatever its length', async () => {
    for (const [route, contract] of contracts) {
      if (!contract.input || allowsGuest(contract.act)) continue
      const path = route.slice(route.indexOf(' ') + 1).replace(/:\w+/g, 'unknown')
      for (const length of ['in pieces', 300 * kib] as const) {
        expect([route, await sendPart({ http: callers.guest, path, route }, length)]).toEqual([route, 401])
      }
    }
  })

  test('of more than 64 KiB is not read of a caller who may do the smaller acts of its call alone', async () => {
    const call = { route: 'POST /api/v1/check-ins', path: '/api/v1/check-ins' }
    for (const http of [callers.guest, callers.student.http]) {
      const beyond = `"${'x'.repeat(64 * kib)}`
      expect(await sendPart({ ...call, http }, 300 * kib, beyond)).toBe(413)
      expect(await sendPart({ ...call, http }, 'in pieces', beyond)).toBe(413)
      expect((await http.request('POST', call.path, { way: 'none' })).status).toBe(400)
    }
  })
})

type Length = 'in pieces' | number

const allowsGuest = (acts: Act | readonly Act[]) => [acts].flat().some((act) => verdictOf(act, 'guest') === 'allowed')

/** A guest marks no one by hand: the larger bound of this call is not the guest's. */
const isOutside = ({ route, body }: KnownCall) => route === 'POST /api/v1/check-ins' && body?.way === 'room-code'

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inside = Object.values(value).reduce<number>((sum, one) => sum + countKeys(one), 0)
  return inside + (Array.isArray(value) ? 0 : Object.keys(value).length)
}

/** The body once for each of its lists, with that list one entry longer. */
function withLongerLists(body: unknown): readonly unknown[] {
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([key, value]) => {
    const longer: unknown[] = Array.isArray(value) ? [{ ...body, [key]: [...value, value[0]] }] : []
    const inside = Array.isArray(value) ? [] : withLongerLists(value)
    return [...longer, ...inside.map((one) => ({ ...body, [key]: one }))]
  })
}
