import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OwnPasskeys, RecoveryCodes } from '#contract/passkey.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { releasePasskey } from '#server/domain/passkeys/recovery-codes.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { compileCache } from '#testing/compile-cache.ts'
import { engines } from '#testing/create-database.ts'
import type { HttpClient } from '#testing/http-client.ts'
import { askToRegister } from '#testing/passkey-ceremony.ts'
import {
  documentsPath,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { createSoftwareAuthenticator } from '#testing/software-authenticator.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const minute = 60_000
const hour = 60 * minute
const invalid = refusal(401, 'user_invalid_token', 'This request is no longer valid. Please start again.')
const moreFactors = refusal(401, 'user_more_factors_required', 'Verification Failed')
const codeForm = /^[2-9A-Z]{6}-[2-9A-Z]{6}-[2-9A-Z]{6}$/

describe.each(engines)('recovery codes on %s', (engine) => {
  let server: TestServer
  let count = 0

  beforeAll(async () => {
    server = await startTestServer(engine)
  })
  afterAll(() => server.close())

  const newOrganisation = async (): Promise<Person> => {
    const organisation = await registerOrganisation(server, { email: `o${++count}@example.org` })
    await registerPasskey(organisation)
    return organisation
  }
  const make = async ({ http }: Person): Promise<readonly string[]> => {
    const { status, text, body } = await http.post<RecoveryCodes>('/api/v1/recovery-codes')
    if (status !== 200) throw new Error(`${status} ${text}`)
    return body.codes
  }
  const use = (http: HttpClient, userId: string, code: string | undefined) =>
    http.post('/api/v1/recovery-codes/use', { userId, code })
  const enter = (http: HttpClient, { email, password }: Person) =>
    http.post('/v1/account/sessions/email', { email, password })
  const codesLeft = async ({ http }: Person) => (await http.get<OwnPasskeys>('/api/v1/passkeys')).body.recoveryCodes
  const mailsTo = async ({ email }: Person) =>
    rowsOf(await server.readTables(), 'outbox').flatMap(({ recipient, kind }) => (recipient === email ? [kind] : []))

  test('are ten, stored only as hashes, and their owner gets a mail', async () => {
    const organisation = await newOrganisation()
    expect(await codesLeft(organisation)).toBe(0)
    const codes = await make(organisation)
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(codeForm)
    expect(await codesLeft(organisation)).toBe(10)
    expect((await mailsTo(organisation)).filter((kind) => kind === 'recovery-codes-made')).toHaveLength(1)
    const stored = JSON.stringify(await server.readTables())
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''))
  })

  test('open the login once without the passkey, and then a registration', async () => {
    const organisation = await newOrganisation()
    const [code] = await make(organisation)
    const http = server.openBrowser()
    expect(await enter(http, organisation)).toMatchObject(moreFactors)
    expect(await use(http, organisation.id, code)).toMatchObject({ status: 200, body: { verification: true } })
    expect(await enter(http, organisation)).toMatchObject({ status: 201, body: { factors: ['password'] } })
    const own = `${documentsPath('ORG')}/${organisation.id}`
    expect(await http.patch(own, { data: { classes: 1 } })).toMatchObject(
      refusal(401, 'user_unauthorized', 'You have not registered your passkey yet!'),
    )
    expect(await http.get('/api/v1/passkeys')).toMatchObject({ body: { enrolment: 'recovery-code', recoveryCodes: 9 } })
    expect(await http.post('/api/v1/recovery-codes')).toMatchObject(refusal(401, 'user_unauthorized'))
    const renewed = { ...organisation, http, authenticator: createSoftwareAuthenticator({ origin: server.origin }) }
    await registerPasskey(renewed)
    expect(await http.patch(own, { data: { classes: 1 } })).toMatchObject({ status: 200 })
    expect(await http.get('/api/v1/passkeys')).toMatchObject({
      body: { enrolment: null, passkeys: [{ heldUntil: null }, { heldUntil: null }] },
    })
    // The right to register without a passkey was used up with it.
    server.clock.advance(10 * minute + 1)
    await http.post('/api/v1/session/confirm', { password: organisation.password })
    expect(await askToRegister(http, { userId: organisation.id, category: 'ORG' })).toMatchObject(
      refusal(401, 'user_unauthorized', 'This needs more than your password.'),
    )
    const subjects: string[] = []
    while (!subjects.includes('A recovery code was used at Rollkey')) {
      subjects.push((await server.inbox.next(organisation.email)).subject)
    }
  })

  test('work once, also when one is used eight times at once', async () => {
    const organisation = await newOrganisation()
    const [code] = await make(organisation)
    const browsers = Array.from({ length: 8 }, () => server.openBrowser())
    const replies = await Promise.all(browsers.map((http) => use(http, organisation.id, code)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(7)
    const logins = await Promise.all(browsers.map((http) => enter(http, organisation)))
    expect(logins.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await use(server.openBrowser(), organisation.id, code)).toMatchObject(invalid)
  })

  test('are accepted as people write them', async () => {
    const organisation = await newOrganisation()
    const [code = ''] = await make(organisation)
    const typed = ` ${code.replaceAll('-', ' ').toLowerCase()} `
    expect(await use(server.openBrowser(), organisation.id, typed)).toMatchObject({ status: 200 })
  })

  test('work for no other account, and every wrong one gets the same answer', async () => {
    const [organisation, other] = [await newOrganisation(), await newOrganisation()]
    const student = await registerStudent(server, organisation.id, { email: `s${++count}@example.org` })
    const [code] = await make(organisation)
    for (const [userId, typed] of [
      [other.id, code],
      [student.id, code],
      ['unknown', code],
      [organisation.id, 'not a code'],
      [organisation.id, 'BBBBBB-BBBBBB-BBBBBB'],
      [organisation.id, ''],
    ] as const) {
      expect(await use(server.openBrowser(), userId, typed)).toMatchObject(invalid)
    }
    expect(await codesLeft(organisation)).toBe(10)
  })

  test('are void when new ones are made, which needs a recent proof', async () => {
    const organisation = await newOrganisation()
    const [code] = await make(organisation)
    server.clock.advance(10 * minute + 1)
    expect(await organisation.http.post('/api/v1/recovery-codes')).toMatchObject(
      refusal(401, 'user_unauthorized', 'Please confirm that it is you.'),
    )
    await organisation.http.post('/api/v1/session/confirm', { password: organisation.password })
    const again = await make(organisation)
    expect(await use(server.openBrowser(), organisation.id, code)).toMatchObject(invalid)
    expect(await use(server.openBrowser(), organisation.id, again[9])).toMatchObject({ status: 200 })
  })

  test('give no login with a wrong password, and three of those use up the proof of the code', async () => {
    const organisation = await newOrganisation()
    const [code] = await make(organisation)
    const http = server.openBrowser()
    await use(http, organisation.id, code)
    const wrong = { ...organisation, password: 'not-the-password' }
    for (let tries = 0; tries < 3; tries++) {
      expect(await enter(http, wrong)).toMatchObject(refusal(401, 'user_invalid_credentials'))
    }
    expect(await enter(http, organisation)).toMatchObject(moreFactors)
  })

  test('open a login for five minutes in the browser that used them, and in no other', async () => {
    const organisation = await newOrganisation()
    const [code] = await make(organisation)
    const http = server.openBrowser()
    await use(http, organisation.id, code)
    expect(await enter(server.openBrowser(), organisation)).toMatchObject(moreFactors)
    server.clock.advance(5 * minute)
    expect(await enter(http, organisation)).toMatchObject(moreFactors)
  })

  describe('of the operator', () => {
    const release = (id: string) => releasePasskey({ storage: server.storage, random: systemRandom }, id)

    test('work like the others for a day, beside them, are recorded, and their owner gets a mail', async () => {
      const organisation = await newOrganisation()
      await make(organisation)
      const released = await release(organisation.id)
      expect(released).toMatchObject({ name: 'Kaveri College', code: expect.stringMatching(codeForm) })
      expect(await codesLeft(organisation)).toBe(11)
      const http = server.openBrowser()
      expect(await use(http, organisation.id, released?.code)).toMatchObject({ status: 200 })
      expect(await enter(http, organisation)).toMatchObject({ status: 201 })
      const rows = rowsOf(await server.readTables(), 'audit_log')
      expect(
        rows.filter(({ action, subject }) => action === 'recovery-code.release' && subject === organisation.id),
      ).toMatchObject([{ outcome: 'done', address_prefix: 'operator' }])
      expect((await mailsTo(organisation)).filter((kind) => kind === 'recovery-code-released')).toHaveLength(1)
    })

    test('do not work after that day', async () => {
      const organisation = await newOrganisation()
      const released = await release(organisation.id)
      server.clock.advance(24 * hour)
      expect(await use(server.openBrowser(), organisation.id, released?.code)).toMatchObject(invalid)
    })

    test('are made only for organisations with a passkey', async () => {
      const bare = await registerOrganisation(server, { email: `o${++count}@example.org` })
      expect(await release(bare.id)).toBeUndefined()
      expect(await release('unknown')).toBeUndefined()
    })
  })
})

test('the operator’s command refuses an unknown institute code', async () => {
  const script = new URL('../../operator/operator.ts', import.meta.url).pathname
  const dataDir = await mkdtemp(join(tmpdir(), 'rollkey-operator-'))
  await (await openStorage({ database: { file: join(dataDir, 'rollkey.sqlite') } })).close()
  const env = { NODE_ENV: 'test', ...compileCache, DATA_DIR: dataDir }
  const run = promisify(execFile)(process.execPath, [script, 'release-passkey', 'bbbb-bbbb'], { env })
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no organisation BBBB-BBBB with a passkey.'),
  })
  await rm(dataDir, { recursive: true })
})
