import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { membershipPaths } from '#contract/membership.ts'
import { beginAs, studentProfile } from './begin-registration.ts'
import { checkInvariants } from './check-invariants.ts'
import {
  assertPasskey,
  documentsPath,
  logIn,
  type Person,
  readMailedToken,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  registerUnconfirmedStudent,
  startAttendance,
} from './people-over-http.ts'
import { rowsOf } from './rows-of.ts'
import type { RacedServer } from './test-races.ts'

const crowd = 8
const hour = 3_600_000

/** The races about roll numbers and memberships. To be called within a `describe`. */
export function testMembershipRaces(start: () => Promise<RacedServer>, rounds: number): void {
  vi.setConfig({ testTimeout: Math.max(40, rounds) * 6_000, hookTimeout: Math.max(40, rounds) * 6_000 })
  let server: RacedServer
  let institute: Person

  beforeAll(async () => {
    server = await start()
    institute = await registerOrganisation(server)
    await registerPasskey(institute)
  })
  afterAll(async () => {
    await checkInvariants(server.database)
    await server.close()
  })

  const memberships = async () => rowsOf(await server.readTables(), 'memberships')
  const holdersOf = async (rollNumber: string) =>
    (await memberships())
      .filter(({ roll_number_canonical, left_at }) => roll_number_canonical === rollNumber && left_at === null)
      .map(({ student_id }) => student_id)
  const countMembers = async () =>
    rowsOf(await server.readTables(), 'organisations').find(({ id }) => id === institute.id)?.members ?? -1
  async function begin(email: string, rollNumber: string) {
    const { http, id } = await beginAs('STD', server, email)
    const body = { documentId: id, data: studentProfile(email, institute.id, rollNumber) }
    return { id, register: () => http.post(documentsPath('STD'), body) }
  }

  test('a roll number that eight unverified students take at once belongs to one of them', async () => {
    for (let round = 0; round < rounds; round++) {
      const members = await countMembers()
      const students = await Promise.all(
        Array.from({ length: crowd }, (_, index) => begin(`crowd${round}.${index}@example.org`, `CROWD-${round}`)),
      )
      const replies = await Promise.all(students.map(({ register }) => register()))
      expect(replies.map(({ status }) => status)).toEqual(Array(crowd).fill(201))
      expect(await holdersOf(`CROWD-${round}`)).toHaveLength(1)
      const gone = (await memberships()).filter(
        ({ student_id, left_because }) => left_because === 'gave-way' && students.some(({ id }) => id === student_id),
      )
      expect(gone).toHaveLength(crowd - 1)
      expect(await countMembers()).toBe(members + 1)
    }
  })

  test('a holder who verifies the email while another one registers keeps the number, or has given way', async () => {
    for (let round = 0; round < rounds; round++) {
      const rollNumber = `FIRM-${round}`
      const email = `holder${round}@example.org`
      const holder = await registerUnconfirmedStudent(server, institute.id, { email, rollNumber })
      const token = readMailedToken((await server.inbox.next(email)).links, '/verify-email')
      const student = await begin(`student${round}@example.org`, rollNumber)
      const [verified, registered] = await Promise.all([
        server.openBrowser().put('/v1/account/verification', token),
        student.register(),
      ])
      expect(verified.status).toBe(200)
      expect([201, 409], registered.text).toContain(registered.status)
      expect(await holdersOf(rollNumber)).toEqual([registered.status === 201 ? student.id : holder.id])
    }
  })

  test('a mark of a student who is removed at that moment counts, or is refused as for a stranger', async () => {
    institute = await logIn(institute, server.openBrowser())
    await startAttendance(institute)
    for (let round = 0; round < rounds; round++) {
      const form = { email: `removed${round}@example.org`, rollNumber: `GONE-${round}` }
      const student = await registerStudent(server, institute.id, form)
      await registerPasskey(student)
      const { http } = institute
      expect(await assertPasskey(http, { userId: student.id, category: 'STD' }, student.authenticator)).toBe(true)
      const attendance = JSON.stringify({ [institute.id]: { total: 1, expiryTime: server.clock.now() + hour } })
      const [marked, removed] = await Promise.all([
        http.patch(`${documentsPath('STD')}/${student.id}`, { data: { attendance } }),
        http.delete(membershipPaths.member(student.id)),
      ])
      expect(removed.status).toBe(204)
      expect([200, 404], marked.text).toContain(marked.status)
      const marks = rowsOf(await server.readTables(), 'marks').filter(({ student_id }) => student_id === student.id)
      expect(marks).toHaveLength(marked.status === 200 ? 1 : 0)
      expect((await memberships()).find(({ student_id }) => student_id === student.id)).toMatchObject({
        total: marks.length,
        left_because: 'taken-out',
      })
    }
  })
}
