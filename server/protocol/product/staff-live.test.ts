import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseId } from '#contract/identifiers.ts'
import type { StaffList } from '#contract/staff.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import { engines } from '#testing/create-database.ts'
import {
  type AnyPerson,
  documentsPath,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
} from '#testing/people-over-http.ts'
import { connectRealtime } from '#testing/realtime-client.ts'
import { addStaff, confirm } from '#testing/staff-over-http.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

type Held = readonly [role: StaffRole, holdsWhole: boolean]

describe.each(engines)('the live channels of a person of an institute on %s', (engine) => {
  let server: TestServer
  let college: Person
  let student: Person
  let owner: AnyPerson
  let made = 0

  beforeAll(async () => {
    server = await startTestServer(engine)
    college = await registerOrganisation(server)
    await registerPasskey(college)
    student = await registerStudent(server, college.id)
    owner = await addStaff(server, college, { email: 'owner@live.example', role: 'owner' })
  })
  afterAll(() => server.close())

  const collection = (name: string) => `databases.${databaseId}.collections.${name}.documents`
  const channels = () => [
    'account',
    'documents',
    collection('organisations'),
    `${collection('organisations')}.${college.id}`,
    collection('students'),
    `${collection('students')}.${student.id}`,
  ]
  async function change(person: AnyPerson, [role, holdsWhole]: Held) {
    await confirm(owner)
    const { people } = (await owner.http.get<StaffList>('/api/v1/staff')).body
    const row = people.find(({ email, until }) => email === person.email && until === null)
    const changed = await owner.http.patch(`/api/v1/staff/${row?.id}`, { role, title: '', holdsWhole })
    expect(changed.status).toBe(200)
  }
  /** A change of the institute and of a student of it. */
  async function changeDocuments() {
    const phoneNumber = `98450 ${10_000 + ++made}`
    for (const { http, label, id } of [college, student]) {
      expect(await http.patch(`${documentsPath(label)}/${id}`, { data: { phoneNumber } })).toMatchObject({
        status: 200,
      })
    }
    return phoneNumber
  }

  test.each<[string, Held, Held, number]>([
    ['whose role may not hear of the class any more', ['owner', false], ['viewer', false], 0],
    ['of the desk who may only read now', ['desk', false], ['viewer', false], 0],
    ['from whom the classes were taken', ['teacher', true], ['teacher', false], 0],
    ['of the office who teaches courses alone now', ['registrar', false], ['teacher', false], 0],
    ['whose new role hears the same', ['owner', false], ['desk', false], 2],
  ])('a person %s loses at once what the new role could not open', async (_who, [role, holdsWhole], later, heard) => {
    const person = await addStaff(server, college, { email: `live-${++made}@live.example`, role, holdsWhole }, owner)
    const query = `project=rollkey${channels()
      .map((one) => `&channels[]=${one}`)
      .join('')}`
    const { next, hear, send, frames, socket } = connectRealtime(person.http, query)
    expect((await next()).type).toBe('connected')
    await change(person, later)
    await hear(({ data }) => (data.events as string[]).includes(`users.${person.id}.update.prefs`))
    // It hears of the changes after the person, as it connected after.
    const control = connectRealtime(owner.http, query)
    expect((await control.next()).type).toBe('connected')
    const phoneNumber = await changeDocuments()
    for (const _ of [1, 2]) {
      await control.hear(({ data }) => (data.payload as { phoneNumber?: string }).phoneNumber === phoneNumber)
    }
    send({ type: 'ping' })
    await hear(({ type }) => type === 'pong')
    expect(frames.filter(({ type }) => type === 'event')).toHaveLength(heard)
    for (const one of [socket, control.socket]) one.close()
  })
})
