import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { formatInstituteCode } from '#contract/identifiers.ts'
import { recentAuthenticationMs } from '#contract/rules.ts'
import type { Stores } from '#server/domain/ports.ts'
import { engines } from '#testing/create-database.ts'
import type { HttpClient, Reply } from '#testing/http-client.ts'
import { type Callers, listBodylessCalls, prepareCallers } from '#testing/known-calls.ts'
import {
  documentsPath,
  type Person,
  readMailedToken,
  registerOrganisation,
  registerPasskey,
  registerStudent,
} from '#testing/people-over-http.ts'
import type { Tables } from '#testing/read-tables.ts'
import { refusal } from '#testing/refusal.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

type Page = { readonly total: number; readonly documents: readonly { readonly $id: string }[] }

const query = (method: string, attribute: string, values: readonly string[]) =>
  `queries[0]=${encodeURIComponent(JSON.stringify({ method, attribute, values }))}`

describe.each(engines)('a document under attack on %s', (engine) => {
  let server: TestServer
  let callers: Callers
  let academy: Person
  let stranger: Person

  beforeAll(async () => {
    server = await startTestServer(engine)
    callers = await prepareCallers(server)
    academy = await registerOrganisation(server, { name: 'Tapti Academy', email: 'office@tapti.example' })
    stranger = await registerStudent(server, academy.id, { email: 'mina@students.example', rollNumber: 'T-9' })
  })
  afterAll(() => server.close())

  async function readWhatMatters(): Promise<Tables> {
    const { audit_log: _, ...tables } = await server.readTables()
    return tables
  }

  async function readDocuments() {
    const { organisations, students, memberships } = await server.readTables()
    return [organisations, students, memberships]
  }

  test('is not deleted, and no session is ended, by a call with a body', async () => {
    const before = await readWhatMatters()
    const deleting = listBodylessCalls(callers).filter(({ route }) => route.startsWith('DELETE'))
    for (const { http, path, route } of deleting) {
      for (const body of [{ isAdmin: true }, { documentId: callers.student.id }, [], 'all', 1]) {
        const reply = await http.request('DELETE', path, body)
        expect([route, body, reply.status]).toEqual([route, body, 400])
      }
    }
    expect(await readWhatMatters()).toEqual(before)
  })

  test('is not created from an empty body', async () => {
    for (const body of [{ documentId: 'unique()' }, { documentId: 'unique()', data: {} }]) {
      const reply = await callers.newStudent.http.post(documentsPath('STD'), body)
      expect(reply).toMatchObject(refusal(400, 'document_missing_data'))
    }
  })

  describe('that is given permissions', () => {
    const noPermissions = [
      'read(any)',
      'own("any")',
      'toString("any")',
      'read("all")',
      'read("any") ',
      'read("user:")',
    ].map((text) => [text])
    const openToAll = ['read("any")', 'update("any")', 'write("users")']

    test('is opened by them to no caller; they are returned to its viewers, and may be all that changes', async () => {
      const { student, organisation } = callers
      const before = await readWhatMatters()
      const path = `${documentsPath('STD')}/${student.id}`
      for (const body of [{ permissions: openToAll }, { permissions: openToAll, data: {} }, { permissions: null }]) {
        expect((await stranger.http.patch(path, body)).status).toBeGreaterThanOrEqual(400)
      }
      for (const body of [{}, { data: {} }, { permissions: null }, { data: {}, permissions: null }]) {
        expect(await student.http.patch(path, body)).toMatchObject(refusal(400, 'document_missing_payload'))
      }
      for (const permissions of [
        'any',
        { any: true },
        [1],
        Array(101).fill('read("any")'),
        ['x'.repeat(257)],
        ...noPermissions,
      ]) {
        const body = { data: { phoneNumber: '080 1234567' }, permissions }
        expect(await student.http.patch(path, body)).toMatchObject(refusal(400, 'general_argument_invalid'))
      }
      const foreign = [
        `user:${organisation.id}`,
        'guests',
        'label:ORG',
        'users/unverified',
        `user:${student.id}/unverified`,
      ]
      for (const role of foreign) {
        const body = { data: { phoneNumber: '080 1234567' }, permissions: ['read("any")', `read("${role}")`] }
        expect(await student.http.patch(path, body)).toMatchObject(refusal(401, 'user_unauthorized'))
      }
      expect(await readWhatMatters()).toEqual(before)
      const own = { data: { phoneNumber: '080 1234567' }, permissions: openToAll }
      const echoed = ['read("any")', 'update("any")', 'update("users")', 'delete("users")']
      const changed = { status: 200, body: { $permissions: echoed, phoneNumber: '080 1234567' } }
      expect(await student.http.patch(path, own)).toMatchObject(changed)
      for (const { http } of [student, organisation]) expect(await http.get(path)).toMatchObject(changed)
      const roles = ['any', 'users', 'users/verified', `user:${student.id}`, `user:${student.id}/verified`, 'label:STD']
      const all = roles.map((role) => `read("${role}")`)
      expect(await student.http.patch(path, { permissions: [...all, 'create("any")'] })).toMatchObject({
        status: 200,
        body: { $permissions: all, phoneNumber: '080 1234567' },
      })
      expect((await stranger.http.get(path)).status).toBe(404)
      expect((await academy.http.get(path)).status).toBe(404)
      for (const permissions of [['read("guests")'], ['read(any)']]) {
        const body = { ...own, permissions }
        for (const { http } of [stranger, academy]) {
          expect(await http.patch(path, body)).toMatchObject(refusal(404, 'document_not_found'))
          expect(await http.patch(`${documentsPath('STD')}/nobody`, body)).toMatchObject(
            refusal(404, 'document_not_found'),
          )
        }
      }
      expect((await server.openBrowser().get(path)).status).toBe(401)
      for (const data of [own.data, { attendance: '{}' }, { shoeSize: 42 }]) {
        const reply = await organisation.http.patch(path, { ...own, data })
        expect(reply).toMatchObject(refusal(401, 'user_unauthorized'))
      }
    })

    test('changes together with its permissions, or neither changes when one of them is refused', async () => {
      const school = await registerOrganisation(server, { name: 'Kabini School', email: 'office@kabini.example' })
      const joiner = await registerStudent(server, academy.id, { email: 'jaya@students.example', rollNumber: 'T-20' })
      const ofSchool = `${documentsPath('ORG')}/${school.id}`
      const ofJoiner = `${documentsPath('STD')}/${joiner.id}`
      const both = (data: object) => ({ data, permissions: ['read("any")'] })
      const changed = (data: object) => ({ status: 200, body: { ...data, $permissions: ['read("any")'] } })
      const join = { organisation: [academy.id, school.id] }
      const { password } = joiner
      const email = 'jaya@new.example'

      const before = await readDocuments()
      const refusals = [
        [joiner, ofJoiner, { organisation: [academy.id] }, 409],
        [joiner, ofJoiner, { organisation: [academy.id, 'ZZZZZZZZ'] }, 404],
        [joiner, ofJoiner, { email }, 400],
        [joiner, ofJoiner, { attendance: '{}' }, 401],
        [school, ofSchool, { classes: 1 }, 401],
      ] as const
      for (const [{ http }, path, data, status] of refusals) {
        expect(await http.patch(path, both(data))).toMatchObject({ status })
      }
      expect(await joiner.http.patch('/v1/account/email', { email, password })).toMatchObject({ status: 200 })
      // Until the email is confirmed, it is all that may be changed.
      for (const data of [{ email }, join]) {
        expect(await joiner.http.patch(ofJoiner, both(data))).toMatchObject(refusal(403, 'user_email_not_verified'))
      }
      expect(await readDocuments()).toEqual(before)

      const mailed = readMailedToken((await server.inbox.next(email)).links, '/verify-email')
      expect(await joiner.http.put('/v1/account/verification', mailed)).toMatchObject({ status: 200 })
      expect(await joiner.http.patch(ofJoiner, both({ email }))).toMatchObject(changed({ email }))
      expect(await joiner.http.patch(ofJoiner, { permissions: [] })).toMatchObject({ status: 200 })
      expect(await joiner.http.patch(ofJoiner, both(join))).toMatchObject(changed(join))
      await registerPasskey(school)
      expect(await school.http.patch(ofSchool, both({ classes: 1 }))).toMatchObject(changed({ classes: 1 }))
    })

    test.each(['membership.add', 'profile.update'])('is unchanged after a fault while %s is written', async (at) => {
      const { storage } = server
      const { transaction } = storage
      const school = await registerOrganisation(server, { name: 'School', email: `${at}@school.example` })
      const before = await readDocuments()
      const withFault = ({ audit, ...stores }: Stores): Stores => ({
        ...stores,
        audit: { append: (entry) => (entry.action === at ? Promise.reject(new Error(at)) : audit.append(entry)) },
      })
      const spy = vi.spyOn(storage, 'transaction')
      spy.mockImplementation((work) => transaction((stores) => work(withFault(stores))))
      onTestFinished(() => spy.mockRestore())
      const both = { data: { organisation: [academy.id, school.id] }, permissions: openToAll }
      const reply = await stranger.http.patch(`${documentsPath('STD')}/${stranger.id}`, both)
      expect(reply).toMatchObject(refusal(500, 'general_unknown'))
      expect(await readDocuments()).toEqual(before)
    })
  })

  describe('in each of its fields', () => {
    /**
     * Values that a caller who wants to change the field would send; those that only the owner may send fail in another
     * way.
     */
    const valuesOf = ({ organisation }: Callers): Readonly<Record<string, unknown>> => ({
      email: 'taken.over@new.example',
      phoneNumber: '080 7654321',
      name: 'Taken over',
      firstName: 'Taken',
      lastName: 'Over',
      rollNumber: 'X-1',
      addressLine1: 'Elsewhere',
      addressLine2: '',
      state: 'Elsewhere',
      city: 'Elsewhere',
      classes: 2,
      students: [],
      members: 0,
      passKey: true,
      organisation: [organisation.id, academy.id],
      attendance: JSON.stringify({ [organisation.id]: { total: 9, expiryTime: 1 } }),
      label: 'ORG',
      isAdmin: true,
      $id: 'ZZZZZZZZ',
      $createdAt: '2020-01-01T00:00:00.000+00:00',
      $permissions: ['write("any")'],
    })

    /** Rules §4 and the order of checks of protocol §5, written by hand: '' for allowed. */
    const loggedOut = () => '401 general_unauthorized_scope'
    const unseen = () => '404 document_not_found'
    const notTheirs = () => '401 user_unauthorized'
    const ofInstitute = (field: string) =>
      ({
        email: '401 user_unauthorized',
        phoneNumber: '401 user_unauthorized',
        organisation: '401 user_unauthorized',
        // A mark without a proof of presence.
        attendance: '401 user_invalid_token',
      })[field] ?? '400 document_invalid_structure'
    const ofStudentSelf = (field: string) =>
      ({ phoneNumber: '', organisation: '', attendance: '401 user_unauthorized' })[field] ??
      '400 document_invalid_structure'
    const ofOrganisationSelf = (field: string) =>
      ({ phoneNumber: '', classes: '409 attendance_session_active' })[field] ?? '400 document_invalid_structure'

    test('is refused to every other caller with the status and type of the rule, and nothing changes', async () => {
      const { student, organisation, newcomer } = callers
      const preLogin = server.openBrowser()
      const subject = { userId: organisation.id, category: 'ORG' }
      expect((await preLogin.post('/api/v1/passkey/login', subject)).status).toBe(200)
      const dead = server.openBrowser()
      dead.cookies.store([`session=${'A'.repeat(43)}; Path=/`])
      type Row = readonly [who: string, http: HttpClient, expected: (field: string) => string]
      const withoutAccount: readonly Row[] = [
        ['a guest', server.openBrowser(), loggedOut],
        ['a dead session', dead, loggedOut],
        ['a registration cookie', newcomer.http, loggedOut],
        ['a pre-login cookie', preLogin, loggedOut],
      ]
      const tables: readonly (readonly [path: string, rows: readonly Row[]])[] = [
        [
          `${documentsPath('ORG')}/${organisation.id}`,
          [
            ...withoutAccount,
            ['a member', student.http, notTheirs],
            ['a student of another institute', stranger.http, notTheirs],
            ['another organisation', academy.http, notTheirs],
          ],
        ],
        [
          `${documentsPath('STD')}/${student.id}`,
          [
            ...withoutAccount,
            ['another student', stranger.http, unseen],
            ['another organisation', academy.http, unseen],
            ['the institute', organisation.http, ofInstitute],
          ],
        ],
        [
          `${documentsPath('STD')}/ZZZZZZZZ`,
          [
            ['a student', student.http, unseen],
            ['an organisation', organisation.http, unseen],
          ],
        ],
      ]
      const before = await readWhatMatters()
      for (const [path, rows] of tables) {
        for (const [who, http, expected] of rows) {
          const answers: Record<string, string> = {}
          for (const [field, value] of Object.entries(valuesOf(callers))) {
            const { status, body } = await http.patch<{ type?: string }>(path, { data: { [field]: value } })
            answers[field] = `${status} ${body.type}`
          }
          const wanted = Object.keys(answers).map((field) => [field, expected(field)])
          expect([path, who, answers]).toEqual([path, who, Object.fromEntries(wanted)])
          if (who !== 'the institute') {
            const { status, body } = await http.delete(path)
            expect([path, who, `${status} ${(body as { type: string }).type}`]).toEqual([path, who, expected('$id')])
          }
        }
      }
      expect(await readWhatMatters()).toEqual(before)
    })

    test('may be changed by its owner as far as the rule allows', async () => {
      const tries = [
        [callers.student, ofStudentSelf],
        [callers.organisation, ofOrganisationSelf],
      ] as const
      for (const [{ http, id, label }, expected] of tries) {
        const path = `${documentsPath(label)}/${id}`
        for (const [field, value] of Object.entries(valuesOf(callers))) {
          if (expected(field) === '') continue
          const before = await readWhatMatters()
          const { status, body } = await http.patch<{ type?: string }>(path, { data: { [field]: value } })
          expect([path, field, `${status} ${body.type}`]).toEqual([path, field, expected(field)])
          expect(await readWhatMatters()).toEqual(before)
        }
      }
    })
  })

  test('is deleted only by its owner, with a password of the last ten minutes', async () => {
    const school = await registerOrganisation(server, { name: 'Kaveri School', email: 'office@kaveri-school.example' })
    const leaver = await registerStudent(server, academy.id, { email: 'leaver@students.example', rollNumber: 'T-10' })
    for (const { http, id, label, password } of [school, leaver]) {
      const path = `${documentsPath(label)}/${id}`
      server.clock.advance(recentAuthenticationMs + 1)
      const before = await readWhatMatters()
      expect(await http.delete(path)).toMatchObject(refusal(401, 'user_unauthorized', 'Please confirm that it is you.'))
      expect(await readWhatMatters()).toEqual(before)
      expect((await http.post('/api/v1/session/confirm', { password })).status).toBe(200)
      expect(await http.delete(path)).toMatchObject({ status: 204 })
      expect((await http.get(path)).status).toBe(404)
    }
  })

  describe('that is looked up by several emails', () => {
    const lookUp = (http: HttpClient, ...emails: string[]) =>
      http.get<Page>(`${documentsPath('ORG')}?${query('equal', 'email', emails)}`)
    const idsOf = ({ body }: Reply<Page>) => [body.total, ...body.documents.map(({ $id }) => $id)]

    test('is found once by any of them that it has', async () => {
      const { student, organisation } = callers
      const { email } = organisation
      for (const emails of [
        [email, academy.email],
        [academy.email, email],
        ['nobody@new.example', email, email.toUpperCase()],
      ]) {
        expect(idsOf(await lookUp(student.http, ...emails))).toEqual([1, organisation.id])
        expect(idsOf(await lookUp(organisation.http, ...emails))).toEqual([1, organisation.id])
      }
      expect(idsOf(await lookUp(student.http, academy.email, 'nobody@new.example'))).toEqual([0])
      expect((await lookUp(server.openBrowser(), email, academy.email)).status).toBe(401)
    })
  })
})

describe.each(engines)('a decoy on %s', (engine) => {
  test('is a code like any other to a guest, the same in every call that asks about it', async () => {
    const server = await startTestServer(engine, { env: { RATE_LIMIT_SCALE: '1' } })
    try {
      const real = await registerOrganisation(server)
      const guest = server.openBrowser()
      const lookUp = (label: 'ORG' | 'STD', email: string) =>
        guest.get<Page>(`${documentsPath(label)}?${query('equal', 'email', [email])}`)
      for (let miss = 0; miss < 20; miss++) await lookUp('ORG', `miss${miss}@example.org`)
      const emails = Array.from({ length: 40 }, (_, index) => `decoy${index}@example.org`)
      const names: string[] = []
      for (const email of emails) {
        const { body } = await lookUp('ORG', email)
        const id = body.documents[0]?.$id ?? ''
        const ofDecoy = await guest.get<{ $id: string; name: string }>(`${documentsPath('ORG')}/${id}`)
        const ofReal = await guest.get<{ $id: string; name: string }>(`${documentsPath('ORG')}/${real.id}`)
        expect(ofDecoy.status).toBe(200)
        expect(Object.keys(ofDecoy.body)).toEqual(Object.keys(ofReal.body))
        expect(ofDecoy.body.$id).toBe(id)
        expect([...ofDecoy.headers.keys()]).toEqual([...ofReal.headers.keys()])
        names.push(ofDecoy.body.name)
        // Spelt as people type it, and asked again: the answer is the same.
        const typed = formatInstituteCode(id).toLowerCase()
        expect((await guest.get(`${documentsPath('ORG')}/${typed}`)).text).toBe(ofDecoy.text)
        expect((await guest.get(`${documentsPath('ORG')}/${id}`)).text).toBe(ofDecoy.text)
        const login = (userId: string) => guest.post('/api/v1/passkey/login', { userId, category: 'ORG' })
        if (names.length < 3) expect((await login(id)).text).toBe((await login(real.id)).text)
      }
      expect(new Set(names).size).toBeGreaterThan(10)
      // Neither a student's decoy nor a student is an organisation.
      const { body } = await lookUp('STD', 'decoy@example.org')
      expect((await guest.get(`${documentsPath('ORG')}/${body.documents[0]?.$id}`)).status).toBe(404)
      // An invented code is not found, decoys or not.
      expect((await guest.get(`${documentsPath('ORG')}/ZZZZZZZZ`)).status).toBe(404)
    } finally {
      await server.close()
    }
  })
})
