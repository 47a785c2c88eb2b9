import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OwnPasskeys, RecoveryCodes } from '#contract/passkey.ts'
import type { StaffList } from '#contract/staff.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { releasePasskey } from '#server/domain/passkeys/recovery-codes.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import type { HttpClient } from '#testing/http-client.ts'
import {
  type AnyPerson,
  assertPasskey,
  logIn,
  type Person,
  registerOrganisation,
  registerPasskey,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { createSoftwareAuthenticator } from '#testing/software-authenticator.ts'
import { addStaff, confirm } from '#testing/staff-over-http.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const hour = 60 * 60_000
const byCode = 'This login only reads. It gets a new passkey by a recovery code alone, or by a code of the operator.'

describe.each(engines)('the passkeys of an own login that only reads on %s', (engine) => {
  let server: TestServer
  let college: Person
  let owner: AnyPerson
  let codes: readonly string[]
  let made = 0

  beforeAll(async () => {
    server = await startTestServer(engine)
  })
  afterAll(async () => {
    await checkInvariants(server.database, server.clock.now())
    await server.close()
  })
  beforeEach(async () => {
    college = await registerOrganisation(server, { name: `College ${++made}`, email: `office-${made}@own.example` })
    await registerPasskey(college)
    owner = await addStaff(server, college, { email: `owner-${made}@own.example`, role: 'owner' })
    codes = (await college.http.post<RecoveryCodes>('/api/v1/recovery-codes')).body.codes
    await confirm(owner)
    expect(await close(owner)).toMatchObject({ status: 200 })
  })

  const close = ({ http }: { http: HttpClient }, readsOnly = true) => http.put('/api/v1/own-login', { readsOnly })
  const list = async () => (await owner.http.get<StaffList>('/api/v1/staff')).body.ownLogin
  const passkeys = async ({ http }: { http: HttpClient }) =>
    (await http.get<OwnPasskeys>('/api/v1/passkeys')).body.passkeys
  const newDevice = (http = college.http): Person => {
    return { ...college, http, authenticator: createSoftwareAuthenticator({ origin: server.origin }) }
  }
  /** The login in another browser, without the passkey. */
  async function openByCode(code: string | undefined): Promise<Person> {
    const http = server.openBrowser()
    expect(await http.post('/api/v1/recovery-codes/use', { userId: college.id, code })).toMatchObject({ status: 200 })
    const { email, password } = college
    expect(await http.post('/v1/account/sessions/email', { email, password })).toMatchObject({ status: 201 })
    return newDevice(http)
  }
  const isAccepted = (person: Person) =>
    assertPasskey(person.http, { userId: college.id, category: 'ORG' }, person.authenticator).catch(() => false)

  test('come neither by the password nor by another passkey', async () => {
    await confirm(college)
    await expect(registerPasskey(newDevice())).rejects.toThrow(byCode)
    expect(await passkeys(college)).toHaveLength(1)
    // Once it acts again they come as before.
    expect(await close(college, false)).toMatchObject({ status: 200 })
    expect(await isAccepted(college)).toBe(true)
    await registerPasskey(newDevice())
    expect((await passkeys(college)).map(({ heldUntil }) => heldUntil)).toEqual([null, null])
  })

  test('keep the last one', async () => {
    const [last] = await passkeys(college)
    await confirm(college)
    const refused = refusal(
      403,
      'document_delete_restricted',
      'A login that only reads keeps its last passkey: by it, it can act again.',
    )
    expect(await college.http.delete(`/api/v1/passkeys/${last?.id}`)).toMatchObject(refused)
    // One that waits does not count, and may go.
    const other = await openByCode(codes[0])
    await registerPasskey(other)
    const [, held] = await passkeys(other)
    await confirm(other)
    expect(await other.http.delete(`/api/v1/passkeys/${last?.id}`)).toMatchObject(refused)
    expect(await other.http.delete(`/api/v1/passkeys/${held?.id}`)).toMatchObject({ status: 200 })
  })

  test.each([
    ['a recovery code', async () => codes[0]],
    [
      'a code of the operator',
      async () => (await releasePasskey({ storage: server.storage, random: systemRandom }, college.id))?.code,
    ],
  ])('come by %s, wait for twelve hours, and then open the login', async (_what, find) => {
    const other = await openByCode(await find())
    await registerPasskey(other)
    const [, fresh] = await passkeys(other)
    expect((fresh?.heldUntil ?? 0) - (fresh?.createdAt ?? 0)).toBe(12 * hour)
    expect((await list()).held).toMatchObject([{ heldUntil: fresh?.heldUntil }])
    const told = rowsOf(await server.readTables(), 'outbox').filter(({ kind }) => kind === 'own-login-passkey-held')
    expect(told.map(({ recipient }) => recipient)).toContain(owner.email)
    // Neither a step-up nor a login goes by it, and the way back is closed.
    expect(await isAccepted(other)).toBe(false)
    expect(await isAccepted({ ...other, http: server.openBrowser() })).toBe(false)
    expect((await close(other, false)).status).toBe(401)
    server.clock.advance(12 * hour)
    const later = await logIn({ ...other, http: server.openBrowser() })
    expect(await close(later, false)).toMatchObject({ status: 200 })
  })

  test('work at once when an owner has seen them, and by no one else’s word', async () => {
    const other = await openByCode(codes[0])
    await registerPasskey(other)
    const address = `/api/v1/own-login/passkeys/${(await list()).held[0]?.id}/confirm`
    await confirm(other)
    for (const by of [college, other]) expect((await by.http.post(address)).status).toBe(401)
    const elsewhere = await registerOrganisation(server, { name: `Else ${made}`, email: `else-${made}@own.example` })
    await registerPasskey(elsewhere)
    const stranger = await addStaff(server, elsewhere, { email: `stranger-${made}@own.example`, role: 'owner' })
    expect(await stranger.http.post(address)).toMatchObject(refusal(404, 'document_not_found'))
    const registrar = await addStaff(
      server,
      college,
      { email: `registrar-${made}@own.example`, role: 'registrar' },
      owner,
    )
    expect(await registrar.http.post(address)).toMatchObject(refusal(401, 'user_unauthorized'))
    await confirm(owner)
    expect(await owner.http.post(address)).toMatchObject({ status: 200, body: { ownLogin: { held: [] } } })
    expect(await owner.http.post(address)).toMatchObject(refusal(404, 'document_not_found'))
    expect(await isAccepted(other)).toBe(true)
    expect(await close(other, false)).toMatchObject({ status: 200 })
  })
})
