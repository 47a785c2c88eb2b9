import type { RosterPage } from '#contract/roster.ts'
import type { HttpClient } from './http-client.ts'

/** The address of a student's cell in a session, as a person of the institute asks for it: `/rulings` and `/evidence` follow. */
export async function cellPath(institute: HttpClient, sessionId: unknown, studentId: string): Promise<string> {
  for (let offset = 0; ; offset += 50) {
    const { status, text, body } = await institute.get<RosterPage>(`/api/v1/people?limit=50&offset=${offset}`)
    if (status !== 200 || body.people.length === 0)
      throw new Error(`${studentId} is not on the roster: ${status} ${text}`)
    const person = body.people.find((one) => one.studentId === studentId)
    if (person) return `/api/v1/sessions/${sessionId}/people/${person.id}`
  }
}
