import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { clockStepMs, holdTime, moveTo } from '#testing/hold-time.ts'
import {
  documentsPath,
  markStudent,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const day = 24 * 60 * 60_000
const restricted = refusal(403, 'document_delete_restricted')

/** Rules §4: a profile can be deleted as long as no other data depends on it. */
describe.each(engines)('deleting the own document on %s', (engine) => {
  let server: TestServer
  let count = 0

  beforeAll(async () => {
    server = await startTestServer(engine)
  })
  afterAll(() => server.close())

  const newOrganisation = (): Promise<Person> =>
    registerOrganisation(server, { name: `College ${++count}`, email: `o${count}@example.org` })
  const newStudent = ({ id }: Person): Promise<Person> =>
    registerStudent(server, id, { email: `s${++count}@example.org`, rollNumber: `S-${count}` })
  const pathOf = ({ id, label }: Person) => `${documentsPath(label)}/${id}`
  const remove = async (person: Person) => {
    const { http, password } = person
    expect(await http.post('/api/v1/session/confirm', { password })).toMatchObject({ status: 200 })
    return http.delete(pathOf(person))
  }
  const isThere = async (person: Person) => (await person.http.get(pathOf(person))).status === 200

  test('is open to a student for 24 hours and no longer', async () => {
    holdTime()
    const organisation = await newOrganisation()
    const [early, late] = [await newStudent(organisation), await newStudent(organisation)]
    const createdAt = async ({ id }: Person) => (await server.storage.students.find(id))?.createdAt ?? 0
    moveTo(server.clock, (await createdAt(early)) + day - clockStepMs[engine])
    expect(await remove(early)).toMatchObject({ status: 204 })
    moveTo(server.clock, (await createdAt(late)) + day)
    expect(await remove(late)).toMatchObject(restricted)
    expect(await isThere(late)).toBe(true)
  })

  test('is closed to a student who has been marked', async () => {
    const organisation = await newOrganisation()
    await registerPasskey(organisation)
    const student = await newStudent(organisation)
    await registerPasskey(student)
    await startAttendance(organisation)
    expect(await markStudent(organisation, student.email, student.authenticator)).toMatchObject({ status: 200 })
    expect(await remove(student)).toMatchObject(restricted)
    expect(await isThere(student)).toBe(true)
  })

  test('is closed to an organisation while it has a member', async () => {
    const organisation = await newOrganisation()
    const student = await newStudent(organisation)
    expect(await remove(organisation)).toMatchObject(restricted)
    expect(await isThere(organisation)).toBe(true)
    expect(await remove(student)).toMatchObject({ status: 204 })
    expect(await remove(organisation)).toMatchObject({ status: 204 })
  })

  test('is closed to an organisation that has ever started an attendance session', async () => {
    const organisation = await newOrganisation()
    await registerPasskey(organisation)
    await startAttendance(organisation)
    expect(await remove(organisation)).toMatchObject(restricted)
    expect(await isThere(organisation)).toBe(true)
  })
})
