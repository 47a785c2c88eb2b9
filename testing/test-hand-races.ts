import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { RunningSession } from '#contract/attendance.ts'
import type { CheckInOffer, FinishedCheckIn } from '#contract/check-in.ts'
import { checkInvariants } from './check-invariants.ts'
import {
  assertPasskey,
  documentsPath,
  logIn,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from './people-over-http.ts'
import { rowsOf } from './rows-of.ts'
import { createSoftwareAuthenticator } from './software-authenticator.ts'
import type { RacedServer } from './test-races.ts'

const hour = 3_600_000
const listSize = 6

/** The races of lists that are marked by hand. To be called within a `describe`. */
export function testHandRaces(start: () => Promise<RacedServer>, rounds: number): void {
  vi.setConfig({ testTimeout: Math.max(10, rounds) * 6_000, hookTimeout: Math.max(10, rounds) * 6_000 })
  let server: RacedServer
  let institute: Person
  let otherInstitute: Person
  let members: Person[]

  beforeAll(async () => {
    server = await start()
    institute = await registerOffice({})
    otherInstitute = await registerOffice({ email: 'office@narmada.example', name: 'Narmada College' })
    members = []
    for (let n = 0; n < listSize; n++) {
      const form = { email: `s${n}@example.org`, rollNumber: `S-${n}` }
      const student = await registerStudent(server, institute.id, form)
      await registerPasskey(student)
      const organisation = [institute.id, otherInstitute.id]
      await student.http.patch(`${documentsPath('STD')}/${student.id}`, { data: { organisation } })
      members.push(student)
    }
  })
  afterAll(async () => {
    await checkInvariants(server.database)
    await server.close()
  })

  /** With a passkey that counts nothing: answers of one that counts may not overtake each other. */
  async function registerOffice(form: NonNullable<Parameters<typeof registerOrganisation>[1]>): Promise<Person> {
    const office = await registerOrganisation(server, form)
    const { origin } = server
    const person = { ...office, authenticator: createSoftwareAuthenticator({ origin, counts: false }) }
    await registerPasskey(person)
    return person
  }
  /** The next session, begun in a new browser, and another browser of the same institute. */
  async function openOffices(of: Person) {
    const offices = [await logIn(of, server.openBrowser()), await logIn(of, server.openBrowser())] as const
    await startAttendance(offices[0])
    return offices
  }
  /** A list that is begun and signed, and only needs to be sent. */
  async function prepareList({ http, authenticator }: Person, students: readonly Person[]) {
    const { session } = (await http.get<RunningSession>('/api/v1/attendance/running')).body
    const list = { way: 'hand', session: session?.id, students: students.map(({ id }) => id), reason: 'No phones.' }
    const { ceremony } = (await http.post<CheckInOffer>('/api/v1/check-ins', list)).body
    const assertion = authenticator.assert(ceremony?.options as PublicKeyCredentialRequestOptionsJSON)
    return () => http.post<FinishedCheckIn>(`/api/v1/check-ins/${ceremony?.id}/finish`, { assertion })
  }
  const marks = async () => rowsOf(await server.readTables(), 'marks')
  const logged = async () =>
    rowsOf(await server.readTables(), 'audit_log').filter(({ action }) => action === 'attendance.mark')
  const outcomesOf = (answers: readonly { readonly body: FinishedCheckIn }[], { id }: Person) =>
    answers.map(({ body }) => body.marks.find(({ student }) => student.id === id)?.outcome).sort()

  test('two registrars who mark one list by hand at once make each mark once', async () => {
    for (let round = 0; round < rounds; round++) {
      await server.advanceClock(2 * hour)
      const [one, other] = await openOffices(institute)
      const [before, loggedBefore] = [(await marks()).length, (await logged()).length]
      const finishes = [await prepareList(one, members), await prepareList(other, members.toReversed())]
      const answers = await Promise.all(finishes.map((finish) => finish()))
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      for (const student of members) expect(outcomesOf(answers, student)).toEqual(['already-marked', 'counted'])
      expect(await marks()).toHaveLength(before + listSize)
      expect(await logged()).toHaveLength(loggedBefore + 2 * listSize)
    }
  })

  test('two institutes that mark the same students by hand at once make a mark each', async () => {
    for (let round = 0; round < rounds; round++) {
      await server.advanceClock(2 * hour)
      const [one] = await openOffices(institute)
      const [other] = await openOffices(otherInstitute)
      const before = (await marks()).length
      const finishes = [await prepareList(one, members), await prepareList(other, members.toReversed())]
      const answers = await Promise.all(finishes.map((finish) => finish()))
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(await marks()).toHaveLength(before + 2 * listSize)
    }
  })

  test('a list by hand and a mark at the screen at once make one mark of the student', async () => {
    for (let round = 0; round < rounds; round++) {
      await server.advanceClock(2 * hour)
      const [office, screen] = await openOffices(institute)
      const student = members[round % listSize] as Person
      const before = await marks()
      const finish = await prepareList(office, members)
      expect(await assertPasskey(screen.http, { userId: student.id, category: 'STD' }, student.authenticator)).toBe(
        true,
      )
      const own = before.filter(
        ({ student_id, organisation_id }) => student_id === student.id && organisation_id === institute.id,
      )
      const attendance = JSON.stringify({
        [institute.id]: { total: own.length + 1, expiryTime: server.clock.now() + hour },
      })
      const [answer, atScreen] = await Promise.all([
        finish(),
        screen.http.patch(`${documentsPath('STD')}/${student.id}`, { data: { attendance } }),
      ])
      expect(answer.status).toBe(200)
      expect([200, 409], atScreen.text).toContain(atScreen.status)
      const outcome = atScreen.status === 200 ? 'already-marked' : 'counted'
      expect(outcomesOf([answer], student)).toEqual([outcome])
      expect(await marks()).toHaveLength(before.length + listSize)
    }
  })
}
