import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prefixes } from '#contract/addresses.ts'
import { appwriteCalls } from '#contract/appwrite-calls.ts'
import type { CheckInOffer } from '#contract/check-in.ts'
import type { CourseSheet } from '#contract/course-sessions.ts'
import type { RoomList } from '#contract/courses.ts'
import { productCalls } from '#contract/product-calls.ts'
import type { RosterPage } from '#contract/roster.ts'
import { engines } from '#testing/create-database.ts'
import { closedAnswers } from '#testing/expected-permissions.ts'
import {
  type Callers,
  type KnownCall,
  listBodyCalls,
  listBodylessCalls,
  listExportCalls,
  listReadCalls,
  methodOf,
  prepareCallers,
} from '#testing/known-calls.ts'
import type { Tables } from '#testing/read-tables.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

/** What a day pass gets to read (rules R4.72): every key of every answer, written by hand. Each other call refuses it. */

const below = (at: string, keys: readonly string[]) => [at, ...keys.map((key) => `${at}.${key}`)]
const course = ['id', 'code', 'title']
const by = ['name', 'title', 'role']
const session = [
  ...['id', 'publicId', 'number', 'startedAt', 'endsAt', 'lateAfterMs', 'closesAfterMs', 'hasRoomCode', 'status'],
  ...['isTaken', 'present', 'people', ...below('apart', ['guests', 'afterClosing'])],
  ...below('course', course),
  ...below('room', ['id', 'name']),
  ...below('startedBy', by),
]
const ruling = ['sequence', 'status', 'minutes', 'reason', 'cause', 'decidedAt', ...below('by', by)]
const cell = [
  ...['status', 'isAfterClosing', 'isLeftOut', 'isGuest'],
  ...below('mark', ['markedAt', 'begunAt', 'way']),
  ...below('ruling', ruling),
]
const sheet = [
  ...['finishUntil', 'lockedAt', 'serverTime'],
  ...below('session', session),
  ...below('people[]', ['personId', 'studentId', 'rollNumber', 'given', 'family', ...below('cell', cell)]),
]
const display = [
  ...['name', 'endsAt', 'finishUntil', 'serverTime'],
  ...below('organisation', ['id', 'name', 'timeZone']),
  ...below('courses[]', [...course, 'people', 'nextNumber']),
  ...below('running[]', session),
  ...below('notTaken[]', session),
  ...below('rooms[]', ['id', 'name']),
]
const shownCode = [
  'publicId',
  'code',
  'step',
  'endsIn',
  'count',
  'members',
  ...below('apart', ['guests', 'afterClosing']),
  'newest[]',
  'endsAt',
  'serverTime',
]

const start = 'POST /api/v1/day-pass/courses/:courseId/sessions'
const ofSession = '/api/v1/day-pass/sessions/:sessionId'
const open: Readonly<Record<string, readonly string[]>> = {
  'GET /api/v1/day-pass': display,
  [start]: sheet,
  [`GET ${ofSession}`]: sheet,
  [`GET ${ofSession}/room-code`]: shownCode,
  [`POST ${ofSession}/roll-call`]: sheet,
  [`POST ${ofSession}/end`]: sheet,
  // The caller is not looked for.
  'GET /v1/ping': [],
  'GET /api/v1/ping': ['message'],
}

/** Every key of an answer, however deep: 'people[].cell.status'. */
function keysOf(answer: unknown, at = ''): string[] {
  if (Array.isArray(answer)) return [`${at}[]`, ...answer.flatMap((one) => keysOf(one, `${at}[]`))]
  if (answer === null || typeof answer !== 'object') return at === '' ? [] : [at]
  return [
    ...(at === '' ? [] : [at]),
    ...Object.entries(answer).flatMap(([key, value]) => keysOf(value, at === '' ? key : `${at}.${key}`)),
  ]
}
const sorted = (keys: readonly string[]) => [...new Set(keys)].sort()

describe.each(engines)('a day pass on %s', (engine) => {
  let server: TestServer
  let callers: Callers
  let known: readonly KnownCall[]

  beforeAll(async () => {
    server = await startTestServer(engine)
    callers = await prepareCallers(server)
    known = [listBodyCalls, listBodylessCalls, listReadCalls, listExportCalls].flatMap((list) => list(callers))
  })
  afterAll(() => server.close())

  /** A refusal may be recorded, but nothing else may change. */
  async function readWhatMatters(): Promise<Tables> {
    const { audit_log: _, ...tables } = await server.readTables()
    return tables
  }

  test('is refused every call but its own, and nothing changes', async () => {
    const served = [
      ...Object.keys(appwriteCalls).map((name) => name.replace(' ', ` ${prefixes.appwrite}`)),
      ...Object.keys(productCalls).map((name) => name.replace(' ', ` ${prefixes.product}`)),
    ]
    expect(sorted(known.map(({ route }) => route))).toEqual(sorted(served))
    const { type, message } = closedAnswers.no
    const before = await readWhatMatters()
    for (const call of known.filter(({ route }) => !(route in open))) {
      const { status, body } = await callers.dayPass.request(methodOf(call), call.path, call.body)
      expect([call.route, status, body]).toEqual([call.route, 401, expect.objectContaining({ type, message })])
    }
    expect(await readWhatMatters()).toEqual(before)
  })

  test('reads no other key than those of the list by hand', async () => {
    const { organisation, student, dayPass } = callers
    const seen: Record<string, string[]> = {}
    /** As a day pass. */
    async function send<Body>(route: string, sessionId = '', body?: object): Promise<Body> {
      const [method = '', pattern = ''] = route.split(' ')
      const path = pattern.replace(':courseId', callers.course.id).replace(':sessionId', sessionId)
      const { status, body: answer } = await dayPass.request<Body>(method, path, body)
      expect([route, status, answer]).toEqual([route, 200, answer])
      seen[route] = sorted([...(seen[route] ?? []), ...keysOf(answer)])
      return answer
    }
    const { http } = organisation
    await http.patch('/api/v1/settings', { ways: ['screen', 'room-code'] })
    const { rooms } = (await http.post<RoomList>('/api/v1/rooms', { name: 'Hall' })).body
    const newcomer = { rollNumber: 'P-1', givenName: 'Aarav', familyName: 'Mehta', email: '', section: '' }
    await http.post('/api/v1/people', newcomer)
    const { people } = (await http.get<RosterPage>('/api/v1/people')).body
    const unmarked = people.find(({ rollNumber }) => rollNumber === 'P-1')?.id ?? ''
    await http.post(`/api/v1/courses/${callers.course.id}/people`, { people: [unmarked], meanwhile: 'left-out' })
    expect((await http.post(`/api/v1/sessions/${callers.course.sessionId}/end`, {})).status).toBe(200)

    // One that no one takes, and one in which a person has a mark and another is called.
    const untaken = await send<CourseSheet>(start, '', { expected: 2, minutes: 60, roomId: rooms[0]?.id })
    await send(`POST ${ofSession}/end`, untaken.session.id, {})
    const wanted = { expected: 3, minutes: 60, roomId: rooms[0]?.id }
    const { id } = (await send<CourseSheet>(start, '', wanted)).session
    const checkIn = { way: 'screen', rollNumber: '21CS042', session: id }
    const offer = (await http.post<CheckInOffer>('/api/v1/check-ins', checkIn)).body
    const assertion = student.authenticator.assert(offer.ceremony?.options as PublicKeyCredentialRequestOptionsJSON)
    const finished = await http.post(`/api/v1/check-ins/${offer.ceremony?.id}/finish`, { assertion })
    expect(finished.status).toBe(200)
    await send(`POST ${ofSession}/roll-call`, id, { statuses: [{ person: unmarked, status: 'present' }], reason: '' })
    await send(start, '', wanted)
    await send('GET /api/v1/day-pass')
    await send(`GET ${ofSession}`, id)
    await send(`GET ${ofSession}/room-code`, id)
    await send(`POST ${ofSession}/end`, id, {})
    await send('GET /v1/ping')
    await send('GET /api/v1/ping')
    expect(seen).toEqual(Object.fromEntries(Object.entries(open).map(([route, keys]) => [route, sorted(keys)])))
  })
})

test('a key more at any depth is seen', () => {
  const answer = { people: [{ cell: null }, { cell: { mark: { way: 'screen' } } }] }
  expect(keysOf(answer)).toEqual(expect.arrayContaining(['people[].cell', 'people[].cell.mark.way']))
  for (const more of [
    { ...answer, email: null },
    { people: [{ cell: { note: '' } }] },
    { people: [{}, { list: [] }] },
  ]) {
    expect(sorted([...keysOf(answer), ...keysOf(more)])).not.toEqual(sorted(keysOf(answer)))
  }
})
