import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CourseDetail } from '#contract/courses.ts'
import { paths } from '#contract/paths.ts'
import type { EndedStaff, StaffList } from '#contract/staff.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { type AnyPerson, logIn, type Person, registerOrganisation, registerPasskey } from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { addStaff, confirm, invite, sendPasskeyLink } from '#testing/staff-over-http.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

describe.each(engines)('the end of a person of an institute on %s', (engine) => {
  let server: TestServer
  let college: Person
  let owner: AnyPerson
  let made = 0
  const fresh = () => `ended-${++made}@staff.example`

  beforeAll(async () => {
    server = await startTestServer(engine)
    college = await registerOrganisation(server)
    await registerPasskey(college)
    owner = await addStaff(server, college, { email: fresh(), role: 'owner' })
  })
  afterAll(async () => {
    await checkInvariants(server.database, server.clock.now())
    await server.close()
  })

  const list = async () => (await owner.http.get<StaffList>('/api/v1/staff')).body
  const rowOf = async ({ email }: AnyPerson) => (await list()).people.find((one) => one.email === email)

  test('ends the links that the person sent, which then answer as one that was withdrawn', async () => {
    const other = await addStaff(server, college, { email: fresh(), role: 'owner' }, owner)
    const teacher = await addStaff(server, college, { email: fresh(), role: 'teacher' }, owner)
    const email = fresh()
    const [link, withdrawn] = [
      await invite(server, other, { email, role: 'owner' }),
      await invite(server, other, { email: fresh(), role: 'owner' }),
    ]
    const passkeyLink = await sendPasskeyLink(server, other, teacher)
    await confirm(owner)
    const taken = (await list()).invitations.find((one) => one.email !== email)
    expect(await owner.http.delete(`/api/v1/staff-invitations/${taken?.id}`)).toMatchObject({ status: 200 })
    const { status, body } = await owner.http.delete<EndedStaff>(`/api/v1/staff/${(await rowOf(other))?.id}`)
    expect([status, body.ended, body.invitations]).toEqual([
      200,
      { invitations: [email], passkeyLinks: ['Meera Iyer'], dayPasses: [] },
      [],
    ])
    const guest = server.openBrowser()
    const account = { name: 'Mallory', password: 'tramway-umbrella-78' }
    for (const call of ['post /api/v1/invitation/look-up', 'put /api/v1/invitation', 'post /api/v1/invitation/stop']) {
      const [method, path] = call.split(' ') as ['post' | 'put', string]
      const ask = (sent: object) => guest[method](path, { ...sent, ...(method === 'put' && { account }) })
      const answers = [await ask(link), await ask(withdrawn)]
      expect(answers).toMatchObject([refusal(401, 'user_invalid_token'), refusal(401, 'user_invalid_token')])
      expect(answers[0]?.body).toEqual(answers[1]?.body)
    }
    const opened = await guest.put(`/api/v1/passkey/replacement`, { ...passkeyLink, password: teacher.password })
    expect(opened).toMatchObject(refusal(401, 'user_invalid_token'))
  })

  test('keeps what they taught for the office’s question, once they have joined again', async () => {
    const teacher = await addStaff(server, college, { email: fresh(), role: 'teacher' }, owner)
    const fields = { code: 'CS101', title: 'Compilers', kind: 'course', department: '', term: '' }
    const { body: course } = await owner.http.post<CourseDetail>('/api/v1/courses', fields)
    const named = { staff: [(await rowOf(teacher))?.id] }
    expect(await owner.http.put(`/api/v1/courses/${course.id}/teachers`, named)).toMatchObject({ status: 200 })
    await confirm(owner)
    await owner.http.delete(`/api/v1/staff/${(await rowOf(teacher))?.id}`)
    const link = await invite(server, owner, { email: teacher.email, role: 'teacher' })
    const back = await logIn(teacher, server.openBrowser())
    expect(await back.http.put('/api/v1/invitation', link)).toMatchObject({ status: 204 })
    const now = (await list()).people.find(({ email, until }) => email === teacher.email && until === null)
    expect(now?.formerCourses).toEqual([{ id: course.id, code: 'CS101', title: 'Compilers' }])
    const answered = await owner.http.post(`/api/v1/staff/${now?.id}/former-courses`, { giveBack: true })
    expect(answered.status).toBe(200)
    const { body: after } = await owner.http.get<CourseDetail>(`/api/v1/courses/${course.id}`)
    expect(after.teachers).toEqual([{ staffId: now?.id, name: 'Meera Iyer' }])
  })

  test('is told to the person by mail, once', async () => {
    const teacher = await addStaff(server, college, { email: fresh(), role: 'teacher' }, owner)
    await confirm(owner)
    await owner.http.delete(`/api/v1/staff/${(await rowOf(teacher))?.id}`)
    const told = rowsOf(await server.readTables(), 'outbox').filter(({ kind }) => kind === 'staff-ended')
    expect(told.filter(({ recipient }) => recipient === teacher.email)).toHaveLength(1)
    for (;;) {
      const { subject, text } = await server.inbox.next(teacher.email)
      if (subject !== 'Your work for an institute at Rollkey has ended') continue
      expect(text).toContain(paths.acting)
      break
    }
  })
})
