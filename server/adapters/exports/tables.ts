import { attendancePercent } from '#contract/attendance-percent.ts'
import { workOutAttendance } from '#contract/attendance-working.ts'
import type { SessionSummary } from '#contract/reports.ts'
import type { CourseReader } from '../../domain/groups/stores.ts'
import type { ExportOrder } from '../../domain/register/exporter.ts'
import type { ReportStore } from '../../domain/register/report-stores.ts'
import { countClasses } from '../../domain/register/standing.ts'
import { attendanceBook } from './attendance-book.ts'
import { listInOrder, sessionsInBatch } from './batches.ts'
import type { Cell, Table } from './cells.ts'
import {
  column,
  contact,
  joined,
  name,
  official,
  officialCells,
  rollNumber,
  standing,
  studentCells,
} from './columns.ts'
import { coursesTable, registerTable } from './course-tables.ts'
import type { LocalTime } from './local-time.ts'
import { sheetTable, studentTable } from './mark-tables.ts'

export type ExportReads = { readonly store: ReportStore; readonly courseReads: CourseReader }

/** Each report as a table. */
export function openTable(
  { store: reports, courseReads }: ExportReads,
  order: ExportOrder,
  time: LocalTime,
): Promise<Table> {
  switch (order.report) {
    case 'sessions':
      return sessionsTable(reports, order)
    case 'students':
      return studentsTable(reports, order)
    case 'student':
      return studentTable(reports, order)
    case 'session-sheet':
      return sheetTable(reports, order)
    case 'attendance-book':
      return attendanceBook(reports, order, time)
    case 'course-register':
      return registerTable(courseReads, order, time)
    case 'courses':
      return coursesTable(courseReads, order)
  }
}

async function sessionsTable(
  reports: ReportStore,
  { scope, now }: Extract<ExportOrder, { report: 'sessions' }>,
): Promise<Table> {
  async function* batches() {
    for (let from = scope.firstNumber; from <= scope.lastNumber; from += sessionsInBatch) {
      const to = Math.min(scope.lastNumber, from + sessionsInBatch - 1)
      yield (await reports.listSessions(scope, from, to, now)).map(sessionCells)
    }
  }
  return {
    name: 'Sessions',
    columns: [
      column('Session', 9),
      column('Started', 17),
      column('Ends', 17),
      column('State', 10),
      column('Present', 10),
      column('Absent', 10),
      column('Expected', 10),
      column('Percentage', 11),
      column('Disputed', 9),
      column('Head count', 11),
    ],
    frozenColumns: 1,
    words: Object.values(words),
    rows: countClasses(scope),
    batches,
  }
}

const words = { ended: 'Ended', running: 'Running', cancelled: 'Cancelled', 'not-taken': 'Not taken' } as const

function sessionCells(session: SessionSummary): Cell[] {
  const { number, startedAt, endsAt, state, present, expected, flagged, headCount, uncounted } = session
  const isEnded = state === 'ended' && uncounted === undefined
  return [
    number,
    { at: startedAt },
    { at: endsAt },
    uncounted ? words[uncounted] : words[state],
    present,
    isEnded ? expected - present : null,
    expected,
    isEnded && expected > 0 ? attendancePercent(present, expected) : null,
    flagged,
    headCount?.counted ?? null,
  ]
}

async function studentsTable(
  reports: ReportStore,
  { scope, selection, sorting }: Extract<ExportOrder, { report: 'students' }>,
): Promise<Table> {
  async function* batches() {
    for await (const students of listInOrder(reports, scope, selection, sorting)) {
      yield students.map((student): Cell[] => {
        const { mayMiss, mustAttend } = workOutAttendance(student.marks, student.classes)
        return [
          ...studentCells(student),
          mayMiss,
          mustAttend,
          student.total,
          scope.classes,
          attendancePercent(student.total, scope.classes),
          student.email,
          student.phoneNumber,
          ...officialCells(student),
        ]
      })
    }
  }
  return {
    name: 'Students',
    columns: [
      rollNumber,
      name,
      joined,
      ...standing,
      column('May still miss', 14),
      column('Must attend', 12),
      column('Total Attendance', 17),
      column('Total Classes', 14),
      column('Percentage of all classes', 24),
      ...contact,
      ...official,
    ],
    frozenColumns: 2,
    words: [],
    rows: await reports.countStudents(scope, selection),
    batches,
  }
}
