import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seenStepUpMs } from '#contract/desk-rules.ts'
import { recentAuthenticationMs } from '#contract/rules.ts'
import { engines } from '#testing/create-database.ts'
import { addPerson, enrolByPhone } from '#testing/desk-over-http.ts'
import { type AnyPerson, assertPasskey, registerOrganisation, registerPasskey } from '#testing/people-over-http.ts'
import { addStaff } from '#testing/staff-over-http.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const minute = 60_000
const needed = { status: 401, body: { reason: 'step-up-needed' } }

describe.each(engines)('a person at an enrolment desk on %s', (engine) => {
  let server: TestServer
  let desk: AnyPerson
  let waiting: readonly string[]

  beforeAll(async () => {
    server = await startTestServer(engine)
    const college = await registerOrganisation(server)
    await registerPasskey(college)
    desk = await addStaff(server, college, { email: 'desk@staff.example', role: 'desk' })
    const enrolments: string[] = []
    for (const number of ['R1', 'R2', 'R3', 'R4', 'R5']) {
      const person = await addPerson(college.http, number)
      enrolments.push((await enrolByPhone(server, desk.http, person)).enrolment)
    }
    waiting = enrolments
  })
  afterAll(() => server.close())

  const showPasskey = ({ id, http, authenticator }: AnyPerson) =>
    assertPasskey(http, { userId: id, category: 'STF' }, authenticator)
  const see = (at: number) => desk.http.post(`/api/v1/desk/${waiting[at]}/seen`)
  const sendAway = (at: number) => desk.http.post(`/api/v1/desk/${waiting[at]}/another-person`)

  test('sees people for half an hour by one gesture with the own passkey', async () => {
    expect(await showPasskey(desk)).toBe(true)
    await server.advanceClock(seenStepUpMs - minute)
    expect(await see(0)).toMatchObject({ status: 200 })
    await server.advanceClock(minute + 1_000)
    expect(await see(1)).toMatchObject(needed)
    expect(await showPasskey(desk)).toBe(true)
    // To see a person is no gesture: the half hour began when the passkey was shown.
    for (const at of [1, 2]) {
      await server.advanceClock(14 * minute)
      expect(await see(at)).toMatchObject({ status: 200 })
    }
    await server.advanceClock(3 * minute)
    expect(await see(3)).toMatchObject(needed)
  })

  test('sends one away in the first ten minutes alone', async () => {
    expect(await showPasskey(desk)).toBe(true)
    await server.advanceClock(recentAuthenticationMs + 1_000)
    expect(await sendAway(4)).toMatchObject(needed)
    // Control: the same gesture is enough to see another one.
    expect(await see(3)).toMatchObject({ status: 200 })
    expect(await showPasskey(desk)).toBe(true)
    expect(await sendAway(4)).toMatchObject({ status: 200 })
  })
})
