import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StudentAttributes } from '#contract/student.ts'
import { engines } from '#testing/create-database.ts'
import { documentsPath, type Person, registerOrganisation, registerStudent } from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

type Document = StudentAttributes & { readonly $updatedAt: string }

/** PATCH {organisation}: the present list and exactly one existing code more (rules §4). */
describe.each(engines)('adding an institute on %s', (engine) => {
  let server: TestServer
  let student: Person
  let college: Person
  let academy: Person
  let school: Person
  let evening: Person

  beforeAll(async () => {
    server = await startTestServer(engine)
    const open = (name: string) => registerOrganisation(server, { name, email: `office@${name.toLowerCase()}.example` })
    college = await open('College')
    academy = await open('Academy')
    school = await open('School')
    evening = await open('Evening')
    student = await registerStudent(server, college.id)
    await add(college.id, academy.id)
  })
  afterAll(() => server.close())

  const path = () => `${documentsPath('STD')}/${student.id}`
  const add = (...codes: string[]) => student.http.patch<Document>(path(), { data: { organisation: codes } })
  const read = async () => (await student.http.get<Document>(path())).body

  test.each<[string, () => string[]]>([
    ['that leaves one of the old ones out', () => [college.id, school.id]],
    ['of the new one alone', () => [school.id]],
    ['with two codes more', () => [college.id, academy.id, school.id, evening.id]],
    ['that leaves one out and has none more', () => [college.id]],
  ])('a list %s is refused, and changes nothing', async (_what, make) => {
    const before = await read()
    expect(await add(...make())).toMatchObject(refusal(400, 'document_invalid_structure'))
    expect(await read()).toEqual(before)
  })

  test('the present list and one code more adds that institute, in any order, and moves $updatedAt', async () => {
    const before = await read()
    await server.advanceClock(1_000)
    const { status, body } = await add(school.id, academy.id, college.id)
    expect([status, body.organisation?.toSorted()]).toEqual([200, [academy.id, college.id, school.id].toSorted()])
    expect(Date.parse(body.$updatedAt)).toBeGreaterThan(Date.parse(before.$updatedAt))
    expect(await read()).toEqual(body)
  })
})
