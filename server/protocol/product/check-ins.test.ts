import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserModel } from '#contract/account.ts'
import type { RunningSession } from '#contract/attendance.ts'
import type { CheckInOffer, FinishedCheckIn } from '#contract/check-in.ts'
import { type EvidenceFile, type InstallationKeys, installationKeysPath } from '#contract/evidence.ts'
import { checkEvidence } from '#contract/evidence-check.ts'
import type { CurrentRoomCode } from '#contract/room-display.ts'
import type { StudentAttributes } from '#contract/student.ts'
import { cellPath } from '#testing/cell-path.ts'
import { engines } from '#testing/create-database.ts'
import type { HttpClient } from '#testing/http-client.ts'
import {
  documentsPath,
  findStudent,
  logIn,
  markStudent,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

describe.each(engines)('check-ins over HTTP on %s', (engine) => {
  let server: TestServer
  let college: Person
  let asha: Person
  let bala: Person
  let roomCode: string

  beforeAll(async () => {
    server = await startTestServer(engine, { env: { RATE_LIMIT_SCALE: '1' } })
    college = await registerOrganisation(server)
    asha = await registerStudent(server, college.id)
    bala = await registerStudent(server, college.id, { email: 'bala@students.example', rollNumber: '21CS043' })
    for (const person of [college, asha, bala]) await registerPasskey(person)
    await college.http.patch('/api/v1/settings', { ways: ['screen', 'room-code'] })
    await startAttendance(college)
    const { body: running } = await college.http.get<RunningSession>('/api/v1/attendance/running')
    roomCode = `/api/v1/sessions/${running.session?.id}/room-code`
  })
  afterAll(() => server.close())

  const scan = async (http: HttpClient) => {
    const { body: shown } = await college.http.get<CurrentRoomCode>(roomCode)
    return http.post<CheckInOffer>('/api/v1/check-ins/scan', { session: shown.publicId, code: shown.code })
  }
  const finish = (http: HttpClient, { ceremony }: CheckInOffer, { authenticator }: Person) => {
    const assertion = authenticator.assert(ceremony?.options as PublicKeyCredentialRequestOptionsJSON)
    return http.post<FinishedCheckIn>(`/api/v1/check-ins/${ceremony?.id}/finish`, { assertion })
  }

  test('at the screen name their student by roll number or by email, and not by both', async () => {
    const { rollNumber, email } = { rollNumber: '21cs043', email: bala.email }
    for (const input of [{}, { rollNumber, email }, { rollNumber: 'not one' }, { email: 'not one' }]) {
      expect((await college.http.post('/api/v1/check-ins', { way: 'screen', ...input })).status).toBe(400)
    }
    for (const input of [{ rollNumber }, { email }]) {
      const { status, body } = await college.http.post<CheckInOffer>('/api/v1/check-ins', { way: 'screen', ...input })
      expect([status, body.state, body.student?.id, body.student?.working]).toEqual([200, 'ready', bala.id, null])
    }
    const { status, body } = await college.http.post('/api/v1/check-ins', { way: 'screen', rollNumber: 'unknown' })
    expect([status, body]).toEqual([404, expect.objectContaining({ type: 'document_not_found' })])
    expect((await bala.http.post('/api/v1/check-ins', { way: 'screen', rollNumber })).status).toBe(401)
  })

  test('at the screen make a signed mark by two calls, whose evidence is a file', async () => {
    const carl = await registerStudent(server, college.id, { email: 'carl@students.example', rollNumber: '21CS044' })
    await registerPasskey(carl)
    const input = { way: 'screen', rollNumber: '21CS044' }
    const { body: offer } = await college.http.post<CheckInOffer>('/api/v1/check-ins', input)
    expect(await finish(carl.http, offer, carl)).toMatchObject({ status: 401, body: { reason: 'check-in-refused' } })
    const { status, body } = await finish(college.http, offer, carl)
    expect([status, body.way, body.marks[0]?.outcome]).toEqual([200, 'screen', 'counted'])
    const { body: running } = await college.http.get<RunningSession>('/api/v1/attendance/running')
    const { body: keys } = await carl.http.get<InstallationKeys>(installationKeysPath)
    const { body: file } = await carl.http.get<EvidenceFile>(`/api/v1/own/evidence/${running.session?.id}`)
    expect(await checkEvidence(file, keys)).toMatchObject({ fitsKey: true, fitsInstallation: true })
  })

  test('by hand need a reason and a list', async () => {
    const { body: running } = await college.http.get<RunningSession>('/api/v1/attendance/running')
    const input = { way: 'hand', session: running.session?.id, students: [asha.id], reason: 'The phone was empty.' }
    for (const change of [{ reason: undefined }, { reason: ' ' }, { students: [] }]) {
      const { status } = await college.http.post('/api/v1/check-ins', { ...input, ...change })
      expect(status).toBe(400)
    }
    const { body: offer } = await college.http.post<CheckInOffer>('/api/v1/check-ins', input)
    expect(offer).toMatchObject({ way: 'hand', state: 'ready', student: null })
    expect((await asha.http.post('/api/v1/check-ins', input)).status).toBe(401)
  })

  test('a logged-out phone is marked and logged in by one gesture', async () => {
    const http = server.openBrowser()
    const { body: offer } = await scan(http)
    expect(offer).toMatchObject({ state: 'log-in', ceremony: { options: { allowCredentials: [] } } })
    const { status, body } = await finish(http, offer, asha)
    expect([status, body.loggedIn, body.marks[0]?.outcome]).toEqual([200, true, 'counted'])
    const { body: account } = await http.get<UserModel>('/v1/account')
    expect(account.$id).toBe(asha.id)
    const { body: shown } = await college.http.get<CurrentRoomCode>(roomCode)
    expect(shown).toMatchObject({ count: 2, members: 3, newest: ['Asha R.', 'Asha R.'] })
  })

  test('a refresh goes on with the cookie of the scan', async () => {
    await scan(bala.http)
    const { body: offer } = await bala.http.post<CheckInOffer>('/api/v1/check-ins', { way: 'room-code' })
    expect(offer).toMatchObject({ state: 'ready', student: { id: bala.id } })
    const { body } = await finish(bala.http, offer, bala)
    expect(body).toMatchObject({ loggedIn: false, marks: [{ outcome: 'counted' }] })
  })

  test('the evidence of a mark is a file that the installation’s public key fits', async () => {
    const { body: running } = await college.http.get<RunningSession>('/api/v1/attendance/running')
    const own = `/api/v1/own/evidence/${running.session?.id}`
    const ofAsha = `${await cellPath(college.http, running.session?.id, asha.id)}/evidence`
    const { headers: keyHeaders, body: keys } = await server.openBrowser().get<InstallationKeys>(installationKeysPath)
    expect(keyHeaders.get('content-type')).toMatch(/^application\/json/)
    for (const [{ http }, path] of [
      [asha, own],
      [college, ofAsha],
    ] as const) {
      const { status, headers, body } = await http.get<EvidenceFile>(path)
      expect([status, headers.get('content-disposition')]).toEqual([
        200,
        `attachment; filename="rollkey-evidence-1-${asha.id}.json"`,
      ])
      expect(await checkEvidence(body, keys)).toMatchObject({ fitsKey: true, fitsInstallation: true })
    }
    expect(await bala.http.get(ofAsha)).toMatchObject(refusal(401, 'user_unauthorized'))
    for (const path of [own, ofAsha]) expect(await server.openBrowser().get(path)).toMatchObject({ status: 401 })
  })

  test('the ticket’s cookie is for no script, and for three minutes', async () => {
    const { headers } = await scan(server.openBrowser())
    const ticket = headers.getSetCookie().find((cookie) => cookie.startsWith('scan='))
    expect(ticket).toMatch(/Max-Age=180; Path=\/; HttpOnly; SameSite=Strict/)
  })

  test('a running session shows how to check in to it', async () => {
    const { body } = await college.http.get<RunningSession>('/api/v1/attendance/running')
    expect(body.session).toMatchObject({ ways: ['screen', 'room-code'], publicId: expect.any(String) })
  })

  test('wrong codes are slowed by address, and a right one passes behind them', async () => {
    const http = server.openBrowser()
    const { body: shown } = await college.http.get<CurrentRoomCode>(roomCode)
    const wrong = { session: shown.publicId, code: 'BBBBBBBBBBBBBBBBBB' }
    for (let tries = 0; tries < 120; tries += 1) {
      expect((await http.post('/api/v1/check-ins/scan', wrong)).status).toBe(401)
    }
    expect((await http.post('/api/v1/check-ins/scan', wrong)).status).toBe(429)
    expect((await scan(http)).status).toBe(200)
  })

  test('wrong answers are slowed by browser, and a right one passes behind them', async () => {
    const http = server.openBrowser()
    const answerWrongly = async () => {
      const { body: offer } = await scan(http)
      const good = asha.authenticator.assert(offer.ceremony?.options as PublicKeyCredentialRequestOptionsJSON)
      const assertion = { ...good, response: { ...good.response, signature: 'AAAA' } }
      return http.post(`/api/v1/check-ins/${offer.ceremony?.id}/finish`, { assertion })
    }
    for (let tries = 0; tries < 30; tries += 1) expect((await answerWrongly()).status).toBe(401)
    expect((await answerWrongly()).status).toBe(429)
    const { body: offer } = await scan(http)
    expect((await finish(http, offer, asha)).status).toBe(200)
  })

  test('ten wrong typed codes a minute are enough for an account', async () => {
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await asha.http.post('/api/v1/check-ins/scan', { code: 'BBBB-BBBB' })).status).toBe(401)
    }
    expect((await asha.http.post('/api/v1/check-ins/scan', { code: 'BBBB-BBBB' })).status).toBe(429)
    expect((await bala.http.post('/api/v1/check-ins/scan', { code: 'BBBB-BBBB' })).status).toBe(401)
  })

  test('a first mark by hand after the end is in the document, and the four calls of the next class count on', async () => {
    const form = { email: 'dora@students.example', rollNumber: '21CS045' }
    const dora = await registerStudent(server, college.id, form)
    await registerPasskey(dora)
    const { body: running } = await college.http.get<RunningSession>('/api/v1/attendance/running')
    server.clock.advance(61 * 60_000)
    college = await logIn(college)
    const input = { way: 'hand', session: running.session?.id, students: [dora.id], reason: 'The phone was empty.' }
    const { body: offer } = await college.http.post<CheckInOffer>('/api/v1/check-ins', input)
    expect((await finish(college.http, offer, college)).body.marks).toMatchObject([{ outcome: 'counted' }])
    const { body } = await dora.http.get<StudentAttributes>(`${documentsPath('STD')}/${dora.id}`)
    const expected = { [college.id]: { total: 1, expiryTime: running.session?.endsAt } }
    expect(JSON.parse(body.attendance)).toEqual(expected)
    expect(JSON.parse((await findStudent(college, form.email)).attendance)).toEqual(expected)
    await startAttendance(college)
    const marked = await markStudent(college, form.email, dora.authenticator)
    expect([marked.status, JSON.parse(marked.body.attendance)[college.id].total]).toEqual([200, 2])
  })
})
