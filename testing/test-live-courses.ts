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
} from './people-over-http.ts'
import { connectRealtime, type RealtimeClient } from './realtime-client.ts'
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
  let physics: string
  let person: string
  let titles = 0
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
    person = accepted(await institute.http.get<RosterPage>('/api/v1/people?limit=50')).people[0]?.id ?? ''
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
    physics = await make('physics')
  })
  afterAll(async () => {
    await server.close()
  })

  /** What each hears of the change, up to an event that all of them hear. */
  async function hearAll(change: () => Promise<unknown>): Promise<Record<string, readonly unknown[]>> {
    const sockets: [name: string, client: RealtimeClient][] = Object.entries(people).flatMap(([name, { http }]) =>
      urls(server).map((url): [string, RealtimeClient] => [
        name,
        connectRealtime(http, 'project=rollkey&channels[]=groups', { server: url }),
      ]),
    )
    const open: [string, RealtimeClient][] = []
    for (const [name, client] of sockets) {
      const { type } = await client.next()
      if (type === 'connected') open.push([name, client])
      else expect(name).toBe('student')
    }
    await change()
    // Heard by each of them after all that went before: a teacher has one of the two courses.
    for (const id of [maths, physics]) {
      accepted(await institute.http.patch(`/api/v1/courses/${id}`, { title: `Title ${++titles}` }))
    }
    const heard: Record<string, readonly unknown[]> = {}
    for (const [name, client] of open) {
      const last = name === 'teacher of maths' ? maths : physics
      const before: unknown[] = []
      for (;;) {
        const frame = await client.next()
        const { groupId, sessionId } = frame.data.payload as { groupId: string; sessionId?: string }
        if (groupId === last && sessionId === undefined) break
        if (sessionId !== undefined) before.push({ groupId, sessionId })
      }
      const other = heard[name]
      if (other) expect(before).toEqual(other)
      heard[name] = before
      client.socket.terminate()
    }
    return heard
  }

  test('what happens in a session of a course is heard by all who may read the course, and by no others', async () => {
    let session = ''
    const heard = await hearAll(async () => {
      const begun = { expected: 1, minutes: 60 }
      session = accepted(await institute.http.post<CourseSheet>(`/api/v1/groups/${maths}/sessions`, begun)).session.id
    })
    const told = [{ groupId: maths, sessionId: session }]
    expect(heard).toEqual({
      institute: told,
      registrar: told,
      desk: told,
      viewer: told,
      'teacher of maths': told,
      'teacher of physics': [],
    })
    const ruled = await hearAll(async () => {
      await confirm(institute)
      accepted(
        await institute.http.post(`/api/v1/sessions/${session}/people/${person}/rulings`, {
          status: 'late',
          reason: 'A train.',
          after: 0,
        }),
      )
    })
    expect(ruled).toEqual(heard)
  })
}
