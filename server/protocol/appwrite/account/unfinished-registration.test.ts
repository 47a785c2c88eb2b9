import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserModel } from '#contract/account.ts'
import type { PasswordHasher } from '#server/domain/ports.ts'
import { factsOf, readAuditOf } from '#testing/audit-log.ts'
import {
  type Beginning,
  beginAs,
  beginRegistration,
  organisationProfile,
  somePassword,
  studentProfile,
} from '#testing/begin-registration.ts'
import { attackersAddress, believesTests, openBrowserBehind } from '#testing/behind-address.ts'
import { engines } from '#testing/create-database.ts'
import {
  documentsPath,
  type Person,
  readMailedToken,
  registerOrganisation,
  registerPasskey,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { pickTables, rowsOf } from '#testing/rows-of.ts'
import { cheapHasher, startTestServer, type TestServer } from '#testing/test-server.ts'

const taken = refusal(409, 'user_already_exists', 'An account with this email already exists.')
const strangersPassword = 'harbour-violin-meadow-8'
const quarterHour = 15 * 60_000

/** The real algorithm. It counts how often it computes a hash. */
const hashes = { computed: 0 }
const countingHasher: PasswordHasher = {
  hash: (password) => {
    hashes.computed += 1
    return cheapHasher.hash(password)
  },
  verify: (hash, password) => {
    hashes.computed += 1
    return cheapHasher.verify(hash, password)
  },
  isOutdated: cheapHasher.isOutdated,
}

describe.each(engines)('a verified email whose registration is unfinished, on %s,', (engine) => {
  let server: TestServer
  let institute: Person
  let count = 0

  beforeAll(async () => {
    server = await startTestServer(engine, { env: { RATE_LIMIT_SCALE: '1', ...believesTests }, hasher: countingHasher })
    institute = await registerOrganisation(server)
  })
  afterAll(() => server.close())

  const newEmail = () => `owner${++count}@example.org`
  const register = (
    { email }: { readonly email: string },
    { password = somePassword, http = server.openBrowser(), userId = 'unique()', name = '' } = {},
  ) => http.post<UserModel>('/v1/account', { userId, email, password, name })
  const setLabel = (http: Person['http'], userId: string, label: string) =>
    http.post('/api/v1/user/label', { userId, label })
  const logInAs = ({ email, password }: Beginning, http = server.openBrowser()) =>
    http.post('/v1/account/sessions/email', { email, password })
  const stored = async () => pickTables(await server.readTables(), 'accounts', 'sessions', 'registration_cookies')

  async function askForLink(begun: Beginning): Promise<{ userId: string; secret: string }> {
    await logInAs(begun, begun.http)
    await begun.http.post('/v1/account/verification', { url: `${server.origin}/verify-email` })
    return readMailedToken((await server.inbox.next(begun.email)).links, '/verify-email')
  }
  async function verify(begun: Beginning): Promise<Beginning> {
    const link = await askForLink(begun)
    expect(await begun.http.put('/v1/account/verification', link)).toMatchObject({ status: 200 })
    return begun
  }
  const verifiedOwner = async () => verify(await beginRegistration(server, newEmail()))
  const verifiedOwnerAs = async (label: 'ORG' | 'STD') => verify(await beginAs(label, server, newEmail()))

  test('stays its owner’s when a stranger registers with it: account, session and login do not change', async () => {
    const owner = await verifiedOwner()
    const before = await stored()
    const stranger = server.openBrowser()
    expect(await register(owner, { password: strangersPassword, http: stranger })).toMatchObject(taken)
    expect(stranger.cookies.names()).toEqual([])
    expect(await stored()).toEqual(before)
    expect(await owner.http.get('/v1/account')).toMatchObject({ status: 200, body: { emailVerification: true } })
    expect(await logInAs(owner)).toMatchObject({ status: 201 })
  })

  test('stays its owner’s when another account changes its email to it', async () => {
    const owner = await verifiedOwner()
    const before = rowsOf(await server.readTables(), 'accounts')
    const other = institute.http.patch('/v1/account/email', { email: owner.email, password: institute.password })
    expect(await other).toMatchObject(refusal(409, 'user_target_already_exists'))
    expect(rowsOf(await server.readTables(), 'accounts')).toEqual(before)
  })

  test('stays its owner’s when it was verified by the link to a new password', async () => {
    const { email, http } = await beginRegistration(server, newEmail())
    await http.post('/v1/account/recovery', { email, url: `${server.origin}/new-password` })
    const link = readMailedToken((await server.inbox.next(email)).links, '/new-password')
    await http.put('/v1/account/recovery', { ...link, password: strangersPassword })
    expect(await register({ email })).toMatchObject(taken)
    expect(await register({ email }, { password: strangersPassword })).toMatchObject({
      status: 201,
      body: { $id: link.userId },
    })
  })

  test('continues with its password in any browser: the same account takes label and profile', async () => {
    const owner = await verifiedOwner()
    const http = server.openBrowser()
    // The newer SDKs make ids themselves.
    const reply = await register(owner, { http, userId: '6743d2f1000e1b7c2a9f', name: 'Kaveri College' })
    expect(reply).toMatchObject({
      status: 201,
      body: { $id: owner.id, email: owner.email, name: 'Kaveri College', emailVerification: true, labels: [] },
    })
    expect(http.cookies.names()).toEqual(['reg'])
    expect(await setLabel(http, owner.id, 'ORG')).toMatchObject({ status: 200 })
    const data = organisationProfile(owner.email)
    expect(await http.post(documentsPath('ORG'), { documentId: owner.id, data })).toMatchObject({ status: 201 })
    expect(await logInAs(owner, http)).toMatchObject({ status: 201 })
    expect(await http.get(`${documentsPath('ORG')}/${owner.id}`)).toMatchObject({ status: 200 })
    // The owner's other browser was not logged out.
    expect(await owner.http.get('/v1/account')).toMatchObject({ status: 200, body: { labels: ['ORG'] } })
  })

  test('continues where it stopped: the label may be sent again, another one may not', async () => {
    const owner = await verifiedOwnerAs('STD')
    const http = server.openBrowser()
    expect(await register(owner, { http })).toMatchObject({ status: 201, body: { $id: owner.id, labels: ['STD'] } })
    expect(await setLabel(http, owner.id, 'ORG')).toMatchObject(refusal(401, 'user_unauthorized'))
    expect(await setLabel(http, owner.id, 'STD')).toMatchObject({ status: 200 })
    const data = studentProfile(owner.email, institute.id, `U-${count}`)
    expect(await http.post(documentsPath('STD'), { documentId: owner.id, data })).toMatchObject({ status: 201 })
    expect(await setLabel(http, owner.id, 'STD')).toMatchObject(refusal(401, 'user_unauthorized'))
  })

  test('keeps the name of the account when the form has none', async () => {
    const begun = { ...(await beginRegistration(server, newEmail())), password: somePassword }
    const named = await register(begun, { name: 'Asha Rao', http: begun.http })
    await verify({ ...begun, id: named.body.$id })
    expect(await register(begun)).toMatchObject({ status: 201, body: { $id: named.body.$id, name: 'Asha Rao' } })
  })

  test('is finished by one of two browsers that finish at once', async () => {
    const owner = await verifiedOwnerAs('ORG')
    const browsers = [server.openBrowser(), server.openBrowser()]
    const begun = await Promise.all(browsers.map((http) => register(owner, { http })))
    expect(begun.map(({ status, body }) => [status, body.$id])).toEqual([
      [201, owner.id],
      [201, owner.id],
    ])
    const body = { documentId: owner.id, data: organisationProfile(owner.email) }
    const posted = await Promise.all(browsers.map((http) => http.post(documentsPath('ORG'), body)))
    expect(posted.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await register(owner)).toMatchObject(taken)
  })

  test('that is verified while a stranger registers belongs to exactly one of them', async () => {
    for (let round = 0; round < 4; round++) {
      const owner = await beginRegistration(server, newEmail())
      const link = await askForLink(owner)
      const [confirmed, registered] = await Promise.all([
        server.openBrowser().put('/v1/account/verification', link),
        register(owner, { password: strangersPassword }),
      ])
      expect([
        [200, 409],
        [401, 201],
      ]).toContainEqual([confirmed.status, registered.status])
      expect((await logInAs(owner)).status).toBe(confirmed.status === 200 ? 201 : 401)
    }
  })

  test('whose account has a passkey is not opened by the password alone', async () => {
    const owner = await registerOrganisation(server, { name: 'Tapti College', email: newEmail() })
    await registerPasskey(owner)
    expect(await owner.http.delete(`${documentsPath('ORG')}/${owner.id}`)).toMatchObject({ status: 204 })
    expect(await register(owner, { password: owner.password })).toMatchObject(taken)
  })

  test('of a finished registration is taken, whatever the password', async () => {
    for (const password of [institute.password, strangersPassword]) {
      expect(await register(institute, { password })).toMatchObject(taken)
    }
  })

  describe('does not help to guess its password:', () => {
    test('wrong ones count as those of a login, and a right one clears the count', async () => {
      const owner = await verifiedOwner()
      const guess = () => register(owner, { password: strangersPassword })
      for (let miss = 0; miss < 9; miss++) expect(await guess()).toMatchObject(taken)
      expect(await register(owner)).toMatchObject({ status: 201 })
      for (let miss = 0; miss < 10; miss++) expect(await guess()).toMatchObject(taken)
      const tooMany = refusal(429, 'general_rate_limit_exceeded')
      for (const refused of [await register(owner), await guess(), await logInAs(owner)]) {
        expect(refused).toMatchObject(tooMany)
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      }
      server.clock.advance(quarterHour)
      expect(await register(owner)).toMatchObject({ status: 201, body: { $id: owner.id } })
    })

    test('they count for the address of strangers, too', async () => {
      const owner = await verifiedOwner()
      const behindAttacker = () => openBrowserBehind(server, attackersAddress)
      for (let miss = 0; miss < 199; miss++) {
        await logInAs({ ...owner, email: `guess${miss}@example.org` }, behindAttacker())
      }
      const guess = (http = behindAttacker()) => register(owner, { password: strangersPassword, http })
      expect(await guess()).toMatchObject(taken)
      expect(await guess()).toMatchObject(refusal(429, 'general_rate_limit_exceeded'))
      expect(await guess(server.openBrowser())).toMatchObject(taken)
    })

    test('they are recorded', async () => {
      const owner = await verifiedOwner()
      const rows = await readAuditOf(server.database, async () => {
        await register(owner, { password: strangersPassword })
        await register(owner)
      })
      expect(rows.map((row) => [row.action, row.outcome, row.subject, factsOf(row)])).toEqual([
        ['account.continue', 'refused', owner.id, { why: 'wrong-password' }],
        ['account.continue', 'done', owner.id, null],
      ])
    })

    test('every registration computes one hash, whatever account the email has', async () => {
      const owner = await verifiedOwner()
      const unverified = await beginRegistration(server, newEmail())
      const tries: [string, () => Promise<{ status: number }>, number][] = [
        ['new', () => register({ email: newEmail() }), 201],
        ['unverified', () => register(unverified), 201],
        ['finished', () => register(institute), 409],
        ['wrong', () => register(owner, { password: strangersPassword }), 409],
        ['right', () => register(owner), 201],
      ]
      for (const [what, send, status] of tries) {
        hashes.computed = 0
        expect([what, (await send()).status, hashes.computed]).toEqual([what, status, 1])
      }
    })
  })
})
