import { productAddress } from './addresses.ts'

/** The requests of the report calls: their addresses and query parameters (contract/reports.ts has the answers). */

/** The addresses of the calls, without queries. */
export const reportPaths = {
  /** GET: SessionsReport. Query: from, to, limit, offset. */
  sessions: (groupId: string) => productAddress('GET /groups/:groupId/reports/sessions', { groupId }),
  /** GET: AttendanceOverTime. Query: from, to. */
  attendanceOverTime: (groupId: string) =>
    productAddress('GET /groups/:groupId/reports/attendance-over-time', { groupId }),
  /** GET: SessionSheet. Query: show, search, limit, offset. */
  sessionSheet: (sessionId: string) => productAddress('GET /reports/sessions/:sessionId', { sessionId }),
  /** GET: StudentsReport. Query: from, to, sort, direction, search, below75, limit, offset. */
  students: productAddress('GET /reports/students', {}),
  /** GET: StudentReport. Query: from, to, limit, offset. */
  student: (studentId: string) => productAddress('GET /reports/students/:studentId', { studentId }),
  /** GET, for a student: OwnReport. Query: organisation (the code), from, to, limit, offset. */
  own: productAddress('GET /reports/own', {}),

  /** GET: files. Query: format and zone, and the report's own except limit and offset. */
  exports: {
    /** Query: from, to. */
    sessions: (groupId: string) => productAddress('GET /groups/:groupId/reports/sessions/export', { groupId }),
    /** Query: show, search. */
    sessionSheet: (sessionId: string) => productAddress('GET /reports/sessions/:sessionId/export', { sessionId }),
    /** Query: from, to, sort, direction, search, below75. */
    students: productAddress('GET /reports/students/export', {}),
    /** Query: from, to. */
    student: (studentId: string) => productAddress('GET /reports/students/:studentId/export', { studentId }),
    /** The attendance book: a row for each student, a column for each session. Query: from, to. */
    attendanceBook: productAddress('GET /reports/attendance-book/export', {}),
    /** A row for each person of each course. */
    courses: productAddress('GET /reports/courses/export', {}),
    /** The register of one course: a row for each person, a column for each session. */
    courseRegister: (courseId: string) => productAddress('GET /reports/courses/:courseId/export', { courseId }),
  },
} as const

/**
 * `zone` beside it is the IANA name of the time zone in which an export writes times where the institute has chosen none;
 * 'UTC' when left out.
 */
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

/** `attended` and `percentage`: the shown ones of the period. While a class runs, their orders differ. */
export const studentSorts = ['rollNumber', 'name', 'joinedAt', 'total', 'attended', 'percentage'] as const
export type StudentSort = (typeof studentSorts)[number]
export const sortDirections = ['asc', 'desc'] as const
export type SortDirection = (typeof sortDirections)[number]
export const maxSearchLength = 128

/** Of the sheet of a session that may still run: 'missing' has no mark, and a withdrawn mark is one. */
export const attendanceFilters = ['all', 'missing', 'marked'] as const
export type AttendanceFilter = (typeof attendanceFilters)[number]

export const sheetFilters = ['all', 'present', 'absent'] as const
export type SheetFilter = (typeof sheetFilters)[number]
