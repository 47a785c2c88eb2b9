import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { screenProofHeader } from '#contract/screen-proof.ts'
import type { ScreenDisplay, ScreenList, ScreenPairing, WaitingScreen } from '#contract/screens.ts'
import type { EndedStaff, StaffList } from '#contract/staff.ts'
import { engines } from '#testing/create-database.ts'
import type { HttpClient } from '#testing/http-client.ts'
import { makeScreenKey, pairScreen, type ScreenKey, signAsScreen } from '#testing/paired-screen.ts'
import {
  logIn,
  type Person,
  registerOrganisation,
  registerPasskey,
  startAttendance,
} from '#testing/people-over-http.ts'
import { addStaff } from '#testing/staff-over-http.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'

describe.each(engines)('paired screens over HTTP on %s', (engine) => {
  let server: TestServer
  let college: Person
  let key: ScreenKey
  let browser: HttpClient

  beforeAll(async () => {
    server = await startTestServer(engine)
    college = await registerOrganisation(server)
    await registerPasskey(college)
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await logIn(college)
    key = makeScreenKey()
    browser = server.openBrowser()
  })

  const ask = async () => {
    const headers = { 'user-agent': firefox }
    const { body } = await browser.post<ScreenPairing>(
      '/api/v1/screens/pairing',
      { publicKey: key.publicKey },
      { headers },
    )
    return body
  }
  const asScreen = (http = browser) => signAsScreen(http, key, server.storage.now)
  const listed = async () => (await college.http.get<ScreenList>('/api/v1/screens')).body.screens

  test('a screen is paired by the code that it shows, and then shows its institute', async () => {
    const { code } = await ask()
    expect((await browser.get('/api/v1/screens/pairing')).body).toMatchObject({ state: 'waiting' })
    const timeZone = 'Asia/Kolkata'
    const { body: found } = await college.http.post<WaitingScreen>('/api/v1/screens/look-up', { code, timeZone })
    expect(found).toMatchObject({ browser: 'Firefox', system: 'Windows', isSameNetwork: true })
    expect(found.ends.map(({ days }) => days)).toEqual([1, 7, 30])
    const approval = { code, name: 'Room 12', days: 1, timeZone }
    const { body: list } = await college.http.post<ScreenList>('/api/v1/screens', approval)
    expect(list.screens[0]).toMatchObject({ name: 'Room 12', state: 'paired', lastSeenAt: null, browser: 'Firefox' })
    expect((await browser.get('/api/v1/screens/pairing')).body).toMatchObject({ state: 'approved' })
    const { body: shown } = await asScreen().get<ScreenDisplay>('/api/v1/screen')
    expect(shown).toMatchObject({ name: 'Room 12', organisation: { id: college.id }, session: null })
  })

  test('its cookie does not work in another browser, nor without its key', async () => {
    await pairScreen(college, browser, key)
    const cookie = browser.cookies.header('/') ?? ''
    const thief = server.openBrowser()
    const unsigned = await thief.get('/api/v1/screen', { headers: { cookie } })
    expect([unsigned.status, unsigned.body]).toMatchObject([401, { type: 'general_unauthorized_scope' }])
    const forged = signAsScreen(thief, makeScreenKey(), server.storage.now)
    const answer = await forged.get('/api/v1/screen', { headers: { cookie } })
    expect([answer.status, answer.body]).toMatchObject([401, { reason: 'screen-request-refused' }])
    expect((await asScreen().get('/api/v1/screen')).status).toBe(200)
  })

  test.each(['', 'nonsense', '1.2.3.4', `1.1.${'A'.repeat(43)}.${'A'.repeat(85)}`])(
    'a header that is no signature is refused: %j',
    async (value) => {
      await pairScreen(college, browser, key)
      const headers = { [screenProofHeader]: value }
      const { status, body } = await browser.get('/api/v1/screen', { headers })
      expect([status, body]).toMatchObject([401, { reason: 'screen-request-refused' }])
    },
  )

  test('a teacher’s own shows, lists and ends as the rules say, and goes with the work', async () => {
    const teacher = await addStaff(server, college, { email: 'meera@college.example', role: 'teacher' })
    const http = asScreen()
    await pairScreen(college, server.openBrowser(), makeScreenKey(), 'Hall')
    await pairScreen(teacher, browser, key, 'My desk')
    const list = async () => (await teacher.http.get<ScreenList>('/api/v1/screens')).body.screens
    expect((await list()).map(({ name, teacher: of, roomId }) => [name, of, roomId])).toEqual([
      ['My desk', 'Meera Iyer', undefined],
    ])
    const hall = (await listed()).find(({ name }) => name === 'Hall')
    expect(hall).not.toHaveProperty('teacher')
    const [own] = await list()
    const rename = (id: string | undefined, body: object) => teacher.http.patch(`/api/v1/screens/${id}`, body)
    const unknown = await rename('unknown', { name: 'Mine' })
    expect(unknown.status).toBe(404)
    expect(await rename(hall?.id, { name: 'Mine' })).toMatchObject({ status: 404, text: unknown.text })
    expect(await teacher.http.delete(`/api/v1/screens/${hall?.id}`, {})).toMatchObject({ text: unknown.text })
    expect(await rename(own?.id, { name: 'Mine', roomId: null })).toMatchObject({
      status: 401,
      body: { type: 'user_unauthorized' },
    })
    await startAttendance(college)
    const { body: shown } = await http.get<ScreenDisplay>('/api/v1/screen')
    expect(Object.keys(shown).toSorted()).toEqual(['endsAt', 'name', 'organisation', 'serverTime', 'session'])
    expect(shown.session).toMatchObject({ number: 1 })
    const { people } = (await college.http.get<StaffList>('/api/v1/staff')).body
    await college.http.patch(`/api/v1/staff/${people[0]?.id}`, { role: 'teacher', title: '', holdsWhole: false })
    expect((await http.get<ScreenDisplay>('/api/v1/screen')).body.session).toBeNull()
    const [now] = (await college.http.get<StaffList>('/api/v1/staff')).body.people.filter(({ until }) => until === null)
    const { body: left } = await college.http.delete<EndedStaff>(`/api/v1/staff/${now?.id}`, {})
    expect(left.screens).toEqual([])
    expect(await http.get('/api/v1/screen')).toMatchObject({ status: 401, body: { reason: 'screen-ended' } })
    const begun = await http.post('/api/v1/check-ins', { way: 'screen', rollNumber: 'R1' })
    expect(begun).toMatchObject({ status: 401, body: { reason: 'screen-ended' } })
    expect((await listed()).map(({ name }) => name)).not.toContain('My desk')
  })

  test('a new password ends every screen', async () => {
    await pairScreen(college, browser, key)
    const change = { password: 'umbrella-monsoon-tramway-8', oldPassword: college.password }
    expect((await college.http.patch('/v1/account/password', change)).status).toBe(200)
    expect(await listed()).toEqual([])
    const { status, body } = await asScreen().get('/api/v1/screen')
    expect([status, body]).toMatchObject([401, { reason: 'screen-ended' }])
  })
})
