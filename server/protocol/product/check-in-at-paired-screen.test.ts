import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CheckInOffer, FinishedCheckIn } from '#contract/check-in.ts'
import { type EvidenceFile, type InstallationKeys, installationKeysPath } from '#contract/evidence.ts'
import { checkEvidence } from '#contract/evidence-check.ts'
import { formatScreenProof, screenProofHeader } from '#contract/screen-proof.ts'
import type { ScreenDisplay, ScreenList } from '#contract/screens.ts'
import { engines } from '#testing/create-database.ts'
import type { HttpClient } from '#testing/http-client.ts'
import { makeScreenKey, pairScreen, type ScreenKey, signAsScreen, signRequest } from '#testing/paired-screen.ts'
import {
  logIn,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

describe.each(engines)('check-ins at a paired screen over HTTP on %s', (engine) => {
  let server: TestServer
  let college: Person
  /** A new one for each test. */
  let asha: Person
  let students = 0
  let begin: { readonly way: 'screen'; readonly rollNumber: string }
  let key: ScreenKey
  let browser: HttpClient

  beforeAll(async () => {
    server = await startTestServer(engine)
    college = await registerOrganisation(server)
    await registerPasskey(college)
    await startAttendance(college)
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await logIn(college)
    students += 1
    begin = { way: 'screen', rollNumber: `R${students}` }
    const email = `student-${students}@students.example`
    asha = await registerStudent(server, college.id, { email, rollNumber: begin.rollNumber })
    await registerPasskey(asha)
    key = makeScreenKey()
    browser = server.openBrowser()
    await pairScreen(college, browser, key)
  })

  const assert = ({ ceremony }: CheckInOffer) => ({
    assertion: asha.authenticator.assert(ceremony?.options as PublicKeyCredentialRequestOptionsJSON),
  })
  const rows = async (table: 'check_ins' | 'marks') => rowsOf(await server.readTables(), table)
  let counter = 0
  /** A header of this moment over `signed`, by default with the screen's own key. */
  const prove = async (target: string, signed: unknown, by = key) => {
    counter += 1
    const body = signed === undefined ? '' : JSON.stringify(signed)
    const time = await server.storage.now()
    const request = signRequest(by, { method: 'POST', target, time, counter, body })
    return formatScreenProof(request, request.signature)
  }
  const sendWith = (header: string, target: string, body?: unknown) =>
    browser.post<CheckInOffer & FinishedCheckIn>(target, body, { headers: { [screenProofHeader]: header } })
  const pairAnother = async () => {
    const other = makeScreenKey()
    await pairScreen(college, server.openBrowser(), other, 'Room 13')
    return other
  }

  test('a signed request may take an expected refusal as an answer, and one that is not taken keeps its status', async () => {
    const path = '/api/v1/check-ins'
    const unknown = { way: 'screen', rollNumber: 'unknown' }
    const header = await prove(path, unknown)
    const send = () =>
      browser.post(path, unknown, { headers: { [screenProofHeader]: header, prefer: 'refusal=answer' } })
    expect(await send()).toMatchObject({ status: 200, body: { code: 404, reason: 'document_not_found' } })
    expect(await send()).toMatchObject({ status: 401, body: { reason: 'screen-request-refused' } })
  })

  const other = { way: 'screen', rollNumber: '21CS099' }
  test.each<[string, (target: string, body: object) => Promise<string>]>([
    ['that was changed', (target) => prove(target, other)],
    ['under another screen’s signature', async (target, body) => prove(target, body, await pairAnother())],
    ['under the signature of a request without one', (target) => prove(target, undefined)],
    ['whose hash is missing', async (target, body) => (await prove(target, body)).replace(/^(\d+\.\d+)\.[^.]+/, '$1')],
    ['whose hash is empty', async (target, body) => (await prove(target, body)).replace(/^(\d+\.\d+)\.[^.]+/, '$1.')],
  ])('a body %s is refused, and changes nothing', async (_how, proveIt) => {
    const path = '/api/v1/check-ins'
    const refusal = { status: 401, body: { reason: 'screen-request-refused' } }
    const before = [await rows('check_ins'), await rows('marks')]
    expect(await sendWith(await proveIt(path, begin), path, begin)).toMatchObject(refusal)
    expect([await rows('check_ins'), await rows('marks')]).toEqual(before)
    // Control: the same body, signed as it is.
    const { status, body: offer } = await sendWith(await prove(path, begin), path, begin)
    expect([status, offer.state]).toEqual([200, 'ready'])
    const finish = `${path}/${offer.ceremony?.id}/finish`
    const answer = assert(offer)
    const begun = [await rows('check_ins'), await rows('marks')]
    expect(await sendWith(await proveIt(finish, answer), finish, answer)).toMatchObject(refusal)
    expect([await rows('check_ins'), await rows('marks')]).toEqual(begun)
    const { body: marked } = await sendWith(await prove(finish, answer), finish, answer)
    expect(marked.marks).toMatchObject([{ outcome: 'counted', student: { id: asha.id } }])
  })

  test('a body that was signed and left out is refused', async () => {
    const path = '/api/v1/check-ins'
    const before = await rows('check_ins')
    const { status, body } = await sendWith(await prove(path, begin), path)
    expect([status, body]).toMatchObject([401, { reason: 'screen-request-refused' }])
    expect(await rows('check_ins')).toEqual(before)
  })

  test('a student is marked by two signed calls, and the evidence fits', async () => {
    const screen = signAsScreen(browser, key, server.storage.now)
    const { body: display } = await screen.get<ScreenDisplay>('/api/v1/screen')
    expect(display.session).toMatchObject({ ways: ['screen'], room: null })
    const { body: offer } = await screen.post<CheckInOffer>('/api/v1/check-ins', begin)
    const finish = `/api/v1/check-ins/${offer.ceremony?.id}/finish`
    const answer = assert(offer)
    // The institute’s own login is another screen.
    expect((await college.http.post(finish, answer)).body).toMatchObject({ reason: 'check-in-refused' })
    const { status, body } = await screen.post<FinishedCheckIn>(finish, answer)
    expect([status, body.marks[0]?.outcome]).toEqual([200, 'counted'])
    const { body: keys } = await asha.http.get<InstallationKeys>(installationKeysPath)
    const { body: file } = await asha.http.get<EvidenceFile>(`/api/v1/own/evidence/${display.session?.id}`)
    expect(await checkEvidence(file, keys)).toMatchObject({ fitsKey: true, fitsInstallation: true })
    expect((await screen.get<ScreenDisplay>('/api/v1/screen')).body.session?.count).toBe((await rows('marks')).length)
  })

  test('a screen that was ended begins and finishes nothing', async () => {
    const screen = signAsScreen(browser, key, server.storage.now)
    const { body: offer } = await screen.post<CheckInOffer>('/api/v1/check-ins', begin)
    const { body: list } = await college.http.get<ScreenList>('/api/v1/screens')
    await college.http.delete(`/api/v1/screens/${list.screens[0]?.id}`)
    const before = [await rows('check_ins'), await rows('marks')]
    const ended = { status: 401, body: { reason: 'screen-ended' } }
    expect(await screen.post('/api/v1/check-ins', begin)).toMatchObject(ended)
    expect(await screen.post(`/api/v1/check-ins/${offer.ceremony?.id}/finish`, assert(offer))).toMatchObject(ended)
    expect([await rows('check_ins'), await rows('marks')]).toEqual(before)
  })
})
