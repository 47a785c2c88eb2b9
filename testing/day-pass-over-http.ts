import type { CourseDetail } from '#contract/courses.ts'
import type { MadeDayPass } from '#contract/day-pass.ts'
import { dayPassHeader } from '#contract/day-pass-header.ts'
import type { HttpClient, RequestOptions } from './http-client.ts'
import type { Person } from './people-over-http.ts'

/** A browser that sends each request as a day pass, as its page does. */
export function sendAsDayPass(http: HttpClient): HttpClient {
  async function request<Body>(method: string, path: string, body?: unknown, options: RequestOptions = {}) {
    const headers = { [dayPassHeader.name]: dayPassHeader.value, ...options.headers }
    return http.request<Body>(method, path, body, { ...options, headers })
  }
  return {
    ...http,
    request,
    get: (path, options) => request('GET', path, undefined, options),
    post: (path, body, options) => request('POST', path, body, options),
    put: (path, body, options) => request('PUT', path, body, options),
    patch: (path, body, options) => request('PATCH', path, body, options),
    delete: (path, options) => request('DELETE', path, {}, options),
  }
}

/** Makes a day pass for the course; without one, for a new course. The institute's login must be a recent one. */
export async function makeDayPass({ http }: Pick<Person, 'http'>, courseId?: string): Promise<MadeDayPass> {
  const course = courseId ?? (await addCourse(http))
  const wanted = { name: 'Meera Nair', courses: [course], timeZone: 'Asia/Kolkata' }
  const { status, body } = await http.post<MadeDayPass>('/api/v1/day-passes', wanted)
  if (status !== 200) throw new Error(`the day pass was not made: ${status}`)
  return body
}

/** Makes a pass and opens its link in this browser. */
export async function openDayPass(institute: Pick<Person, 'http'>, http: HttpClient, courseId?: string) {
  const { secret } = await makeDayPass(institute, courseId)
  const { status } = await http.post('/api/v1/day-pass/open', { secret })
  if (status !== 204) throw new Error(`the day pass was not opened: ${status}`)
  return sendAsDayPass(http)
}

async function addCourse(http: HttpClient): Promise<string> {
  const named = { code: 'COVER-1', title: 'Cover', kind: 'course', department: '', term: '' }
  const { body } = await http.post<CourseDetail>('/api/v1/courses', named)
  return body.id
}
