import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserModel } from '#contract/account.ts'
import type { RunningSession } from '#contract/attendance.ts'
import type { CheckInOffer } from '#contract/check-in.ts'
import type { SessionNow } from '#contract/sessions.ts'
import type { Acting, Invitation, StaffList } from '#contract/staff.ts'
import { engines } from '#testing/create-database.ts'
import {
  type AnyPerson,
  documentsPath,
  logIn,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
} from '#testing/people-over-http.ts'
import { connectRealtime } from '#testing/realtime-client.ts'
import { refusal } from '#testing/refusal.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { act, addStaff, confirm, invite, joinAsNew } from '#testing/staff-over-http.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

describe.each(engines)('the people of an institute on %s', (engine) => {
  let server: TestServer
  let college: Person
  let student: Person
  let owner: AnyPerson
  let made = 0
  const fresh = () => `person-${++made}@staff.example`

  beforeAll(async () => {
    server = await startTestServer(engine)
    college = await registerOrganisation(server)
    await registerPasskey(college)
    student = await registerStudent(server, college.id)
    await registerPasskey(student)
    owner = await addStaff(server, college, { email: fresh(), role: 'owner', title: 'Head of the office' })
  })
  afterAll(() => server.close())

  const list = async ({ http }: AnyPerson) => (await http.get<StaffList>('/api/v1/staff')).body
  const rowOf = async ({ email }: AnyPerson) => (await list(owner)).people.find((one) => one.email === email)
  const running = ({ http }: AnyPerson) => http.get<RunningSession>('/api/v1/attendance/running')

  test('join by a mailed link, with an own account and passkey, and act under their own name', async () => {
    expect(await rowOf(owner)).toMatchObject({
      name: 'Meera Iyer',
      role: 'owner',
      title: 'Head of the office',
      passkeys: 1,
    })
    const { body } = await owner.http.get<UserModel>('/v1/account')
    expect(body).toMatchObject({ labels: ['STF'], emailVerification: true })
    expect(body.prefs).toEqual({
      acting: {
        institute: college.id,
        role: 'owner',
        name: 'Meera Iyer',
        title: 'Head of the office',
        holdsWhole: false,
      },
      isStaff: true,
    })
    const teacher = await addStaff(server, college, { email: fresh(), role: 'teacher' }, owner)
    const { body: acting } = await teacher.http.get<Acting>('/api/v1/acting')
    expect(acting.now).toMatchObject({ institute: college.id, instituteName: 'Kaveri College', role: 'teacher' })
  })

  test('looking at a link spends nothing, joining spends it', async () => {
    const email = fresh()
    const link = await invite(server, owner, { email, role: 'viewer' })
    const guest = server.openBrowser()
    for (const _ of [1, 2]) {
      const { body } = await guest.post<Invitation>('/api/v1/invitation/look-up', link)
      expect(body).toEqual({
        institute: 'Kaveri College',
        email,
        role: 'viewer',
        title: '',
        step: 'register',
        login: null,
      })
    }
    await joinAsNew(server, college, email, link)
    expect(await guest.post('/api/v1/invitation/look-up', link)).toMatchObject(refusal(401, 'user_invalid_token'))
    const again = { ...link, account: { name: 'Mallory', password: 'tramway-umbrella-78' } }
    expect(await guest.put('/api/v1/invitation', again)).toMatchObject(refusal(401, 'user_invalid_token'))
  })

  test('a student joins with the own login, and the own session goes on beside', async () => {
    const link = await invite(server, owner, { email: student.email, role: 'teacher' })
    const { body } = await server.openBrowser().post<Invitation>('/api/v1/invitation/look-up', link)
    expect([body.step, body.login]).toEqual(['log-in', 'STD'])
    expect(await student.http.put('/api/v1/invitation', link)).toMatchObject({ status: 204 })
    await act(student, college)
    expect((await running(student)).status).toBe(200)
    // What a student does, the session that acts does not do.
    expect(await student.http.get('/api/v1/receipts')).toMatchObject(refusal(401, 'user_unauthorized'))
    expect(await student.http.get(`${documentsPath('STD')}/${student.id}`)).toMatchObject(
      refusal(401, 'user_unauthorized'),
    )
    expect(await student.http.delete('/api/v1/acting')).toMatchObject({ status: 204 })
    expect(await student.http.get('/api/v1/receipts')).toMatchObject({ status: 200 })
    expect(await running(student)).toMatchObject(refusal(401, 'user_unauthorized'))
  })

  test('an institute’s own login joins no other institute', async () => {
    const academy = await registerOrganisation(server, { name: 'Academy', email: 'office@academy.example' })
    const link = await invite(server, owner, { email: academy.email, role: 'owner' })
    const { body } = await academy.http.post<Invitation>('/api/v1/invitation/look-up', link)
    expect(body.step).toBe('institute')
    expect(await academy.http.put('/api/v1/invitation', link)).toMatchObject(refusal(401, 'user_unauthorized'))
  })

  test('acting begins with a passkey that was just given, and only where the person is staff', async () => {
    const teacher = await addStaff(server, college, { email: fresh(), role: 'teacher' }, owner)
    const second = await logIn(teacher, server.openBrowser())
    expect(await second.http.post('/api/v1/acting', { institute: college.id })).toMatchObject(
      refusal(401, 'user_unauthorized'),
    )
    const academy = await registerOrganisation(server, { name: 'School', email: 'office@school.example' })
    await expect(act(second, academy)).rejects.toThrow('document_not_found')
    await act(second, college)
  })

  test('a start by a person keeps the count of the institute', async () => {
    const teacher = await addStaff(server, college, { email: fresh(), role: 'teacher' }, owner)
    const viewer = await addStaff(server, college, { email: fresh(), role: 'viewer' }, owner)
    const [call, start] = [`/api/v1/groups/${college.id}/sessions`, { expected: 1 }]
    expect(await viewer.http.post(call, start)).toMatchObject(refusal(401, 'user_unauthorized'))
    const { body } = await teacher.http.post<SessionNow>(call, start)
    expect(body.session.number).toBe(1)
    expect((await college.http.get<{ classes: number }>(`${documentsPath('ORG')}/${college.id}`)).body.classes).toBe(1)
    const [session] = rowsOf(await server.readTables(), 'attendance_sessions')
    expect(session).toMatchObject({ started_by: teacher.id })
  })

  test('a person marks by hand by the own passkey, and at the screen by the student’s', async () => {
    const teacher = await addStaff(server, college, { email: fresh(), role: 'teacher' }, owner)
    const { body } = await running(teacher)
    const join = async (rollNumber: string) => {
      const joined = await registerStudent(server, college.id, { rollNumber, email: fresh() })
      await registerPasskey(joined)
      return joined
    }
    const [byHand, atScreen] = [await join('21CS901'), await join('21CS902')]
    const reason = 'The phone was empty.'
    const list = { way: 'hand', session: body.session?.id, students: [byHand.id], reason }
    for (const [input, { authenticator }, way] of [
      [list, teacher, 'hand'],
      [{ way: 'screen', rollNumber: '21CS902' }, atScreen, 'screen'],
    ] as const) {
      const { body: offer } = await teacher.http.post<CheckInOffer>('/api/v1/check-ins', input)
      const options = offer.ceremony?.options as PublicKeyCredentialRequestOptionsJSON
      const finish = `/api/v1/check-ins/${offer.ceremony?.id}/finish`
      const finished = await teacher.http.post(finish, { assertion: authenticator.assert(options) })
      expect(finished).toMatchObject({ status: 200, body: { marks: [{ outcome: 'counted', way }] } })
    }
  })

  test('a teacher finds nothing of a group that was not given', async () => {
    const teacher = await addStaff(server, college, { email: fresh(), role: 'teacher', holdsWhole: false }, owner)
    expect(await running(teacher)).toMatchObject(refusal(404, 'document_not_found'))
    expect(await teacher.http.get('/api/v1/institute')).toMatchObject({ status: 200, body: { students: [] } })
  })

  test('who is ended is out at once, with the live updates', async () => {
    const teacher = await addStaff(server, college, { email: fresh(), role: 'teacher' }, owner)
    const { next, closed } = connectRealtime(teacher.http, 'project=rollkey&channels[]=documents')
    expect((await next()).type).toBe('connected')
    const row = await rowOf(teacher)
    await confirm(owner)
    expect(await owner.http.delete(`/api/v1/staff/${row?.id}`)).toMatchObject({ status: 200 })
    expect(await running(teacher)).toMatchObject(refusal(401, 'general_unauthorized_scope'))
    await closed
    expect(await rowOf(teacher)).toMatchObject({ role: 'teacher', until: expect.any(Number) })
  })

  test('a person hears at once that the role has changed', async () => {
    const teacher = await addStaff(server, college, { email: fresh(), role: 'teacher' }, owner)
    const { next, socket } = connectRealtime(teacher.http, 'project=rollkey&channels[]=account')
    expect((await next()).type).toBe('connected')
    await confirm(owner)
    const change = { role: 'registrar', title: 'Dean', holdsWhole: false }
    const changed = await owner.http.patch(`/api/v1/staff/${(await rowOf(teacher))?.id}`, change)
    expect(changed.status).toBe(200)
    const heard = await next()
    expect(heard.data.events).toContain(`users.${teacher.id}.update.prefs`)
    const { body } = await teacher.http.get<UserModel>('/v1/account')
    expect(body.prefs.acting).toMatchObject({ role: 'registrar', title: 'Dean' })
    socket.close()
  })

  test('an institute keeps its last owner', async () => {
    const row = await rowOf(owner)
    await confirm(owner)
    expect(await owner.http.delete(`/api/v1/staff/${row?.id}`)).toMatchObject(
      refusal(403, 'document_delete_restricted'),
    )
    expect(
      await owner.http.patch(`/api/v1/staff/${row?.id}`, { role: 'viewer', title: '', holdsWhole: false }),
    ).toMatchObject(refusal(403, 'document_delete_restricted'))
  })

  test('an address gets one mail and one reminder, and none after it has stopped them', async () => {
    const email = fresh()
    const link = await invite(server, owner, { email, role: 'desk' })
    const id = async () => (await list(owner)).invitations.find((one) => one.email === email)
    await confirm(owner)
    await owner.http.post(`/api/v1/staff-invitations/${(await id())?.id}/remind`)
    const reminder = await server.inbox.next(email)
    expect(reminder.links.join()).not.toContain(link.secret)
    expect(await server.openBrowser().post('/api/v1/invitation/look-up', link)).toMatchObject(
      refusal(401, 'user_invalid_token'),
    )
    expect((await id())?.canSend).toBe(false)
    const queued = async () => ((await server.readTables()).outbox ?? []).length
    const before = await queued()
    await owner.http.post('/api/v1/staff-invitations', { email, role: 'owner', title: '', holdsWhole: false })
    expect(await queued()).toBe(before)
  })
})
