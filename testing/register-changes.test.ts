import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { CourseRegister, CourseSheet } from '#contract/course-sessions.ts'
import type { CourseDetail } from '#contract/courses.ts'
import type { RosterPage } from '#contract/roster.ts'
import { sendRequest } from '../web/client/send-request.ts'
import { engines } from './create-database.ts'
import { type Person, registerOrganisation, registerPasskey } from './people-over-http.ts'
import { confirm } from './staff-over-http.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** Three blocks of the answer, and one that is not full. */
const people = 50

describe.each(engines)('a register that is read again, on %s', (engine) => {
  let server: TestServer
  let college: Person
  let course: string
  let ids: readonly string[] = []

  const read = async <Answer>(path: string) => (await college.http.get<Answer>(path)).body
  const add = async (number: number) => {
    const rollNumber = `R-${String(number).padStart(2, '0')}`
    const named = { rollNumber, givenName: 'Asha', familyName: 'Rao', email: '', section: '' }
    expect((await college.http.post('/api/v1/people', named)).status).toBe(200)
  }
  /** Everyone of the institute. */
  async function enrol() {
    ids = (await read<RosterPage>('/api/v1/people?limit=50')).people.map(({ id }) => id)
    const enrolled = { people: ids, meanwhile: 'left-out' }
    expect((await college.http.post(`/api/v1/courses/${course}/people`, enrolled)).status).toBe(200)
  }
  const begin = async (expected: number) => {
    await confirm(college)
    const start = { expected, minutes: 5 }
    const { body } = await college.http.post<CourseSheet>(`/api/v1/groups/${course}/sessions`, start)
    server.clock.advance(6 * 60_000)
    await confirm(college)
    return body.session.id
  }
  async function rule(session: string, place: number, status: string, after = 0) {
    const path = `/api/v1/sessions/${session}/people/${ids[place]}/rulings`
    expect((await college.http.post(path, { status, reason: 'So.', after })).status).toBe(200)
  }

  beforeAll(async () => {
    server = await startTestServer(engine)
    college = await registerOrganisation(server)
    await registerPasskey(college)
    await confirm(college)
    const named = { code: 'MATH', title: 'Mathematics', kind: 'course', department: '', term: '' }
    course = (await college.http.post<CourseDetail>('/api/v1/courses', named)).body.id
    // One place in the middle is left free.
    for (let number = 1; number <= people; number++) if (number !== 25) await add(number)
    await enrol()
  })
  afterAll(() => server.close())
  afterEach(() => vi.unstubAllGlobals())

  test('is sent as blocks that changed, and is then what it is when it is read whole', async () => {
    const session = await begin(1)
    await rule(session, 0, 'present')
    const address = `/api/v1/groups/${course}/register`
    const statuses: number[] = []
    const sent: number[] = []
    const platformFetch = globalThis.fetch
    vi.stubGlobal('fetch', async (input: string | Request, init: RequestInit) => {
      if (input !== address) return platformFetch(input, init)
      const headers = new Headers(init.headers)
      headers.set('cookie', college.http.cookies.header('/') ?? '')
      const response = await platformFetch(`${college.http.origin}${address}`, { ...init, headers })
      statuses.push(response.status)
      sent.push((await response.clone().text()).length)
      return response
    })
    let before: object = {}
    async function expectWhole() {
      const askedAt = server.clock.now()
      const { serverTime, ...shown } = await sendRequest<CourseRegister>('GET', address)
      const { serverTime: _, ...whole } = await read<CourseRegister>(address)
      expect(shown).toEqual(whole)
      expect(serverTime).toBeGreaterThanOrEqual(askedAt)
      // What was shown before is not taken for it.
      expect(shown).not.toEqual(before)
      before = shown
    }
    await expectWhole()
    await rule(session, 20, 'late')
    await expectWhole()
    await rule(session, 0, 'excused', 1)
    await rule(session, 40, 'present')
    await expectWhole()
    await add(25)
    await enrol()
    await expectWhole()
    await begin(2)
    await expectWhole()
    await sendRequest('GET', address)
    expect(statuses).toEqual([200, 226, 226, 226, 226, 304])
    const [whole = 0, one] = sent
    expect(one).toBeLessThan(whole / 2)
  })
})
