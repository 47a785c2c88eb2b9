import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AttendanceSheet } from '#contract/attendance-sheet.ts'
import { engines } from '#testing/create-database.ts'
import { type Callers, prepareCallers } from '#testing/known-calls.ts'
import { markStudent } from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

describe.each(engines)('the sheet of a session over HTTP on %s', (engine) => {
  let server: TestServer
  let callers: Callers
  let sheet: string

  beforeAll(async () => {
    server = await startTestServer(engine)
    callers = await prepareCallers(server)
    sheet = `/api/v1/sessions/${callers.attendanceSessionId}`
    const { organisation, student } = callers
    await markStudent(organisation, student.email, student.authenticator)
  })
  afterAll(() => server.close())

  const read = async (query = '') => callers.organisation.http.get<AttendanceSheet>(`${sheet}${query}`)

  test('has the student, the head count and the draw, and the next read has them too', async () => {
    const { http } = callers.organisation
    const { body: counted } = await http.put(`${sheet}/head-count`, { counted: 1 })
    const { body: drawn } = await http.post<Pick<AttendanceSheet, 'draws'>>(`${sheet}/draws`)
    expect(drawn.draws).toMatchObject([{ studentId: callers.student.id, here: null }])
    const { body: found } = await http.put<Pick<AttendanceSheet, 'draws'>>(`${sheet}/draws/${callers.student.id}`, {
      here: true,
    })
    expect(found.draws).toMatchObject([{ here: true }])
    const { status, body } = await read()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      counts: { members: 1, marked: 1, screen: 1 },
      headCount: counted,
      draws: found.draws,
      rows: [{ studentId: callers.student.id, mark: { way: 'screen', isSigned: true } }],
    })
  })

  test.each(['?filter=present', '?limit=101', '?offset=-1', '?search=a&show=all'])(
    'asked for with “%s” is refused',
    async (query) => {
      expect(await read(query)).toMatchObject(refusal(400, 'general_argument_invalid'))
    },
  )

  test.each([-1, 1.5, 100_001, '51', null])('takes no head count of %j', async (counted) => {
    expect(await callers.organisation.http.put(`${sheet}/head-count`, { counted })).toMatchObject(
      refusal(400, 'general_argument_invalid'),
    )
  })

  test('is closed to its own students', async () => {
    expect(await callers.student.http.get(sheet)).toMatchObject(refusal(401, 'user_unauthorized'))
    expect(await callers.student.http.post(`${sheet}/draws`)).toMatchObject(refusal(401, 'user_unauthorized'))
  })
})
