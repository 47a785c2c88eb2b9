import { productAddress } from '#contract/addresses.ts'
import type { AnswerOf } from '#contract/calls.ts'
import { splitCallName } from '#contract/calls.ts'
import type { productCalls } from '#contract/product-calls.ts'
import type { HttpClient } from '../http-client.ts'

/** The calls that hold sessions and read their numbers. */
export const calls = {
  start: 'POST /groups/:groupId/sessions',
  end: 'POST /sessions/:sessionId/end',
  running: 'GET /attendance/running',
  roomCode: 'GET /sessions/:sessionId/room-code',
  ways: 'PATCH /sessions/:sessionId/ways',
  sheet: 'GET /sessions/:sessionId',
  say: 'POST /sessions/:sessionId/status',
  ruleOnCell: 'POST /sessions/:sessionId/people/:personId/rulings',
  enrol: 'POST /courses/:courseId/people',
  leave: 'POST /courses/:courseId/people/:personId/end',
  move: 'POST /courses/:courseId/people/:personId/move',
  policy: 'PUT /courses/:courseId/policy',
  courses: 'GET /courses',
  course: 'GET /courses/:courseId',
  coursePeople: 'GET /courses/:courseId/people',
  register: 'GET /groups/:groupId/register',
  today: 'GET /today',
  screen: 'GET /screen',
  dayPass: 'GET /day-pass',
  dayPassSheet: 'GET /day-pass/sessions/:sessionId',
  scan: 'POST /check-ins/scan',
  begin: 'POST /check-ins',
  finish: 'POST /check-ins/:checkInId/finish',
  ownCourses: 'GET /own/courses',
  ownReport: 'GET /reports/own',
  receipts: 'GET /receipts',
  reportCourses: 'GET /reports/courses',
  groupFigures: 'GET /groups/:groupId/figures',
  groupSessions: 'GET /groups/:groupId/reports/sessions',
  groupOverTime: 'GET /groups/:groupId/reports/attendance-over-time',
  exportGroupSessions: 'GET /groups/:groupId/reports/sessions/export',
  reportSession: 'GET /reports/sessions/:sessionId',
  reportStudents: 'GET /reports/students',
  personRecord: 'GET /people/:personId/record',
  reportStudent: 'GET /reports/students/:studentId',
  exportRegister: 'GET /reports/courses/:courseId/export',
  exportCourses: 'GET /reports/courses/export',
  exportSession: 'GET /reports/sessions/:sessionId/export',
  exportStudents: 'GET /reports/students/export',
  exportStudent: 'GET /reports/students/:studentId/export',
  exportBook: 'GET /reports/attendance-book/export',
  removeMember: 'DELETE /members/:studentId',
  members: 'GET /institute/students',
} as const satisfies Readonly<Record<string, keyof typeof productCalls>>

type Answer<Call extends keyof typeof calls> = AnswerOf<(typeof productCalls)[(typeof calls)[Call]]>

/** Values of the address and of the query. */
export type Values = Readonly<Record<string, string>>

export function addressOf(call: keyof typeof calls, values: Values): string {
  const name: string = calls[call]
  const query = Object.entries(values).filter(([key]) => !name.includes(`:${key}`))
  const path = productAddress(name, values as never)
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query)}`
}

/** The server refuses an act, which then has not happened. */
export class Refused extends Error {}

/** Throws Refused. */
export async function ask<Call extends keyof typeof calls>(
  http: HttpClient,
  call: Call,
  values: Values = {},
  body?: object,
): Promise<Answer<Call>> {
  const { method } = splitCallName(calls[call])
  const reply = await http.request(method, addressOf(call, values), body ?? (method === 'GET' ? undefined : {}))
  if (reply.status >= 300) throw new Refused(`${calls[call]}: ${reply.status} ${reply.text}`)
  return reply.body as Answer<Call>
}
