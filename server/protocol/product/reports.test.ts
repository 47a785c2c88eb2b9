import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reportPaths } from '#contract/report-requests.ts'
import type { SessionsReport, StudentReport } from '#contract/reports.ts'
import { engines } from '#testing/create-database.ts'
import type { HttpClient } from '#testing/http-client.ts'
import {
  logIn,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { addStudent } from '#testing/room-world.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

/** What they say is tested in server/domain/register. */
describe.each(engines)('reports over HTTP on %s', (engine) => {
  let server: TestServer
  let college: Person
  let academy: Person
  let asha: Person

  const get = async <Body>(path: string, http: HttpClient = college.http): Promise<Body> => {
    const reply = await http.get<Body>(path)
    expect([path, reply.status]).toEqual([path, 200])
    return reply.body
  }

  beforeAll(async () => {
    server = await startTestServer(engine)
    college = await registerOrganisation(server)
    academy = await registerOrganisation(server, { name: 'Academy', email: 'office@academy.example' })
    asha = await registerStudent(server, college.id)
    await registerPasskey(college)
    await startAttendance(college)
  })
  afterAll(() => server.close())

  test('can be read of one whose id is a word of an address, which earlier versions took', async () => {
    await addStudent(server.storage, 'export', [academy.id])
    academy = await logIn(academy)
    expect(await get<StudentReport>('/api/v1/reports/students/export/report', academy.http)).toMatchObject({
      student: { rollNumber: 'export' },
    })
    const file = await academy.http.get('/api/v1/reports/students/export/export?format=csv&zone=UTC')
    expect(file.headers.get('content-disposition')).toContain('.csv')
  })

  test('of other institutes get the bytes of what does not exist', async () => {
    const { sessions } = await get<SessionsReport>(reportPaths.sessions(college.id))
    for (const [hidden, missing] of [
      [reportPaths.student(asha.id), reportPaths.student('ZZZZZZZZ')],
      [reportPaths.sessionSheet(sessions[0]?.id ?? ''), reportPaths.sessionSheet('ZZZZZZZZ')],
      [reportPaths.student(college.id), reportPaths.student('ZZZZZZZ9')],
    ] as const) {
      const [ofHidden, ofMissing] = [await academy.http.get(hidden), await academy.http.get(missing)]
      expect(ofHidden).toMatchObject(refusal(404, 'document_not_found'))
      expect(ofHidden.text).toBe(ofMissing.text)
    }
  })

  test('of oneself at another institute have the bytes of what does not exist', async () => {
    const [foreign, missing] = await Promise.all(
      [academy.id, 'ZZZZZZZZ'].map((code) => asha.http.get(`${reportPaths.own}?organisation=${code}`)),
    )
    expect(foreign).toMatchObject(refusal(404, 'document_not_found'))
    expect(foreign?.text).toBe(missing?.text)
  })

  describe('with an invalid query', () => {
    test.each([
      ['?from=2&to=1', 'The period must begin before it ends: from is after to.'],
      ['?from=yesterday', 'from must be a whole number from 0 to 253402300800000'],
      ['?from=-1', 'from must be a whole number from 0 to 253402300800000'],
      ['?to=1.5', 'to must be a whole number from 0 to 253402300800000'],
      ['?to=999999999999999', 'to must be a whole number from 0 to 253402300800000'],
      ['?from=1&from=2', 'from must be a whole number from 0 to 253402300800000'],
      ['?limit=0', 'limit must be a whole number from 1 to 100'],
      ['?limit=101', 'limit must be a whole number from 1 to 100'],
      ['?offset=1000001', 'offset must be a whole number from 0 to 1000000'],
    ])('%s are refused with a message that names the mistake', async (query, message) => {
      for (const path of [reportPaths.sessions(college.id), reportPaths.students, reportPaths.student(asha.id)]) {
        expect(await college.http.get(path + query)).toMatchObject(refusal(400, 'general_argument_invalid', message))
      }
    })

    test.each([
      `${reportPaths.students}?sort=email`,
      `${reportPaths.students}?sort[]=name`,
      `${reportPaths.students}?direction=up`,
      `${reportPaths.students}?below75=1`,
      `${reportPaths.students}?search=${'x'.repeat(129)}`,
      `${reportPaths.students}?surprise=1`,
      `${reportPaths.attendanceOverTime('ABCD2345')}?limit=3`,
    ])('%s are refused', async (path) => {
      expect(await college.http.get(path)).toMatchObject(refusal(400, 'general_argument_invalid'))
    })

    test.each(['', 'a'.repeat(65)])('about an institute whose code is %j is refused', async (code) => {
      expect(await asha.http.get(`${reportPaths.own}?organisation=${code}`)).toMatchObject(
        refusal(400, 'general_argument_invalid'),
      )
    })
  })
})
