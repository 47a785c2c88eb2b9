import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import type { HttpClient, Reply } from '#testing/http-client.ts'
import { documentsPath, type Person, registerOrganisation, registerStudent } from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

type Page = { readonly total: number; readonly documents: readonly { readonly $id: string }[] }

const equal = (attribute: string, ...values: string[]) => ({ method: 'equal', attribute, values })
const or = (...values: object[]) => ({ method: 'or', values })

/**
 * Several filters are joined by AND, in any order (protocol §6). Together they show nothing that one of them alone
 * would not.
 */
describe.each(engines)('several filters on %s', (engine) => {
  let server: TestServer
  let organisation: Person
  let elsewhere: Person
  let asha: Person
  let ravi: Person
  let stranger: Person

  beforeAll(async () => {
    server = await startTestServer(engine)
    organisation = await registerOrganisation(server)
    elsewhere = await registerOrganisation(server, { name: 'Elsewhere', email: 'office@elsewhere.example' })
    asha = await registerStudent(server, organisation.id, { email: 'asha@example.org', rollNumber: 'R1' })
    ravi = await registerStudent(server, organisation.id, { email: 'ravi@example.org', rollNumber: 'R2' })
    stranger = await registerStudent(server, elsewhere.id, { email: 'mina@example.org', rollNumber: 'R1' })
  })
  afterAll(() => server.close())

  const list = (http: HttpClient, label: 'ORG' | 'STD', queries: readonly object[]) =>
    http.get<Page>(
      `${documentsPath(label)}?${queries.map((one) => `queries[]=${encodeURIComponent(JSON.stringify(one))}`).join('&')}`,
    )

  /** The ids that were found; the order of the queries must not matter. */
  async function find(http: HttpClient, label: 'ORG' | 'STD', ...queries: object[]): Promise<string[]> {
    const idsOf = ({ status, body }: Reply<Page>) => [status, body.total, ...body.documents.map(({ $id }) => $id)]
    const [status, total, ...ids] = idsOf(await list(http, label, queries))
    expect(idsOf(await list(http, label, queries.toReversed()))).toEqual([status, total, ...ids])
    expect([status, total]).toEqual([200, ids.length])
    return ids.map(String)
  }

  test('find the member that matches all of them', async () => {
    const named = [
      [equal('email', asha.email), equal('rollNumber', 'R1')],
      [equal('email', asha.email), equal('$id', asha.id)],
      [equal('email', asha.email.toUpperCase()), equal('rollNumber', ' r1 ')],
      [equal('rollNumber', 'R2', 'R1'), equal('$id', asha.id, stranger.id)],
      [or(equal('email', asha.email), equal('rollNumber', 'R2')), equal('rollNumber', 'R1', 'R3')],
      [
        or(equal('email', asha.email), equal('rollNumber', 'R2')),
        or(equal('email', 'x@y.example'), equal('$id', asha.id)),
      ],
      [equal('email', asha.email, ravi.email), equal('email', stranger.email, asha.email)],
      [equal('$id', asha.id), equal('email', asha.email), equal('rollNumber', 'R1'), { method: 'limit', values: [1] }],
    ]
    for (const queries of named) expect(await find(organisation.http, 'STD', ...queries)).toEqual([asha.id])
  })

  test('find no one when they contradict each other, or match no member', async () => {
    const contradictions = [
      [equal('email', asha.email), equal('rollNumber', 'R2')],
      [equal('email', asha.email), equal('email', ravi.email)],
      [equal('rollNumber', 'R1'), equal('rollNumber', 'R2')],
      [equal('$id', asha.id), equal('email', '')],
      [or(equal('email', ''), equal('rollNumber', '')), equal('$id', asha.id)],
      [or(equal('email', asha.email), equal('rollNumber', 'R2')), equal('$id', stranger.id)],
      [equal('$id', stranger.id), equal('email', stranger.email)],
      [equal('$id', stranger.id), equal('rollNumber', 'R1')],
    ]
    for (const queries of contradictions) expect(await find(organisation.http, 'STD', ...queries)).toEqual([])
  })

  test('are refused when two members match', async () => {
    const either = or(equal('email', asha.email), equal('rollNumber', 'R2'))
    const reply = await list(organisation.http, 'STD', [either, equal('$id', ravi.id, asha.id)])
    expect(reply).toMatchObject(refusal(409, 'document_unique_constraint_violation'))
  })

  test('count the matches before the page is cut', async () => {
    const page = { method: 'offset', values: [1] }
    const reply = await list(organisation.http, 'STD', [equal('email', asha.email), equal('rollNumber', 'R1'), page])
    expect(reply.body).toEqual({ total: 1, documents: [] })
  })

  test('compare the email of the account, as a single filter does', async () => {
    const person = await registerStudent(server, organisation.id, { email: 'before@example.org', rollNumber: 'R9' })
    await person.http.patch('/v1/account/email', { email: 'after@example.org', password: person.password })
    const findBy = (email: string) => find(organisation.http, 'STD', equal('rollNumber', 'R9'), equal('email', email))
    expect(await findBy('after@example.org')).toEqual([person.id])
    expect(await findBy('before@example.org')).toEqual([])
  })

  test('find several institutes by name, in either order, whatever the order of their emails', async () => {
    const kiran = await registerStudent(server, organisation.id, { email: 'kiran@example.org', rollNumber: 'R7' })
    await kiran.http.patch(`${documentsPath('STD')}/${kiran.id}`, {
      data: { organisation: [organisation.id, elsewhere.id] },
    })
    for (const emails of [
      [organisation.email, elsewhere.email],
      [elsewhere.email, 'nobody@example.org', organisation.email],
    ]) {
      const findOrdered = (...queries: object[]) => find(kiran.http, 'ORG', equal('email', ...emails), ...queries)
      const byName = [elsewhere.id, organisation.id]
      expect(await findOrdered()).toEqual(byName)
      expect(await findOrdered({ method: 'orderAsc', attribute: 'name' })).toEqual(byName)
      expect(await findOrdered({ method: 'orderDesc', attribute: 'name' })).toEqual(byName.toReversed())
    }
    expect(await find(kiran.http, 'ORG', equal('email', 'no email'))).toEqual([])
  })

  test('find for a student only that student, and an institute for every caller who may see it', async () => {
    const both = [equal('email', asha.email, ravi.email), equal('email', asha.email)]
    expect(await find(asha.http, 'STD', ...both)).toEqual([asha.id])
    expect(await find(ravi.http, 'STD', ...both)).toEqual([])
    const institutes = [equal('email', organisation.email, elsewhere.email), equal('email', organisation.email)]
    expect(await find(asha.http, 'ORG', ...institutes)).toEqual([organisation.id])
    expect(await find(organisation.http, 'ORG', ...institutes)).toEqual([organisation.id])
    expect(await find(stranger.http, 'ORG', ...institutes)).toEqual([])
  })

  test('do not circumvent the rules for a single one of them', async () => {
    const guest = server.openBrowser()
    const byEmail = equal('email', asha.email)
    for (const other of [byEmail, equal('$id', asha.id), or(byEmail, byEmail)]) {
      for (const label of ['ORG', 'STD'] as const) {
        const reply = await list(guest, label, [byEmail, other])
        expect(reply).toMatchObject(refusal(401, 'general_unauthorized_scope'))
      }
    }
    expect(await list(guest, 'STD', [byEmail, { method: 'limit', values: [1] }])).toMatchObject({ status: 200 })
    for (const other of [equal('rollNumber', 'R1'), equal('$id', asha.id), or(byEmail, byEmail)]) {
      expect(await list(asha.http, 'STD', [byEmail, other])).toMatchObject(refusal(401, 'user_unauthorized'))
    }
    expect(
      await list(asha.http, 'ORG', [equal('email', organisation.email), equal('$id', organisation.id)]),
    ).toMatchObject(refusal(400, 'general_query_invalid'))
  })
})
