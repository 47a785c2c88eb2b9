import type { ExportOrder } from '../../domain/register/exporter.ts'
import type {
  ReportStore,
  SessionScope,
  SessionTimes,
  StudentFacts,
  TimeAway,
} from '../../domain/register/report-stores.ts'
import { countClasses } from '../../domain/register/standing.ts'
import { listStudents, studentsInBatch } from './batches.ts'
import type { Cell, Table } from './cells.ts'
import { column, joined, name, official, officialCells, rollNumber, standing, studentCells } from './columns.ts'
import type { LocalTime } from './local-time.ts'

/**
 * A row of the attendance book may have 16,000 cells: a batch has as many students as have this many cells together.
 */
const bookCellsInBatch = 500_000

/** Letters of the attendance book; a student who was not expected has an empty cell. */
const present = 'P'
const absent = 'A'

/** A row for each student, a column for each session. */
export async function attendanceBook(
  reports: ReportStore,
  { scope }: Extract<ExportOrder, { report: 'attendance-book' }>,
  time: LocalTime,
): Promise<Table> {
  const sessions = await reports.listSessionTimes(scope)
  const inBatch = Math.min(studentsInBatch, Math.ceil(bookCellsInBatch / Math.max(1, sessions.length)))
  async function* batches() {
    for await (const students of listStudents(reports, scope, { search: '', below75: false }, inBatch)) {
      const ids = students.map(({ id }) => id)
      const attended = await reports.listAttended(scope, ids)
      const away = await reports.listAway(scope.organisationId, ids)
      yield students.map((student) => [
        ...studentCells(student),
        ...bookCells(scope, sessions, student, away.get(student.id) ?? [], attended.get(student.id) ?? []),
        ...officialCells(student),
      ])
    }
  }
  return {
    name: 'Attendance book',
    columns: [
      rollNumber,
      name,
      joined,
      ...standing,
      ...sessions.map(({ number, startedAt }) => column(`${number} · ${time.writeDay(startedAt)}`, 14)),
      ...official,
    ],
    frozenColumns: 2,
    words: [present, absent],
    rows: await reports.countStudents(scope, { search: '', below75: false }),
    batches,
  }
}

function bookCells(
  scope: SessionScope,
  sessions: readonly SessionTimes[],
  { joinedAt, classes }: StudentFacts,
  away: readonly TimeAway[],
  attended: readonly number[],
): Cell[] {
  // A class that runs counts for who has a mark in it: one that was withdrawn is an absence.
  const counts = (number: number) => number <= scope.lastEnded || classes === countClasses(scope)
  const cells: Cell[] = sessions.map(({ number, endsAt }) =>
    !counts(number) || endsAt <= joinedAt || away.some((time) => isWithin(time, endsAt)) ? null : absent,
  )
  for (const number of attended) cells[number - scope.firstNumber] = present
  return cells
}

const isWithin = ({ leftAt, rejoinedAt }: TimeAway, end: number): boolean =>
  leftAt < end && (rejoinedAt === null || rejoinedAt >= end)
