import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OwnPasskeys } from '#contract/passkey.ts'
import { paths } from '#contract/paths.ts'
import type { StaffList } from '#contract/staff.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import {
  type AnyPerson,
  type Person,
  readMailedToken,
  registerOrganisation,
  registerPasskey,
  registerStudent,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { createSoftwareAuthenticator } from '#testing/software-authenticator.ts'
import { act, addStaff, confirm, invite, openPasskeyLink, sendPasskeyLink } from '#testing/staff-over-http.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const minute = 60_000
const hour = 60 * minute

describe.each(engines)('a lost passkey of a person of an institute on %s', (engine) => {
  let server: TestServer
  let college: Person
  let owner: AnyPerson
  let made = 0
  const fresh = () => `lost-${++made}@staff.example`

  beforeAll(async () => {
    server = await startTestServer(engine, { env: { RATE_LIMIT_SCALE: '1' } })
    college = await registerOrganisation(server)
    await registerPasskey(college)
    owner = await addStaff(server, college, { email: fresh(), role: 'owner' })
  })
  afterAll(async () => {
    await checkInvariants(server.database, server.clock.now())
    await server.close()
  })

  const rowOf = async ({ email }: AnyPerson) => {
    const { body } = await owner.http.get<StaffList>('/api/v1/staff')
    return body.people.find((one) => one.email === email)
  }
  /** The person has lost the passkey, and makes another one by a link of the owner. */
  async function replace(person: AnyPerson, sender = owner): Promise<AnyPerson> {
    const link = await sendPasskeyLink(server, sender, person)
    const changed = await openPasskeyLink(server, person, link)
    await registerPasskey(changed)
    return changed
  }
  async function confirmHeld(person: AnyPerson, by = owner) {
    await confirm(by)
    const row = await rowOf(person)
    return by.http.post<StaffList>(`/api/v1/staff/${row?.id}/passkeys/${row?.held[0]?.id}/confirm`)
  }

  test('is replaced by a link of an owner; the new one acts once an owner has seen the person', async () => {
    const teacher = await replace(await addStaff(server, college, { email: fresh(), role: 'teacher' }, owner))
    const row = await rowOf(teacher)
    expect(row?.held).toHaveLength(1)
    expect((row?.held[0]?.heldUntil ?? 0) - (row?.held[0]?.createdAt ?? 0)).toBe(12 * hour)
    // The lost one alone is asked for.
    await expect(act(teacher, college)).rejects.toThrow('No allowed credential is here.')
    expect(await confirmHeld(teacher)).toMatchObject({ status: 200 })
    expect((await rowOf(teacher))?.held).toEqual([])
    await act(teacher, college)
  })

  test('is replaced by one that acts after twelve hours without a confirmation', async () => {
    const teacher = await replace(await addStaff(server, college, { email: fresh(), role: 'teacher' }, owner))
    server.clock.advance(12 * hour)
    await confirmAgain(owner)
    expect((await rowOf(teacher))?.held).toEqual([])
    const { http } = await loginOf(teacher)
    await act({ ...teacher, http }, college)
  })

  const loginOf = async (person: AnyPerson) => {
    const http = server.openBrowser()
    await http.post('/v1/account/sessions/email', { email: person.email, password: person.password })
    return { ...person, http }
  }
  /** Acting ends after two hours without use. */
  const confirmAgain = async (person: AnyPerson) => {
    const { http } = await loginOf(person)
    owner = { ...person, http }
    await act(owner, college)
  }

  test('tells the owners of the link and of the new one, also where a student asked for the link', async () => {
    const asha = await registerStudent(server, college.id, { email: fresh() })
    await registerPasskey(asha)
    const invitation = await invite(server, owner, { email: asha.email, role: 'desk' })
    expect(await asha.http.put('/api/v1/invitation', invitation)).toMatchObject({ status: 204 })
    const told = async () =>
      rowsOf(await server.readTables(), 'outbox').filter(
        ({ kind, recipient }) => recipient === owner.email && String(kind).startsWith('staff-passkey'),
      ).length
    const before = await told()
    const link = await sendPasskeyLink(server, owner, asha)
    expect(await told()).toBe(before + 1)
    const changed = await openPasskeyLink(server, asha, link)
    await registerPasskey(changed)
    expect(await told()).toBe(before + 2)
    expect(await changed.http.delete('/v1/account/sessions/current')).toMatchObject({ status: 204 })
    await asha.http.post('/v1/account/sessions/email', { email: asha.email, password: asha.password })
    expect(await asha.http.post('/api/v1/passkey/replacement')).toMatchObject({ status: 200 })
    for (;;) {
      const { links } = await server.inbox.next(asha.email)
      if (!links.some((one) => one.includes(paths.replacePasskey))) continue
      await registerPasskey(await openPasskeyLink(server, asha, readMailedToken(links, paths.replacePasskey)))
      break
    }
    expect(await told()).toBe(before + 3)
  })

  test('the password alone replaces nothing', async () => {
    const teacher = await addStaff(server, college, { email: fresh(), role: 'teacher' }, owner)
    const thief = await loginOf(teacher)
    await expect(registerPasskey(thief)).rejects.toThrow('This needs more than your password.')
  })

  test('a passkey that the confirmed one adds waits as long as that one', async () => {
    const teacher = await replace(await addStaff(server, college, { email: fresh(), role: 'teacher' }, owner))
    await confirmHeld(teacher)
    await act(teacher, college)
    await registerPasskey({ ...teacher, authenticator: createSoftwareAuthenticator({ origin: server.origin }) })
    const { passkeys } = (await teacher.http.get<OwnPasskeys>('/api/v1/passkeys')).body
    expect(passkeys.map(({ heldUntil }) => heldUntil === null)).toEqual([true, true, false])
    expect((await rowOf(teacher))?.held).toMatchObject([{ heldUntil: passkeys[2]?.heldUntil }])
  })

  test('may be a security key: no kind of device is asked for', async () => {
    const teacher = await addStaff(server, college, { email: fresh(), role: 'teacher' }, owner)
    const subject = { userId: teacher.id, category: 'STF' }
    const { body } = await teacher.http.post<{ authenticatorSelection: object }>('/api/v1/passkey/register', subject)
    expect(body).toMatchObject({ attestation: 'none', hints: [] })
    expect(body.authenticatorSelection).toEqual({
      residentKey: 'preferred',
      requireResidentKey: false,
      userVerification: 'required',
    })
  })

  test('one person gets three links in an hour', async () => {
    const desk = await addStaff(server, college, { email: fresh(), role: 'desk' }, owner)
    await confirm(owner)
    const ask = async () => owner.http.post(`/api/v1/staff/${(await rowOf(desk))?.id}/passkey-link`)
    for (const _ of [1, 2, 3]) expect(await ask()).toMatchObject({ status: 200 })
    expect(await ask()).toMatchObject(refusal(429, 'general_rate_limit_exceeded'))
  })
})
