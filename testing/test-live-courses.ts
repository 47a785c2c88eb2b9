import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CourseSheet } from '#contract/course-sessions.ts'
import type { CourseDetail } from '#contract/courses.ts'
import type { RosterPage } from '#contract/roster.ts'
import type { StaffList } from '#contract/staff.ts'
import type { Reply } from './http-client.ts'
import {
  type AnyPerson,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from './people-over-http.ts'
import { connectRealtime, type Frame } from './realtime-client.ts'
import { addStaff, confirm } from './staff-over-http.ts'
import type { RacedServer } from './test-races.ts'

/** Who hears of a course, at each process. To be called within a `describe`. `urls`: of the processes. */
export function testLiveCourses<Server extends RacedServer>(
  start: () => Promise<Server>,
  urls: (server: Server) => readonly string[],
): void {
  let server: Server
  let institute: Person
  let maths: string
  let person: string
  const people: Record<string, AnyPerson> = {}

  const accepted = <Body>(reply: Reply<Body>): Body => {
    expect([reply.status, reply.text]).toEqual([200, expect.anything()])
    return reply.body
  }

  beforeAll(async () => {
    server = await start()
    institute = await registerOrganisation(server)
    await registerPasskey(institute)
    const student = await registerStudent(server, institute.id)
    const outsider = { email: 'outsider@example.org', rollNumber: 'O-1' }
    people['another student'] = await registerStudent(server, institute.id, outsider)
    const roles = {
      registrar: 'registrar',
      desk: 'desk',
      viewer: 'viewer',
      'teacher of maths': 'teacher',
      'teacher of physics': 'teacher',
    } as const
    for (const [name, role] of Object.entries(roles)) {
      const email = `${name.replaceAll(' ', '-')}@example.org`
      people[name] = await addStaff(server, institute, { email, role, holdsWhole: false })
    }
    people.institute = institute
    people.student = student
    await confirm(institute)
    person =
      accepted(await institute.http.get<RosterPage>('/api/v1/people?limit=50')).people.find(
        ({ studentId }) => studentId === student.id,
      )?.id ?? ''
    const staff = accepted(await institute.http.get<StaffList>('/api/v1/staff')).people
    const make = async (code: string) => {
      const named = { code, title: `Course ${code}`, kind: 'course', department: '', term: '' }
      const { id } = accepted(await institute.http.post<CourseDetail>('/api/v1/courses', named))
      accepted(await institute.http.post(`/api/v1/courses/${id}/people`, { people: [person], meanwhile: 'left-out' }))
      const teacher = staff.find(({ email }) => email === `teacher-of-${code}@example.org`)
      accepted(await institute.http.put(`/api/v1/courses/${id}/teachers`, { staff: [teacher?.id] }))
      return id
    }
    maths = await make('maths')
    await make('physics')
  })
  afterAll(async () => {
    await server.close()
  })

  type Told = { readonly groupId?: string | null; readonly sessionId?: string }
  const toldOf = ({ data }: Frame) => (data.payload ?? {}) as Told

  /**
   * At each process these alone hear of the change. One event is sent to all listeners of a process at once: when the last of
   * these has heard it, the others would have it before the answer to a ping.
   */
  async function expectHeard(names: readonly string[], change: () => Promise<(told: Told) => boolean>): Promise<void> {
    const query = 'project=rollkey&channels[]=groups'
    const sockets = urls(server).flatMap((url) =>
      Object.entries(people).map(([name, { http }]) => ({ name, ...connectRealtime(http, query, { server: url }) })),
    )
    for (const { next } of sockets) expect((await next()).type).toBe('connected')
    const isMeant = await change()
    const hearing = sockets.filter(({ name }) => names.includes(name))
    expect(hearing).toHaveLength(names.length * urls(server).length)
    for (const { hear } of hearing) await hear((frame) => isMeant(toldOf(frame)))
    for (const { name, hear, send, frames } of sockets) {
      send({ type: 'ping' })
      await hear(({ type }) => type === 'pong')
      expect([name, frames.filter((frame) => isMeant(toldOf(frame)))]).toEqual([name, []])
    }
    for (const { socket } of sockets) socket.terminate()
  }

  const ofMaths = ['institute', 'registrar', 'desk', 'viewer', 'teacher of maths']

  test('what happens in a session of a course is heard by all who may read the course, its begin and end by its students, and both by no others', async () => {
    let session = ''
    await expectHeard([...ofMaths, 'student'], async () => {
      const begun = { expected: 1, minutes: 60 }
      session = accepted(await institute.http.post<CourseSheet>(`/api/v1/groups/${maths}/sessions`, begun)).session.id
      return ({ groupId, sessionId }) => groupId === maths && sessionId === session
    })
    await expectHeard(ofMaths, async () => {
      await confirm(institute)
      const said = { status: 'late', reason: 'A train.', after: 0 }
      accepted(await institute.http.post(`/api/v1/sessions/${session}/people/${person}/rulings`, said))
      return ({ sessionId }) => sessionId === session
    })
    await expectHeard([...ofMaths, 'student'], async () => {
      accepted(await institute.http.post(`/api/v1/sessions/${session}/end`))
      return ({ sessionId }) => sessionId === session
    })
  })

  test('a class that begins is heard by all students of the institute', async () => {
    await expectHeard(['student', 'another student'], async () => {
      await startAttendance(institute)
      return ({ groupId }) => groupId === institute.id
    })
  })

  test('what changes in a course itself is heard by the same people', async () => {
    await expectHeard(ofMaths, async () => {
      accepted(await institute.http.patch(`/api/v1/courses/${maths}`, { title: 'Mathematics' }))
      return ({ groupId, sessionId }) => groupId === maths && sessionId === undefined
    })
  })

  test('another room is heard of by all who may read a course, whichever it is', async () => {
    await expectHeard([...ofMaths, 'teacher of physics'], async () => {
      accepted(await institute.http.post('/api/v1/rooms', { name: 'Hall 2' }))
      return ({ groupId }) => groupId === null
    })
  })
}
