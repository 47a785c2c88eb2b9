import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserModel } from '#contract/account.ts'
import type { CalledToDesk, DeskList, ProvenEnrolment } from '#contract/desk.ts'
import { deskClaimMs, deskDigitsMs, maxWrongDigits } from '#contract/desk-rules.ts'
import type { RosterPage } from '#contract/roster.ts'
import { createArgon2Hasher } from '#server/adapters/passwords/argon2-hasher.ts'
import { engines } from '#testing/create-database.ts'
import {
  type Added,
  accepted,
  addPerson as addTo,
  callPerson as call,
  joinByPhone,
  type Proof,
  readDigits as readMailed,
  scanCode,
} from '#testing/desk-over-http.ts'
import { createHttpClient, type HttpClient } from '#testing/http-client.ts'
import { type AnyPerson, type Person, registerOrganisation, registerPasskey } from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { joiningStudent } from '#testing/roster-person.ts'
import { createSoftwareAuthenticator } from '#testing/software-authenticator.ts'
import { addStaff } from '#testing/staff-over-http.ts'
import { cheapHasher, startTestServer, type TestServer } from '#testing/test-server.ts'

/**
 * `npm run desk-check`: 400 phones at three desks, over HTTP, under the limits of an installation. The short form in
 * `npm test` has six phones and judges no time. Phones and server share a process, so the server's share is not longer
 * than what is measured.
 */
const isFull = process.env.DESK_CHECK === 'full'
const many = isFull ? 400 : 6
/** Of one person, at 99 of 100 people. */
const maxShareMs = 2_000

const spent = refusal(401, 'user_invalid_token', 'This request is no longer valid. Please start again.')
const wrong = { status: 401, body: { reason: 'desk-digits-wrong' } }
const old = { status: 401, body: { reason: 'desk-digits-old' } }
const taken = { status: 409, body: { reason: 'desk-taken' } }

const other = (digits: string) => `${(Number(digits) + 1) % 1_000_000}`.padStart(6, '0')

describe.each(engines)('enrolment desks on %s', (engine) => {
  let server: TestServer
  let college: Person
  let desks: AnyPerson[]
  let first: HttpClient
  let second: HttpClient
  let added = 0

  beforeAll(async () => {
    const hasher = isFull ? createArgon2Hasher() : cheapHasher
    server = await startTestServer(engine, { hasher, env: { RATE_LIMIT_SCALE: '1' } })
    college = await registerOrganisation(server)
    await registerPasskey(college)
    desks = []
    for (const desk of ['one', 'two', 'three']) {
      desks.push(await addStaff(server, college, { email: `desk-${desk}@staff.example`, role: 'desk' }))
    }
    ;[first, second] = desks.map(({ http }) => http) as [HttpClient, HttpClient]
  })
  afterAll(() => server.close())

  const addPerson = () => addTo(college.http, `R${++added}`)
  const scan = (called: CalledToDesk, phone = server.openBrowser()) => scanCode(called, phone)
  /** The person is called, and a phone has the code. */
  async function begin(person: Added, newMail = false): Promise<{ called: CalledToDesk; proof: Proof }> {
    const called = accepted(await call(first, person, newMail))
    return { called, proof: { enrolmentId: called.id, secret: accepted(await scan(called)).secret } }
  }
  const type = (proof: Proof, digits: string) =>
    server.openBrowser().post<ProvenEnrolment>('/api/v1/enrolment/digits', { ...proof, digits })
  const join = (proof: Proof, digits: string, phone = server.openBrowser()) => joinByPhone(phone, proof, digits)
  const readDigits = (person: Added) => readMailed(server, person)

  test(`${many} phones are enrolled at three desks`, async () => {
    const people: Added[] = []
    while (people.length < many) people.push(await addPerson())
    /** In ms, by call. */
    const times = new Map<string, number[]>()
    const shares: number[] = []
    const begun = performance.now()

    /** As the pages call, in their order. */
    async function enrol({ http }: AnyPerson, person: Added): Promise<void> {
      let share = 0
      async function measure<T>(name: string, work: () => Promise<T>): Promise<T> {
        const from = performance.now()
        const result = await work()
        const ms = performance.now() - from
        share += ms
        const all = times.get(name) ?? []
        times.set(name, all)
        all.push(ms)
        return result
      }
      // Without a look at each answer: that takes longer than some of them.
      const phone = createHttpClient(server.origin)
      const desk = async (method: 'GET' | 'POST', path: string, name = `${method} ${path}`, body?: object) =>
        accepted(await measure(name, () => http.request<DeskList>(method, `/api/v1${path}`, body)))
      const ask = async <Body>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
        accepted(
          await measure(`${method} ${path.replace('/api/v1', '')}`, () => phone.request<Body>(method, path, body)),
        )

      const search = `/people?show=all&limit=50&offset=0&search=${person.rollNumber}`
      accepted(await measure('GET /people', () => http.get<RosterPage>(`/api/v1${search}`)))
      const called = accepted(await measure('POST /desk', () => call(http, person)))
      await desk('GET', '/desk')
      const { secret } = accepted(await measure('POST /enrolment/open', () => scan(called, phone)))
      await desk('GET', '/desk')
      const digits = await measure('the mail, on loopback', () => readDigits(person))
      const proof = { enrolmentId: called.id, secret, digits }
      // The form asks whether they are right, and the page how to go on.
      await ask('POST', '/api/v1/enrolment/digits', proof)
      await ask('POST', '/api/v1/enrolment/digits', proof)
      await ask('POST', '/api/v1/passwords/check', { password: joiningStudent.password })
      await ask('PUT', '/api/v1/enrolment', { ...proof, student: joiningStudent })
      const { $id: userId } = await ask<UserModel>('GET', '/v1/account')
      const subject = { userId, category: 'STD' }
      const options = await ask<PublicKeyCredentialCreationOptionsJSON>('POST', '/api/v1/passkey/register', subject)
      const credential = createSoftwareAuthenticator({ origin: server.origin }).register(options)
      await ask('POST', '/api/v1/passkey/verify', { ...subject, credential })
      const { people: open } = await desk('GET', '/desk')
      expect(open.find(({ id }) => id === called.id)).toMatchObject({ state: 'passkey', email: person.email })
      await desk('POST', `/desk/${called.id}/seen`, 'POST /desk/…/seen', {})
      await desk('GET', '/desk')
      shares.push(share)
    }

    const waiting = [...people]
    await Promise.all(
      desks.map(async (desk) => {
        for (let next = waiting.shift(); next; next = waiting.shift()) await enrol(desk, next)
      }),
    )
    const seconds = (performance.now() - begun) / 1_000
    const { counts } = accepted(await college.http.get<RosterPage>('/api/v1/people?show=all&limit=1&offset=0&search='))
    expect(counts).toEqual({ all: many, 'not-registered': 0, 'not-verified': 0, 'no-passkey': 0, held: 0 })
    if (!isFull) return
    const quantile = (values: readonly number[], part: number) =>
      [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? 0
    const describeTimes = (values: readonly number[]) =>
      `p50 ${quantile(values, 0.5).toFixed(1)} ms, p99 ${quantile(values, 0.99).toFixed(1)} ms (${values.length})`
    for (const [name, values] of times) console.log(`${engine}: ${name}: ${describeTimes(values)}`)
    console.log(`${engine}: one person: ${describeTimes(shares)}; ${many} in ${seconds.toFixed(1)} s`)
    expect(quantile(shares, 0.99)).toBeLessThanOrEqual(maxShareMs)
  })

  test('a code and a proof are used once', async () => {
    const person = await addPerson()
    const { called, proof } = await begin(person)
    const digits = await readDigits(person)
    expect(await scan(called)).toMatchObject(spent)
    // Control: the phone that had it first goes on.
    accepted(await join(proof, digits))
    expect(await join(proof, digits)).toMatchObject(spent)
    expect(await type(proof, digits)).toMatchObject(spent)
    expect(await call(first, person)).toMatchObject({ status: 409, body: { reason: 'desk-registered' } })
  })

  test('another phone, and one without a passkey, gets nowhere', async () => {
    const [person, neighbour] = [await addPerson(), await addPerson()]
    const { called, proof } = await begin(person)
    const own = await begin(neighbour)
    const digits = await readDigits(person)
    // With the code of the screen, with another person's phone, and with the right phone at another enrolment.
    expect(await type({ ...proof, secret: called.secret }, digits)).toMatchObject(spent)
    expect(await type({ ...proof, secret: own.proof.secret }, digits)).toMatchObject(spent)
    expect(await join({ ...proof, enrolmentId: own.called.id }, digits)).toMatchObject(spent)
    // The digits are of one person.
    expect(await type(own.proof, digits)).toMatchObject(wrong)
    const again = await begin(person)
    expect(await type(proof, digits)).toMatchObject(spent)
    // Control: the phone that scanned the newest code.
    accepted(await join(again.proof, digits))
    const seen = await first.post(`/api/v1/desk/${again.called.id}/seen`)
    expect(seen).toMatchObject({ body: { reason: 'student-passkey-missing' } })
  })

  test('two people on one phone are flagged, and two on two are not', async () => {
    const people = [await addPerson(), await addPerson(), await addPerson()]
    const phone = server.openBrowser()
    const flags: (readonly string[] | undefined)[] = []
    for (const [place, person] of people.entries()) {
      const { called, proof } = await begin(person)
      accepted(await join(proof, await readDigits(person), place === 1 ? undefined : phone))
      const open = accepted(await first.get<DeskList>('/api/v1/desk')).people
      flags.push(open.find(({ id }) => id === called.id)?.samePhoneAs)
      if (place === 0) accepted(await phone.delete('/v1/account/sessions/current'))
    }
    expect(flags).toEqual([undefined, undefined, ['Aarav Mehta']])
  })

  test('six wrong digits need another mail', async () => {
    const [person, careful] = [await addPerson(), await addPerson()]
    const { proof } = await begin(person)
    const digits = await readDigits(person)
    for (let n = 0; n < maxWrongDigits; n++) expect(await type(proof, other(digits))).toMatchObject(wrong)
    expect(await type(proof, digits)).toMatchObject(old)
    expect(await join(proof, digits)).toMatchObject(old)
    const again = await begin(person, true)
    const newDigits = await readDigits(person)
    expect(newDigits).not.toBe(digits)
    expect(await type(again.proof, newDigits)).toMatchObject({ status: 200 })
    // Control: five leave the last try.
    const theirs = await begin(careful)
    const right = await readDigits(careful)
    for (let n = 1; n < maxWrongDigits; n++) expect(await type(theirs.proof, other(right))).toMatchObject(wrong)
    accepted(await join(theirs.proof, right))
  })

  test('of two desks that call one person at once, one is told', async () => {
    const [person, neighbour] = [await addPerson(), await addPerson()]
    const replies = await Promise.all([call(first, person), call(second, person)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)).toMatchObject(taken)
    const [holder, loser] = replies[0].status === 200 ? [first, second] : [second, first]
    expect(await call(loser, person)).toMatchObject(taken)
    const { people } = accepted(await loser.get<DeskList>('/api/v1/desk'))
    expect(people.find(({ personId }) => personId === person.id)).toMatchObject({ isYours: false })
    // Control: the desk that has the person, the other one with another person, and any when the claim is over.
    const both = await Promise.all([call(holder, person), call(loser, neighbour)])
    expect(both).toMatchObject([{ status: 200 }, { status: 200 }])
    await server.advanceClock(deskClaimMs)
    expect(await call(loser, person)).toMatchObject({ status: 200 })
  })

  test('a late code and late digits are refused', async () => {
    const [person, inTime] = [await addPerson(), await addPerson()]
    const called = accepted(await call(first, person))
    const digits = await readDigits(person)
    const theirs = await begin(inTime)
    const right = await readDigits(inTime)
    await server.advanceClock(deskClaimMs)
    expect(await scan(called)).toMatchObject(spent)
    // Control: a new code of the same desk, and the same digits.
    const again = await begin(person)
    expect(await type(again.proof, digits)).toMatchObject({ status: 200 })
    await server.advanceClock(deskDigitsMs - deskClaimMs - 60_000)
    // Control: a minute before their end.
    accepted(await join(theirs.proof, right))
    await server.advanceClock(60_000)
    expect(await type(again.proof, digits)).toMatchObject(old)
    expect(await join(again.proof, digits)).toMatchObject(old)
    // Control: newer ones.
    const { proof } = await begin(person)
    accepted(await join(proof, await readDigits(person)))
  })
})
