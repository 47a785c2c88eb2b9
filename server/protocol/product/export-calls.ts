import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import {
  attendanceBookExportQuery,
  sessionSheetExportQuery,
  sessionsExportQuery,
  studentExportQuery,
  studentsExportQuery,
} from '#contract/report-queries.ts'
import { type ExportFormat, exportHeaders } from '#contract/report-requests.ts'
import { exportReport, type WantedExport } from '../../domain/reports/export-report.ts'
import type { OpenExport } from '../../domain/reports/exporter.ts'
import type { Call, Exchange } from '../http/call.ts'
import { parseInput } from '../http/parse-input.ts'
import { readId } from '../http/read-id.ts'

/** Reports as files (contract/reports.ts). They live under /api/v1. */
export const exportCalls: readonly Call[] = [
  exportCall('/reports/sessions/export', ({ request }) => ({
    report: 'sessions',
    ...parse(sessionsExportQuery, request),
  })),
  exportCall('/reports/sessions/:sessionId/export', ({ request, params }) => ({
    report: 'session-sheet',
    sessionId: readId(params, 'sessionId'),
    ...parse(sessionSheetExportQuery, request),
  })),
  exportCall('/reports/students/export', ({ request }) => ({
    report: 'students',
    ...parse(studentsExportQuery, request),
  })),
  exportCall('/reports/students/:studentId/export', ({ request, params }) => ({
    report: 'student',
    studentId: readId(params, 'studentId'),
    ...parse(studentExportQuery, request),
  })),
  exportCall('/reports/attendance-book/export', ({ request }) => ({
    report: 'attendance-book',
    ...parse(attendanceBookExportQuery, request),
  })),
]

function parse<Schema extends z.ZodType>(schema: Schema, { query }: Exchange['request']): z.output<Schema> {
  return parseInput(schema, query)
}

function exportCall(path: string, read: (exchange: Exchange) => WantedExport): Call {
  return {
    method: 'GET',
    path,
    door: 'reports.export',
    async handle(deps, exchange) {
      const wanted = read(exchange)
      const file = await exportReport(deps, exchange.context, wanted)
      sendFileHeaders(exchange.reply, file, nameFile(wanted, await deps.storage.now()), wanted.format)
      // Whoever left while it waited for its turn reads nothing of it.
      if (exchange.request.raw.destroyed) file.body.destroy()
      return file.body
    },
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

/** Made here alone: nothing that a person typed is in it. */
function nameFile({ report, format, zone }: WantedExport, now: number): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(now)
  return `rollkey-${report}-${day}.${format}`
}
