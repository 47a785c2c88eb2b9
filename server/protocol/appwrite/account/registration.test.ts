import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeAlphabet } from '#contract/identifiers.ts'
import { sessionLife } from '#server/domain/accounts/session-life.ts'
import {
  beginAs,
  beginRegistration,
  organisationProfile,
  somePassword,
  studentProfile,
} from '#testing/begin-registration.ts'
import { engines } from '#testing/create-database.ts'
import { clockStepMs, holdTime, moveTo } from '#testing/hold-time.ts'
import {
  documentsPath,
  logIn,
  type Person,
  readMailedToken,
  registerOrganisation,
  registerStudent,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { pickTables, rowsOf } from '#testing/rows-of.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const quarterHour = 15 * 60_000

describe.each(engines)('registration on %s', (engine) => {
  let server: TestServer
  let institute: Person
  let otherInstitute: Person

  beforeAll(async () => {
    server = await startTestServer(engine)
    institute = await registerOrganisation(server)
    otherInstitute = await registerOrganisation(server, { name: 'Narmada College', email: 'office@narmada.example' })
    await registerStudent(server, institute.id)
  })
  afterAll(() => server.close())

  const setLabel = (http: Person['http'], userId: string, label: string) =>
    http.post('/api/v1/user/label', { userId, label })
  const findAccounts = async (email: string) =>
    rowsOf(await server.readTables(), 'accounts').filter((account) => account.email_canonical === email)

  describe('the account', () => {
    test('comes without a label, unverified, and without a session', async () => {
      const http = server.openBrowser()
      const reply = await http.post('/v1/account', {
        userId: 'unique()',
        email: 'Fresh@Example.org',
        password: somePassword,
        name: 'Fresh',
      })
      expect(reply).toMatchObject({
        status: 201,
        body: { name: 'Fresh', email: 'Fresh@Example.org', emailVerification: false, labels: [], status: true },
      })
      expect(reply.text).not.toMatch(/argon|hash|password"/i)
      expect(await http.get('/v1/account')).toMatchObject(refusal(401, 'general_unauthorized_scope'))
      expect(http.cookies.names()).toEqual(['reg'])
    })

    test('is refused for a taken email in any spelling, and nothing is stored', async () => {
      const before = await server.readTables()
      const http = server.openBrowser()
      const reply = await http.post('/v1/account', {
        userId: 'unique()',
        email: institute.email.toUpperCase(),
        password: somePassword,
      })
      expect(reply).toMatchObject(refusal(409, 'user_already_exists'))
      expect(http.cookies.names()).toEqual([])
      expect(await server.readTables()).toEqual(before)
    })

    test('is refused for a taken id, and nothing is stored', async () => {
      const register = (email: string) =>
        server.openBrowser().post('/v1/account', { userId: 'taken.id-1', email, password: somePassword })
      expect(await register('first@example.org')).toMatchObject({ status: 201 })
      const before = await server.readTables()
      expect(await register('other@example.org')).toMatchObject(refusal(409, 'user_already_exists'))
      expect(await server.readTables()).toEqual(before)
    })

    test('may have an id that the client chose', async () => {
      const body = { userId: 'chosen.id-1', email: 'chosen@example.org', password: somePassword }
      expect(await server.openBrowser().post('/v1/account', body)).toMatchObject({
        status: 201,
        body: { $id: 'chosen.id-1' },
      })
    })

    test.each(['K7QF3M9T', 'k7qf3m9t', 'K7QF-3M9T', 'K7QF3M9S', 'K7QF3M9'])(
      'is refused an id that could be read as an institute code, such as %s',
      async (userId) => {
        const before = await server.readTables()
        const http = server.openBrowser()
        const body = { userId, email: 'beside.a.code@example.org', password: somePassword }
        expect(await http.post('/v1/account', body)).toMatchObject(
          refusal(400, 'general_argument_invalid', 'userId must not look like an institute code'),
        )
        expect(http.cookies.names()).toEqual([])
        expect(await server.readTables()).toEqual(before)
      },
    )

    test('is refused an id that is a word of an address', async () => {
      const before = await server.readTables()
      const http = server.openBrowser()
      const body = { userId: 'export', email: 'export@example.org', password: somePassword }
      expect(await http.post('/v1/account', body)).toMatchObject(
        refusal(400, 'general_argument_invalid', 'userId is a word of an address'),
      )
      expect(http.cookies.names()).toEqual([])
      expect(await server.readTables()).toEqual(before)
    })

    test('has a code that the server made, when the client leaves the id to it', async () => {
      const { id } = await beginRegistration(server, 'made.code@example.org')
      expect(id).toMatch(new RegExp(`^[${codeAlphabet}]{8}$`))
    })

    test('that was never finished is replaced by another registration, and its browser can do no more', async () => {
      const first = await beginAs('ORG', server, 'twice@example.org')
      const password = 'harbour-violin-meadow-8'
      const second = server.openBrowser()
      const reply = await second.post<{ $id: string }>('/v1/account', {
        userId: 'unique()',
        email: 'TWICE@example.org',
        password,
      })
      expect(reply.status).toBe(201)
      expect(await findAccounts('twice@example.org')).toMatchObject([{ id: reply.body.$id, label: null }])
      expect(await setLabel(first.http, first.id, 'ORG')).toMatchObject(refusal(401, 'general_unauthorized_scope'))
      expect(await setLabel(second, reply.body.$id, 'ORG')).toMatchObject({ status: 200 })
      const login = { email: first.email, password: first.password }
      expect(await first.http.post('/v1/account/sessions/email', login)).toMatchObject(
        refusal(401, 'user_invalid_credentials'),
      )
    })

    test.each([
      ['labels', { labels: ['ORG'] }],
      ['emailVerification', { emailVerification: true }],
      ['status', { status: true }],
    ])('does not take %s from the client', async (_name, extra) => {
      const body = { userId: 'unique()', email: 'sly@example.org', password: somePassword, ...extra }
      expect(await server.openBrowser().post('/v1/account', body)).toMatchObject(
        refusal(400, 'general_argument_invalid'),
      )
      expect(await findAccounts('sly@example.org')).toEqual([])
    })
  })

  describe('the password', () => {
    test.each([
      ['has fewer than 8 characters', 'short-7', 'Password must be at least 8 characters long'],
      [
        'has fewer than 8 characters that each take two units',
        '🚲🚲🚲🚲🌳🌳🌳',
        'Password must be at least 8 characters long',
      ],
      ['has more than 256 characters', 'ab'.repeat(129), 'Password must be at most 256 characters long'],
      [
        'is common, in whatever case',
        'PassWord123',
        'This password is among the most common ones. Please choose another',
      ],
      ['is one character repeated', 'zzzzzzzzzz', 'Password must not be one character repeated'],
      ['is a plain sequence', 'jihgfedcba', 'Password must not be a plain sequence'],
      ['holds the local part of the email', 'my-tabla.player-9', 'Password must not contain ‘tabla.player’'],
      ['holds a word of the name', 'is-GOVINDA-here-1', 'Password must not contain ‘Govinda’'],
      ['holds the product’s name', 'rollkey-is-mine-4', 'Password must not contain ‘Rollkey’'],
    ])('is refused when it %s', async (_what, password, message) => {
      const body = { userId: 'unique()', email: 'tabla.player@example.org', password, name: 'Govinda Iyer' }
      expect(await server.openBrowser().post('/v1/account', body)).toMatchObject(
        refusal(400, 'general_argument_invalid', message),
      )
      expect(await findAccounts('tabla.player@example.org')).toEqual([])
    })

    test.each([
      ['8 characters', 'k7#Qp2!x'],
      ['8 characters outside the basic plane', '🚲🌳🎻🚢🌙🍊🎈🏔'],
      ['256 characters', 'aB3-'.repeat(64)],
      ['spaces around it', '  ferry tunnel orange  '],
    ])('may have %s, and opens a session only exactly as it was given', async (_what, password) => {
      const http = server.openBrowser()
      const body = { userId: 'unique()', email: 'many.passwords@example.org', password }
      expect(await http.post('/v1/account', body)).toMatchObject({ status: 201 })
      const open = (given: string) => http.post('/v1/account/sessions/email', { email: body.email, password: given })
      expect(await open([...password.slice(2), '~', '~'].join(''))).toMatchObject(
        refusal(401, 'user_invalid_credentials'),
      )
      expect(await open(password)).toMatchObject({ status: 201 })
    })

    test('is the same in composed and decomposed form', async () => {
      const http = server.openBrowser()
      const password = 'café-crème-brûlée'
      const email = 'composed@example.org'
      await http.post('/v1/account', { userId: 'unique()', email, password: password.normalize('NFD') })
      const login = { email, password: password.normalize('NFC') }
      expect(await http.post('/v1/account/sessions/email', login)).toMatchObject({ status: 201 })
    })
  })

  describe('the registration cookie', () => {
    test('cannot be read by scripts or sent by other sites, and lasts 15 minutes', async () => {
      const body = { userId: 'unique()', email: 'cookie@example.org', password: somePassword }
      const { headers } = await server.openBrowser().post('/v1/account', body)
      const [cookie = '', ...others] = headers.getSetCookie()
      expect(others).toEqual([])
      expect(cookie.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=900', 'Path=/', 'SameSite=Strict'])
      const secret = /^reg=([\w-]{43});/.exec(cookie)?.[1] ?? 'none'
      expect(JSON.stringify(await server.readTables())).not.toContain(secret)
    })

    test('lets a browser label and describe its own account and no other', async () => {
      const own = await beginRegistration(server, 'own@example.org')
      const foreign = await beginAs('STD', server, 'foreign@example.org')
      const before = pickTables(await server.readTables(), 'accounts', 'organisations', 'students')
      expect(await setLabel(own.http, foreign.id, 'ORG')).toMatchObject(refusal(401, 'user_unauthorized'))
      const data = studentProfile(foreign.email, institute.id, 'F1')
      expect(await own.http.post(documentsPath('STD'), { documentId: foreign.id, data })).toMatchObject(
        refusal(400, 'general_argument_invalid'),
      )
      expect(pickTables(await server.readTables(), 'accounts', 'organisations', 'students')).toEqual(before)
    })

    test('is needed: without it a browser can label and describe no account', async () => {
      const { id, email } = await beginAs('ORG', server, 'stranger@example.org')
      const stranger = server.openBrowser()
      const data = organisationProfile(email)
      const refused = refusal(401, 'general_unauthorized_scope')
      expect(await setLabel(stranger, id, 'ORG')).toMatchObject(refused)
      expect(await stranger.post(documentsPath('ORG'), { documentId: id, data })).toMatchObject(refused)
      stranger.cookies.store(['reg=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA; Path=/'])
      expect(await setLabel(stranger, id, 'ORG')).toMatchObject(refused)
    })

    test('ends after 15 minutes to the millisecond', async () => {
      holdTime()
      const early = await beginRegistration(server, 'early@example.org')
      const late = await beginRegistration(server, 'late@example.org')
      const cookies = rowsOf(await server.readTables(), 'registration_cookies')
      const endOf = (id: string) => cookies.find(({ account_id }) => account_id === id)?.expires_at ?? 0
      if (engine === 'sqlite') expect(endOf(early.id)).toBe(server.clock.now() + quarterHour)
      moveTo(server.clock, endOf(early.id) - clockStepMs[engine])
      expect(await setLabel(early.http, early.id, 'ORG')).toMatchObject({ status: 200 })
      moveTo(server.clock, endOf(late.id))
      expect(await setLabel(late.http, late.id, 'ORG')).toMatchObject(refusal(401, 'general_unauthorized_scope'))
      expect(await findAccounts(late.email)).toMatchObject([{ label: null }])
    })
  })

  describe('the label', () => {
    test('is shown by the account at once, and is written only once', async () => {
      const { id, http, email, password } = await beginAs('ORG', server, 'labelled@example.org')
      for (const label of ['STD', 'ORG']) {
        expect(await setLabel(http, id, label)).toMatchObject(refusal(401, 'user_unauthorized'))
      }
      await http.post('/v1/account/sessions/email', { email, password })
      expect(await setLabel(http, id, 'STD')).toMatchObject(refusal(401, 'user_unauthorized'))
      expect(await http.get('/v1/account')).toMatchObject({ status: 200, body: { labels: ['ORG'] } })
    })

    test.each(['ADMIN', 'org', '', ['ORG'], null])('cannot be %j', async (label) => {
      const { id, http, email } = await beginRegistration(server, 'wrong.label@example.org')
      expect(await http.post('/api/v1/user/label', { userId: id, label })).toMatchObject(
        refusal(400, 'general_argument_invalid'),
      )
      expect(await findAccounts(email)).toMatchObject([{ label: null }])
    })

    test('of another account cannot be set', async () => {
      const { id, email } = await beginRegistration(server, 'unlabelled@example.org')
      const { http } = await logIn(institute, server.openBrowser())
      expect(await setLabel(http, id, 'STD')).toMatchObject(refusal(401, 'user_unauthorized'))
      expect(await findAccounts(email)).toMatchObject([{ label: null }])
    })
  })

  describe('the profile', () => {
    const describeNobody = async (work: () => Promise<unknown>) => {
      const before = pickTables(await server.readTables(), 'organisations', 'students', 'memberships')
      await work()
      expect(pickTables(await server.readTables(), 'organisations', 'students', 'memberships')).toEqual(before)
    }

    test('needs a label first', async () => {
      const { id, http, email } = await beginRegistration(server, 'no.label@example.org')
      await describeNobody(async () => {
        const data = organisationProfile(email)
        expect(await http.post(documentsPath('ORG'), { documentId: id, data })).toMatchObject(
          refusal(401, 'user_unauthorized'),
        )
      })
    })

    test('goes only into the collection of the label, whatever is sent', async () => {
      const organisation = await beginAs('ORG', server, 'org.label@example.org')
      const student = await beginAs('STD', server, 'std.label@example.org')
      await describeNobody(async () => {
        const asStudent = studentProfile(organisation.email, institute.id, 'L1')
        expect(
          await organisation.http.post(documentsPath('STD'), { documentId: organisation.id, data: asStudent }),
        ).toMatchObject(refusal(401, 'user_unauthorized'))
        const asOrganisation = organisationProfile(student.email)
        expect(
          await student.http.post(documentsPath('ORG'), { documentId: student.id, data: asOrganisation }),
        ).toMatchObject(refusal(401, 'user_unauthorized'))
        const meaningless = { documentId: student.id, data: { city: 5 } }
        expect(await student.http.post(documentsPath('ORG'), meaningless)).toMatchObject(
          refusal(401, 'user_unauthorized'),
        )
        expect(await student.http.post(documentsPath('STD'), meaningless)).toMatchObject(
          refusal(400, 'document_invalid_structure'),
        )
      })
    })

    test('has the email of the account, in upper or lower case', async () => {
      const { id, http } = await beginAs('ORG', server, 'same.email@example.org')
      const post = (email: string) =>
        http.post(documentsPath('ORG'), { documentId: id, data: organisationProfile(email) })
      await describeNobody(async () => {
        expect(await post('another@example.org')).toMatchObject(refusal(400, 'document_invalid_structure'))
      })
      expect(await post('Same.Email@example.org')).toMatchObject({ status: 201 })
    })

    test('has the id of the account, and unique() stands for it', async () => {
      const { id, http, email } = await beginAs('ORG', server, 'unique@example.org')
      const post = (documentId: string) =>
        http.post(documentsPath('ORG'), { documentId, data: organisationProfile(email) })
      await describeNobody(async () => {
        expect(await post('AnotherId')).toMatchObject(refusal(400, 'general_argument_invalid'))
        expect(await post('../x')).toMatchObject(refusal(400, 'general_argument_invalid'))
      })
      expect(await post('unique()')).toMatchObject({ status: 201, body: { $id: id } })
    })

    test('is made once', async () => {
      const { id, http, email } = await beginAs('ORG', server, 'one.profile@example.org')
      const body = { documentId: id, data: organisationProfile(email) }
      expect(await http.post(documentsPath('ORG'), body)).toMatchObject({ status: 201 })
      await describeNobody(async () => {
        expect(await http.post(documentsPath('ORG'), body)).toMatchObject(refusal(409, 'document_already_exists'))
      })
    })

    test.each([
      ['classes', { classes: 5 }],
      ['passKey', { passKey: true }],
      ['students', { students: ['someone'] }],
      ['members', { members: 9 }],
      ['pinCode, which is not stored', { pinCode: '570001' }],
    ])('of an organisation does not take %s', async (_name, extra) => {
      const { id, http, email } = await beginAs('ORG', server, 'extra.org@example.org')
      await describeNobody(async () => {
        const data = { ...organisationProfile(email), ...extra }
        expect(await http.post(documentsPath('ORG'), { documentId: id, data })).toMatchObject(
          refusal(400, 'document_invalid_structure'),
        )
      })
    })

    test('of a student does not take marks, a passkey or several institutes', async () => {
      const { id, http, email } = await beginAs('STD', server, 'extra.std@example.org')
      const marks = JSON.stringify({ [institute.id]: { total: 40, expiryTime: 0 } })
      await describeNobody(async () => {
        for (const extra of [
          { attendance: marks },
          { passKey: true },
          { organisation: [institute.id, otherInstitute.id] },
          { organisation: [] },
        ]) {
          const data = { ...studentProfile(email, institute.id, 'E1'), ...extra }
          expect(await http.post(documentsPath('STD'), { documentId: id, data })).toMatchObject(
            refusal(400, 'document_invalid_structure'),
          )
        }
      })
    })

    test('of a student needs an institute that exists, and a wrong code can be corrected', async () => {
      const { id, http, email } = await beginAs('STD', server, 'wrong.code@example.org')
      const post = (code: string) =>
        http.post(documentsPath('STD'), { documentId: id, data: studentProfile(email, code, 'C1') })
      await describeNobody(async () => {
        for (const code of ['22222222', 'no such code', '../../x']) {
          expect(await post(code)).toMatchObject(refusal(404, 'document_not_found', 'Invalid org-code'))
        }
      })
      const typed = `${institute.id.slice(0, 4).toLowerCase()}-${institute.id.slice(4)}`
      expect(await post(typed)).toMatchObject({ status: 201, body: { $id: id, organisation: [institute.id] } })
    })

    test('has a roll number that is free in the institute, in upper or lower case; another institute may use it too', async () => {
      const { id, http, email } = await beginAs('STD', server, 'same.roll@example.org')
      const post = (code: string, rollNumber: string) =>
        http.post(documentsPath('STD'), { documentId: id, data: studentProfile(email, code, rollNumber) })
      await describeNobody(async () => {
        for (const rollNumber of ['21CS042', '21cs042', ' 21Cs042 ']) {
          expect(await post(institute.id, rollNumber)).toMatchObject(
            refusal(409, 'document_unique_constraint_violation'),
          )
        }
      })
      expect(await post(otherInstitute.id, '21cs042')).toMatchObject({ status: 201, body: { rollNumber: '21cs042' } })
    })
  })

  test('an account without a profile has the stricter session life and is told to verify', async () => {
    const { http, email, password } = await beginAs('STD', server, 'unfinished@example.org')
    await http.post('/v1/account/sessions/email', { email, password })
    expect(await http.get('/v1/account')).toMatchObject({ status: 200, body: { emailVerification: false } })
    expect(await http.get(documentsPath('STD'))).toMatchObject(refusal(403, 'user_email_not_verified'))
    expect(sessionLife('STD').idleMs).toBeGreaterThan(sessionLife(null).idleMs)
  })

  test('an account without a label can do nothing, its email verified or not', async () => {
    const { http, email, password } = await beginRegistration(server, 'no.label@example.org')
    await http.post('/v1/account/sessions/email', { email, password })
    await http.post('/v1/account/verification', { url: `${server.origin}/verify-email` })
    const token = readMailedToken((await server.inbox.next(email)).links, '/verify-email')
    expect(await http.put('/v1/account/verification', token)).toMatchObject({ status: 200 })
    for (const path of [documentsPath('STD'), documentsPath('ORG'), '/api/v1/attendance/running']) {
      expect(await http.get(path)).toMatchObject(refusal(403, 'user_email_not_verified'))
    }
  })
})
