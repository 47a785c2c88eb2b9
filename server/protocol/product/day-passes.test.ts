import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CourseSheet } from '#contract/course-sessions.ts'
import type { CourseDetail } from '#contract/courses.ts'
import type { DayPassDisplay, DayPassList } from '#contract/day-pass.ts'
import { engines } from '#testing/create-database.ts'
import { makeDayPass, sendAsDayPass } from '#testing/day-pass-over-http.ts'
import { type Person, registerOrganisation, registerPasskey } from '#testing/people-over-http.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

describe.each(engines)('a day pass over HTTP on %s', (engine) => {
  let server: TestServer
  let college: Person
  let courseId: string

  beforeAll(async () => {
    server = await startTestServer(engine)
    college = await registerOrganisation(server)
    await registerPasskey(college)
    const named = { code: 'MATH-1', title: 'Maths', kind: 'course', department: '', term: '' }
    courseId = (await college.http.post<CourseDetail>('/api/v1/courses', named)).body.id
  })
  afterAll(() => server.close())

  test('opens in one browser, by a cookie that no script reads', async () => {
    const { secret } = await makeDayPass(college, courseId)
    const http = server.openBrowser()
    const opened = await http.post('/api/v1/day-pass/open', { secret })
    expect([opened.status, opened.headers.get('set-cookie')]).toEqual([
      204,
      expect.stringMatching(/^pass=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/),
    ])
    const second = await server.openBrowser().post('/api/v1/day-pass/open', { secret })
    expect(second).toMatchObject({ status: 401, body: { type: 'user_unauthorized', reason: 'day-pass-used' } })
    expect((await http.post('/api/v1/day-pass/open', { secret })).status).toBe(204)

    // Only the page of the pass speaks for it.
    expect((await http.get('/api/v1/day-pass')).status).toBe(401)
    const pass = sendAsDayPass(http)
    expect((await pass.get<DayPassDisplay>('/api/v1/day-pass')).body).toMatchObject({
      name: 'Meera Nair',
      courses: [{ code: 'MATH-1', nextNumber: 1 }],
    })
    const start = { expected: 1, minutes: 60 }
    const started = await pass.post<CourseSheet>(`/api/v1/day-pass/courses/${courseId}/sessions`, start)
    expect([started.status, started.body.session.startedBy]).toMatchObject([200, { role: 'day-pass' }])
  })

  test('keeps its cookie until the last session that it could start can be finished no more', async () => {
    const http = server.openBrowser()
    const { secret } = await makeDayPass(college, courseId)
    const opened = await http.post('/api/v1/day-pass/open', { secret })
    const maxAge = Number(/Max-Age=(\d+)/.exec(opened.headers.get('set-cookie') ?? '')?.[1])
    const { endsAt, serverTime } = (await sendAsDayPass(http).get<DayPassDisplay>('/api/v1/day-pass')).body
    // The longest session, and half an hour.
    const wanted = (endsAt - serverTime) / 1_000 + (300 + 30) * 60
    expect(Math.abs(maxAge - wanted)).toBeLessThan(60)
  })

  test('is worthless once it was ended: each call answers so', async () => {
    const { secret, passes } = await makeDayPass(college, courseId)
    const http = server.openBrowser()
    await http.post('/api/v1/day-pass/open', { secret })
    const pass = sendAsDayPass(http)
    const ended = await college.http.delete<DayPassList>(`/api/v1/day-passes/${passes[0]?.id}`)
    expect(ended.body.passes.map(({ id }) => id)).not.toContain(passes[0]?.id)
    const over = { status: 401, body: { type: 'user_unauthorized', reason: 'day-pass-over' } }
    for (const path of ['/api/v1/day-pass', '/api/v1/courses', '/v1/account']) {
      expect(await pass.get(path)).toMatchObject(over)
    }
    const start = { expected: 2, minutes: 60 }
    expect(await pass.post(`/api/v1/day-pass/courses/${courseId}/sessions`, start)).toMatchObject(over)
    expect(await http.post('/api/v1/day-pass/open', { secret })).toMatchObject(over)
  })
})
