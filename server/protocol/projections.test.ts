import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatInstituteCode, type Label } from '#contract/identifiers.ts'
import type { StudentAttributes } from '#contract/student.ts'
import { engines } from '#testing/create-database.ts'
import type { HttpClient, Reply } from '#testing/http-client.ts'
import {
  documentsPath,
  logIn,
  markStudent,
  type Person,
  readMailedToken,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  registerUnconfirmedStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

/** Who sees which fields of whom (rules §4), over HTTP: exactly these keys, and the right values. */

type Document = Readonly<Record<string, unknown>> & { readonly $id: string }
type Page = { readonly total: number; readonly documents: readonly Document[] }

const system = ['$id', '$sequence', '$databaseId', '$collectionId', '$createdAt', '$updatedAt', '$permissions']
const ownStudent = ['firstName', 'lastName', 'email', 'phoneNumber', 'rollNumber', 'organisation', 'attendance']
const memberOrganisation = ['name', 'city', 'email', 'phoneNumber', 'addressLine1', 'addressLine2', 'state', 'classes']
const ownOrganisation = [...memberOrganisation, 'students', 'members', 'sessionExpiry', 'serverTime']

const keysOf = (document: object | undefined) => new Set(Object.keys(document ?? {}))
const equal = (attribute: string, ...values: string[]) => ({ method: 'equal', attribute, values })
const or = (...values: object[]) => ({ method: 'or', values })
const oneValue = (method: string, value: number) => ({ method, values: [value] })

describe.each(engines)('what viewers see on %s', (engine) => {
  let server: TestServer
  let guest: HttpClient
  /** Has a passkey; asha and ravi are its members. */
  let college: Person
  /** Has a passkey; asha and mina are its members. */
  let academy: Person
  /** Has no passkey and no members. */
  let school: Person
  /** In two institutes and marked in both. */
  let asha: Person
  let ravi: Person
  let mina: Person

  beforeAll(async () => {
    server = await startTestServer(engine)
    guest = server.openBrowser()
    college = await registerOrganisation(server)
    academy = await registerOrganisation(server, { name: 'Tapti Academy', email: 'office@tapti.example' })
    school = await registerOrganisation(server, { name: 'Hill School', email: 'office@hill.example' })
    asha = await registerStudent(server, college.id)
    ravi = await registerStudent(server, college.id, {
      firstName: 'Ravi',
      email: 'ravi@students.example',
      rollNumber: '21CS007',
    })
    mina = await registerStudent(server, academy.id, {
      firstName: 'Mina',
      email: 'mina@students.example',
      rollNumber: 'T-9',
    })
    await asha.http.patch(`${documentsPath('STD')}/${asha.id}`, { data: { organisation: [college.id, academy.id] } })
    for (const person of [college, academy, asha]) await registerPasskey(person)
    for (const organisation of [college, academy]) {
      await startAttendance(organisation)
      expect((await markStudent(organisation, asha.email, asha.authenticator)).status).toBe(200)
    }
  })
  afterAll(() => server.close())

  const get = (http: HttpClient, label: Label, id: string) => http.get<Document>(`${documentsPath(label)}/${id}`)
  const list = (http: HttpClient, label: Label, ...queries: object[]) => {
    const search = queries.map((query, index) => `queries[${index}]=${encodeURIComponent(JSON.stringify(query))}`)
    return http.get<Page>(`${documentsPath(label)}?${search.join('&')}`)
  }

  describe('an organisation', () => {
    test('sees all of itself, with its members as it sees them', async () => {
      const { body } = await get(college.http, 'ORG', college.id)
      expect(keysOf(body)).toEqual(new Set([...system, ...ownOrganisation, 'passKey']))
      expect(body).toMatchObject({ $id: college.id, classes: 1, members: 2, passKey: true })
      const students = body.students as Document[]
      expect(students.map(({ $id }) => $id)).toEqual([ravi.id, asha.id])
      expect(students.map(keysOf)).toEqual([
        new Set(['$id', ...ownStudent]),
        new Set(['$id', ...ownStudent, 'passKey']),
      ])
      expect(JSON.stringify(body)).not.toContain(academy.id)
    })

    test('without a passkey has no passKey', async () => {
      const { body } = await get(school.http, 'ORG', school.id)
      expect(keysOf(body)).toEqual(new Set([...system, ...ownOrganisation]))
      expect(body).toMatchObject({ members: 0, students: [], sessionExpiry: null })
    })

    test('shows a member its contact and its number of classes', async () => {
      const { body } = await get(asha.http, 'ORG', academy.id)
      expect(keysOf(body)).toEqual(new Set([...system, ...memberOrganisation]))
      expect(body).toMatchObject({ name: 'Tapti Academy', classes: 1 })
    })

    test('shows a student from elsewhere its name', async () => {
      const { body } = await get(ravi.http, 'ORG', academy.id)
      expect(keysOf(body)).toEqual(new Set([...system, 'name']))
    })

    test('shows another organisation nothing', async () => {
      for (const viewer of [school, college]) {
        expect(keysOf((await get(viewer.http, 'ORG', academy.id)).body)).toEqual(new Set([...system]))
      }
    })

    test('shows a guest with its code the name of the institute', async () => {
      const { body } = await get(guest, 'ORG', college.id)
      expect(body).toEqual({ $id: college.id, name: 'Kaveri College' })
    })

    test('is found by its code as people type it', async () => {
      const { body } = await get(guest, 'ORG', formatInstituteCode(college.id).toLowerCase())
      expect(body).toEqual({ $id: college.id, name: 'Kaveri College' })
    })

    test('shows a guest with its email that it exists, and whether it has a passkey', async () => {
      const withPasskey = await list(guest, 'ORG', equal('email', college.email))
      const without = await list(guest, 'ORG', equal('email', school.email.toUpperCase()))
      expect(withPasskey.body).toEqual({ total: 1, documents: [{ $id: college.id, passKey: true }] })
      expect(without.body).toEqual({ total: 1, documents: [{ $id: school.id }] })
    })
  })

  describe('a student', () => {
    test('sees all of their own', async () => {
      const { body } = await get(asha.http, 'STD', asha.id)
      expect(keysOf(body)).toEqual(new Set([...system, ...ownStudent, 'passKey']))
      expect(body).toMatchObject({ organisation: [college.id, academy.id], passKey: true })
      expect(keysOf(JSON.parse(String(body.attendance)))).toEqual(new Set([college.id, academy.id]))
    })

    test('shows each of two institutes only that institute’s entry', async () => {
      for (const [viewer, other] of [
        [college, academy],
        [academy, college],
      ] as const) {
        const { body, text } = await get(viewer.http, 'STD', asha.id)
        expect(keysOf(body)).toEqual(new Set([...system, ...ownStudent, 'passKey']))
        expect(body.organisation).toEqual([viewer.id])
        expect(JSON.parse(String(body.attendance))).toEqual({
          [viewer.id]: { total: 1, expiryTime: expect.any(Number) },
        })
        expect(text).not.toContain(other.id)
      }
    })

    test('without a passkey and without a mark has no passKey and an empty attendance', async () => {
      const { body } = await get(college.http, 'STD', ravi.id)
      expect(keysOf(body)).toEqual(new Set([...system, ...ownStudent]))
      expect(body.attendance).toBe('{}')
    })

    test('shows a guest with the email that the account exists, and nothing of a passkey', async () => {
      const { body } = await list(guest, 'STD', equal('email', 'Asha.Rao@Students.Example'))
      expect(body).toEqual({ total: 1, documents: [{ $id: asha.id }] })
    })

    test('shows a guest with the id nothing', async () => {
      expect((await get(guest, 'STD', asha.id)).status).toBe(401)
    })
  })

  describe('the answer to a mark', () => {
    test('holds only the marking institute’s entry', async () => {
      server.clock.advance(3_600_000 + 1_000)
      college = await logIn(college, server.openBrowser())
      academy = await logIn(academy, server.openBrowser())
      await startAttendance(college)
      const { body, text } = await markStudent(college, asha.email, asha.authenticator)
      expect(keysOf(body)).toEqual(new Set([...system, ...ownStudent, 'passKey']))
      expect(JSON.parse(body.attendance)).toMatchObject({ [college.id]: { total: 2 } })
      expect(text).not.toContain(academy.id)
    })
  })

  describe('data that the caller may not see', () => {
    const missing = 'ZZZZZZZZ'
    const withoutDate = (reply: Reply) => {
      const headers = Object.fromEntries(reply.headers)
      return { status: reply.status, headers: { ...headers, date: '', 'x-request-id': '' }, text: reply.text }
    }

    test.each<[string, () => [Person, Label, string]]>([
      ['another institute’s student', () => [college, 'STD', mina.id]],
      ['an organisation behind the address of a student', () => [college, 'STD', academy.id]],
      ['a fellow student', () => [asha, 'STD', ravi.id]],
      ['a student behind the address of an organisation', () => [asha, 'ORG', ravi.id]],
    ])('%s gets the bytes of what does not exist', async (_title, where) => {
      const [viewer, label, hidden] = where()
      const data = label === 'STD' ? { phoneNumber: '080 1234567' } : { email: 'x@new.example' }
      const calls: ((id: string) => Promise<Reply>)[] = [
        (id) => get(viewer.http, label, id),
        (id) => viewer.http.patch(`${documentsPath(label)}/${id}`, { data }),
        (id) => viewer.http.delete(`${documentsPath(label)}/${id}`),
      ]
      for (const call of calls) {
        const [ofHidden, ofMissing] = [await call(hidden), await call(missing)]
        expect(ofHidden).toMatchObject({ status: 404, body: { type: 'document_not_found' } })
        expect(withoutDate(ofHidden)).toEqual(withoutDate(ofMissing))
      }
    })

    test('a kiosk asking for the passkey of another institute’s student learns nothing', async () => {
      const ask = (userId: string) => college.http.post('/api/v1/passkey/login', { userId, category: 'STD' })
      const [ofStranger, ofMissing] = [await ask(mina.id), await ask(missing)]
      expect(ofStranger.status).toBe(404)
      expect(ofStranger.text).toBe(ofMissing.text)
    })

    test('a guest asking for the passkey of a student, or of an organisation without one, learns nothing', async () => {
      const ask = (userId: string) => guest.post('/api/v1/passkey/login', { userId, category: 'ORG' })
      const answers = [await ask(school.id), await ask(asha.id), await ask(missing)]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    })

    test('a guest asking for an institute code that is a student’s id learns nothing', async () => {
      const [ofStudent, ofMissing] = [await get(guest, 'ORG', asha.id), await get(guest, 'ORG', missing)]
      expect(ofStudent.status).toBe(404)
      expect(ofStudent.text).toBe(ofMissing.text)
    })
  })

  describe('a list', () => {
    test('of an organisation’s students holds its members by roll number, reduced, and counts no others', async () => {
      const { body, text } = await list(college.http, 'STD')
      expect(body.total).toBe(2)
      expect(body.documents.map(({ $id }) => $id)).toEqual([ravi.id, asha.id])
      expect(text).not.toContain(academy.id)
      expect(text).not.toContain(mina.id)
    })

    test('of an organisation’s students says of whom the email is not verified', async () => {
      const club = await registerOrganisation(server, { name: 'Club', email: 'office@club.example' })
      const tara = await registerUnconfirmedStudent(server, club.id, { email: 'tara@students.example' })
      expect((await list(club.http, 'STD')).body.documents).toMatchObject([{ $id: tara.id, emailNotVerified: true }])
      const mailed = readMailedToken((await server.inbox.next(tara.email)).links, '/verify-email')
      expect(await tara.http.put('/v1/account/verification', mailed)).toMatchObject({ status: 200 })
      for (const http of [club.http, tara.http]) {
        const [document] = (await list(http, 'STD')).body.documents
        expect(document).not.toHaveProperty('emailNotVerified')
      }
    })

    test('counts all members on each page of it', async () => {
      const pages = [0, 1, 2].map(async (offset) => {
        const { body } = await list(college.http, 'STD', oneValue('limit', 1), oneValue('offset', offset))
        return [body.total, body.documents.map(({ $id }) => $id)]
      })
      expect(await Promise.all(pages)).toEqual([
        [2, [ravi.id]],
        [2, [asha.id]],
        [2, []],
      ])
    })

    test('can be reversed', async () => {
      const { body } = await list(college.http, 'STD', { method: 'orderDesc', attribute: 'rollNumber' })
      expect(body.documents.map(({ $id }) => $id)).toEqual([asha.id, ravi.id])
    })

    test('of an organisation’s organisations holds only itself', async () => {
      const { body } = await list(academy.http, 'ORG')
      expect([body.total, body.documents.map(({ $id }) => $id)]).toEqual([1, [academy.id]])
    })

    test('of a student’s organisations holds the student’s own by name, as a member sees them', async () => {
      const { body } = await list(asha.http, 'ORG')
      expect([body.total, body.documents.map(({ $id }) => $id)]).toEqual([2, [college.id, academy.id]])
      for (const document of body.documents)
        expect(keysOf(document)).toEqual(new Set([...system, ...memberOrganisation]))
    })

    test('of a student’s students holds only the student', async () => {
      const { body } = await list(asha.http, 'STD')
      expect([body.total, body.documents.map(({ $id }) => $id)]).toEqual([1, [asha.id]])
    })
  })

  describe('a look-up', () => {
    const found = ({ status, body }: Reply<Page>) => [status, body.total, body.documents.map(({ $id }) => $id)]

    test.each<[string, () => object[], () => string[]]>([
      ['an email in another case', () => [equal('email', asha.email.toUpperCase())], () => [asha.id]],
      ['an email with spaces around it', () => [equal('email', ` ${asha.email}\u00a0`)], () => [asha.id]],
      [
        'a roll number in another case',
        () => [or(equal('email', ''), equal('rollNumber', '21cs042'))],
        () => [asha.id],
      ],
      [
        'an email in either place',
        () => [or(equal('email', ravi.email), equal('rollNumber', ravi.email))],
        () => [ravi.id],
      ],
      ['one student by both', () => [or(equal('email', ravi.email), equal('rollNumber', '21CS007'))], () => [ravi.id]],
      ['the email of another institute’s student', () => [equal('email', mina.email)], () => []],
      [
        'the roll number of another institute’s student',
        () => [or(equal('email', 'T-9'), equal('rollNumber', 'T-9'))],
        () => [],
      ],
      ['an empty email', () => [equal('email', '')], () => []],
      ['two fields left empty', () => [or(equal('email', ''), equal('rollNumber', ''))], () => []],
      ['a pattern', () => [or(equal('email', '%'), equal('rollNumber', '21CS%'))], () => []],
      ['part of an email', () => [equal('email', 'asha.rao')], () => []],
      ['the organisation’s own email', () => [equal('email', college.email)], () => []],
    ])('of an organisation’s students by %s finds the right ones', async (_title, queries, expected) => {
      const ids = expected()
      expect(found(await list(college.http, 'STD', ...queries()))).toEqual([200, ids.length, ids])
    })

    test('has one page, and nothing behind it', async () => {
      const behind = await list(college.http, 'STD', equal('email', asha.email), { method: 'offset', values: [1] })
      expect(found(behind)).toEqual([200, 1, []])
    })

    test('that two members match finds neither', async () => {
      const reply = await list(college.http, 'STD', or(equal('email', ravi.email), equal('rollNumber', '21CS042')))
      expect([reply.status, reply.body]).toMatchObject([409, { type: 'document_unique_constraint_violation' }])
      expect(reply.text).not.toContain(asha.id)
    })

    test.each<[string, () => [HttpClient, Label, ...object[]], () => string[]]>([
      ['a student finds themselves', () => [asha.http, 'STD', equal('email', asha.email)], () => [asha.id]],
      ['a student finds no fellow student', () => [asha.http, 'STD', equal('email', ravi.email)], () => []],
      [
        'a student finds an institute of theirs',
        () => [asha.http, 'ORG', equal('email', academy.email)],
        () => [academy.id],
      ],
      ['a student finds no other institute', () => [ravi.http, 'ORG', equal('email', academy.email)], () => []],
      ['an organisation finds itself', () => [college.http, 'ORG', equal('email', college.email)], () => [college.id]],
      ['an organisation finds no other', () => [college.http, 'ORG', equal('email', academy.email)], () => []],
      ['a guest finds no organisation among students', () => [guest, 'STD', equal('email', college.email)], () => []],
      ['a guest finds no student among organisations', () => [guest, 'ORG', equal('email', asha.email)], () => []],
      ['a guest finds no one by an empty email', () => [guest, 'STD', equal('email', '')], () => []],
      ['a guest finds no one by a pattern', () => [guest, 'STD', equal('email', '%@students.example')], () => []],
    ])('%s', async (_title, look, expected) => {
      const ids = expected()
      expect(found(await list(...look()))).toEqual([200, ids.length, ids])
    })

    test.each<[string, () => [Label, ...object[]]]>([
      ['without a filter', () => ['ORG']],
      ['by two emails at once', () => ['STD', equal('email', asha.email, ravi.email)]],
      ['by either of two attributes', () => ['STD', or(equal('email', asha.email), equal('rollNumber', '21CS042'))]],
      ['by either of two emails', () => ['STD', or(equal('email', asha.email), equal('email', ravi.email))]],
      ['by roll number', () => ['STD', equal('rollNumber', '21CS042')]],
      ['by id', () => ['STD', equal('$id', asha.id)]],
    ])('of a guest %s is refused', async (_title, look) => {
      const { status, body } = await list(guest, ...look())
      expect([status, body]).toMatchObject([401, { type: 'general_unauthorized_scope' }])
    })
  })

  test('the account shows its owner no hash, no secret and no token', async () => {
    const { body } = await asha.http.get<Document>('/v1/account')
    const shown = [
      '$createdAt',
      '$id',
      '$updatedAt',
      'accessedAt',
      'email',
      'emailVerification',
      'labels',
      'mfa',
      'name',
    ]
    const rest = ['passwordUpdate', 'phone', 'phoneVerification', 'prefs', 'registration', 'status', 'targets']
    expect(keysOf(body)).toEqual(new Set([...shown, ...rest]))
    expect(body).toMatchObject({ labels: ['STD'], prefs: {}, phone: '' })
  })

  test('a new student’s document is the student’s own to read, and an institute’s only after joining it', async () => {
    const lata = await registerStudent(server, college.id, { email: 'lata@students.example', rollNumber: '21CS099' })
    const path = `${documentsPath('STD')}/${lata.id}`
    expect((await academy.http.get(path)).status).toBe(404)
    await lata.http.patch<StudentAttributes>(path, { data: { organisation: [college.id, academy.id] } })
    const { status, body } = await academy.http.get<Document>(path)
    expect([status, body.organisation]).toEqual([200, [academy.id]])
  })
})
