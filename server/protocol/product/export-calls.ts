import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type ExportFormat, exportHeaders } from '#contract/report-requests.ts'
import type { Door } from '../../domain/doors.ts'
import { exportCourses, type WantedCourses } from '../../domain/register/export-courses.ts'
import { exportReport, type WantedExport } from '../../domain/register/export-report.ts'
import type { OpenExport } from '../../domain/register/exporter.ts'
import type { OpenFile, WantedFile } from '../../domain/register/open-file.ts'
import { takeOwnData } from '../../domain/register/take-own-data.ts'
import type { CallDeps, Wire } from '../http/call.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** Reports as files (contract/reports.ts). */
export const exportCalls = {
  'GET /groups/:groupId/reports/sessions/export': asFile('sessions', exportReport),
  'GET /reports/sessions/:sessionId/export': asFile('session-sheet', exportReport),
  'GET /reports/students/export': asFile('students', exportReport),
  'GET /reports/students/:studentId/export': asFile('student', exportReport),
  'GET /reports/attendance-book/export': asFile('attendance-book', exportReport),
  'GET /reports/courses/export': asFile('courses', exportCourses),
  async 'GET /own/data'(deps, door, _input, { reply }) {
    const data = await takeOwnData(deps, door)
    const day = new Date(data.writtenAt).toISOString().slice(0, 10)
    reply.header('content-disposition', `attachment; filename="rollkey-own-data-${day}.json"`)
    return data
  },
  'GET /reports/courses/:courseId/export': asFile('course-register', exportCourses),
} satisfies Partial<ProductHandlers>

/** The form of what is wanted that has this report, among those of its own. */
type WantedAs<Wanted, Report> = Wanted extends { readonly report: infer One }
  ? Report extends One
    ? Wanted
    : never
  : never

/** Sends what the use case opens. `report`: what of it the address of the call says. */
function asFile<Wanted extends WantedExport | WantedCourses, Entered extends Door, Report extends Wanted['report']>(
  report: Report,
  open: (deps: CallDeps, door: Entered, wanted: Wanted) => Promise<OpenFile>,
) {
  type Rest = Omit<WantedAs<Wanted, Report>, 'report'>
  return async (deps: CallDeps, door: Entered, rest: Rest, { request, reply }: Wire): Promise<Readable> => {
    const wanted = { report, ...rest } as unknown as Wanted
    const file = await open(deps, door, wanted)
    sendFileHeaders(reply, file, nameFile(wanted, file, await deps.storage.now()), wanted.format)
    // A client that left while it waited gets nothing.
    if (request.raw.destroyed) file.body.destroy()
    return file.body
  }
}

const mediaTypes = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ExportFormat, string>

function sendFileHeaders(
  reply: FastifyReply,
  { rows, bytes, isExact }: OpenExport,
  name: string,
  format: ExportFormat,
) {
  reply
    .type(mediaTypes[format])
    .header('content-disposition', `attachment; filename="${name}"`)
    .header(exportHeaders.rows, rows)
    .header(exportHeaders.bytes, bytes)
  if (isExact) reply.header('content-length', bytes)
}

/** Of what a person typed it holds the letters and digits of a course's code alone. */
function nameFile(
  { report, format }: Pick<WantedFile, 'report' | 'format'>,
  { zone, code = '' }: OpenFile,
  now: number,
): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(now)
  const course = code
    .match(/[A-Za-z0-9]+/g)
    ?.join('-')
    .slice(0, 32)
  return ['rollkey', report, ...(course ? [course] : []), `${day}.${format}`].join('-')
}
