import { prefixes } from './addresses.ts'

/** The requests of the report calls: their addresses and query parameters (contract/reports.ts has the answers). */

const root = `${prefixes.product}/reports`
const segment = encodeURIComponent

/** The addresses of the calls, without queries. */
export const reportPaths = {
  /** GET: SessionsReport. Query: from, to, limit, offset. */
  sessions: `${root}/sessions`,
  /** GET: AttendanceOverTime. Query: from, to. */
  attendanceOverTime: `${root}/attendance-over-time`,
  /** GET: SessionSheet. Query: show, search, limit, offset. */
  sessionSheet: (sessionId: string) => `${root}/sessions/${segment(sessionId)}`,
  /** GET: StudentsReport. Query: from, to, sort, direction, search, below75, limit, offset. */
  students: `${root}/students`,
  /** GET: StudentReport. Query: from, to, limit, offset. */
  student: (studentId: string) => `${root}/students/${segment(studentId)}`,
  /** GET, for a student: OwnReport. Query: organisation (the code), from, to, limit, offset. */
  own: `${root}/own`,

  /** GET: files. Query: format and zone, and the report's own except limit and offset. */
  exports: {
    /** Query: from, to. */
    sessions: `${root}/sessions/export`,
    /** Query: show, search. */
    sessionSheet: (sessionId: string) => `${root}/sessions/${segment(sessionId)}/export`,
    /** Always by roll number. Query: from, to, search, below75. */
    students: `${root}/students/export`,
    /** Query: from, to. */
    student: (studentId: string) => `${root}/students/${segment(studentId)}/export`,
    /** The attendance book: a row for each student, a column for each session. Query: from, to. */
    attendanceBook: `${root}/attendance-book/export`,
  },
} as const

/** `zone` beside it is the IANA name of the time zone in which an export writes times; 'UTC' when left out. */
export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Headers of an export, besides Content-Disposition and, for a short file, Content-Length. */
export const exportHeaders = {
  /** The exact number of rows below the headings. */
  rows: 'x-export-rows',
  /**
   * The size in bytes: exact if there is a Content-Length, otherwise estimated from the beginning. For a progress bar.
   */
  bytes: 'x-export-bytes',
} as const

/** How many points a chart gets at most. */
export const maxChartPoints = 400

/** `percentage`: the report's; students without a counted session come last, in either direction. */
export const studentSorts = ['rollNumber', 'name', 'joinedAt', 'total', 'attended', 'percentage'] as const
export type StudentSort = (typeof studentSorts)[number]
export const sortDirections = ['asc', 'desc'] as const
export type SortDirection = (typeof sortDirections)[number]
export const maxSearchLength = 128

export const sheetFilters = ['all', 'present', 'absent'] as const
export type SheetFilter = (typeof sheetFilters)[number]
