import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type ExportFormat, exportHeaders } from '#contract/report-requests.ts'
import { exportCourses, type WantedCourses } from '../../domain/reports/export-courses.ts'
import { exportReport, type WantedExport } from '../../domain/reports/export-report.ts'
import type { OpenExport } from '../../domain/reports/exporter.ts'
import type { WantedFile } from '../../domain/reports/open-file.ts'
import type { CallDeps, Exchange } from '../http/call.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** Reports as files (contract/reports.ts). */
export const exportCalls = {
  async 'GET /reports/sessions/export'(deps, { query, ...exchange }) {
    return sendExport(deps, exchange, { report: 'sessions', ...query })
  },
  async 'GET /reports/sessions/:sessionId/export'(deps, { params, query, ...exchange }) {
    return sendExport(deps, exchange, { report: 'session-sheet', sessionId: params.sessionId, ...query })
  },
  async 'GET /reports/students/export'(deps, { query, ...exchange }) {
    return sendExport(deps, exchange, { report: 'students', ...query })
  },
  async 'GET /reports/students/:studentId/export'(deps, { params, query, ...exchange }) {
    return sendExport(deps, exchange, { report: 'student', studentId: params.studentId, ...query })
  },
  async 'GET /reports/attendance-book/export'(deps, { query, ...exchange }) {
    return sendExport(deps, exchange, { report: 'attendance-book', ...query })
  },
  async 'GET /reports/courses/export'(deps, { query, ...exchange }) {
    return sendExport(deps, exchange, { report: 'courses', ...query })
  },
  async 'GET /reports/courses/:courseId/export'(deps, { params, query, ...exchange }) {
    return sendExport(deps, exchange, { report: 'course-register', courseId: params.courseId, ...query })
  },
} satisfies Partial<ProductHandlers>

type Waiting = Pick<Exchange, 'request' | 'reply' | 'context'>

async function sendExport(
  deps: CallDeps,
  { request, reply, context }: Waiting,
  wanted: WantedExport | WantedCourses,
): Promise<Readable> {
  const isOfCourses = wanted.report === 'courses' || wanted.report === 'course-register'
  const file = await (isOfCourses ? exportCourses(deps, context, wanted) : exportReport(deps, context, wanted))
  sendFileHeaders(reply, file, nameFile({ ...wanted, zone: file.zone }, await deps.storage.now()), wanted.format)
  // A client that left while it waited gets nothing.
  if (request.raw.destroyed) file.body.destroy()
  return file.body
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

/** The name is made here and holds nothing that a person typed. */
function nameFile({ report, format, zone }: Omit<WantedFile, 'subject'>, now: number): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(now)
  return `rollkey-${report}-${day}.${format}`
}
