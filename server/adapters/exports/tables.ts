import { workOutAttendance } from '#contract/attendance-working.ts'
import { checkInTexts } from '#contract/check-in-texts.ts'
import type { HistoryEntry, Presence, SessionSummary, SheetRow } from '#contract/reports.ts'
import { attendancePercent } from '#contract/rules.ts'
import { canonicalRollNumber } from '#contract/text-fields.ts'
import { wayOf } from '../../domain/check-ins/describe-check-in.ts'
import type { ExportOrder } from '../../domain/reports/exporter.ts'
import { countClasses } from '../../domain/reports/standing.ts'
import type {
  Place,
  ReportStore,
  SessionScope,
  SessionTimes,
  StudentFacts,
  StudentOrder,
  StudentSelection,
  TimeAway,
} from '../../domain/reports/stores.ts'
import type { Cell, Column, Table } from './cells.ts'
import type { LocalTime } from './local-time.ts'

/** Each report as a table. Rows are read in batches by key: only one batch is in memory. */

const studentsInBatch = 500
const sessionsInBatch = 200
/**
 * A row of the attendance book may have 16,000 cells: a batch has as many students as have this many cells together.
 */
const bookCellsInBatch = 500_000

/** Letters of the attendance book; a student who was not expected has an empty cell. */
const present = 'P'
const absent = 'A'

const presenceWords = {
  present: 'Present',
  absent: 'Absent',
  running: 'Running',
  'not-yet-a-member': 'Not yet a member',
  'not-a-member': 'Not a member',
  withdrawn: 'Mark withdrawn',
} as const satisfies Record<Presence, string>

/** The words that an XLSX file keeps in one list. A file without a withdrawn mark does not have that word in it. */
const usualPresences = Object.values(presenceWords).filter((word) => word !== presenceWords.withdrawn)

/** Those of a list of marks; the grades come last, so that the others keep their places. */
const wordsOfMarks = [...usualPresences, ...Object.values(checkInTexts.ways)]

const column = (heading: string, width: number): Column => ({ heading, width })
const rollNumber = column('Roll number', 16)
const name = column('Name', 28)
const joined = column('Joined', 17)
const contact = [column('Email', 28), column('Phone number', 18)]
/** Of the sessions that ended while the student was a member (decision 9), in the period of the file. */
const standing = [column('Attended', 10), column('Counted as a member', 20), column('Percentage as a member', 23)]
/** What screens and reports show (decision 31), for the period of the file. They come last, so that older columns keep their places. */
const official = [
  column('Total Attendance in the period', 29),
  column('Total Classes in the period', 26),
  column('Percentage in the period', 23),
]

export function openTable(reports: ReportStore, order: ExportOrder, time: LocalTime): Promise<Table> {
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
  }
}

async function sessionsTable(
  reports: ReportStore,
  { scope, now }: Extract<ExportOrder, { report: 'sessions' }>,
): Promise<Table> {
  async function* batches() {
    for (let from = scope.firstNumber; from <= scope.lastNumber; from += sessionsInBatch) {
      const to = Math.min(scope.lastNumber, from + sessionsInBatch - 1)
      yield (await reports.listSessions(scope.organisationId, from, to, now)).map(sessionCells)
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
    words: ['Ended', 'Running'],
    rows: countClasses(scope),
    batches,
  }
}

function sessionCells(session: SessionSummary): Cell[] {
  const { number, startedAt, endsAt, state, present, expected, flagged, headCount } = session
  const isEnded = state === 'ended'
  return [
    number,
    { at: startedAt },
    { at: endsAt },
    isEnded ? 'Ended' : 'Running',
    present,
    isEnded ? expected - present : null,
    expected,
    isEnded && expected > 0 ? round((present / expected) * 100) : null,
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
        const { mayMiss, mustAttend } = workOutAttendance(student.marks, countClasses(scope))
        return [
          ...studentCells(student),
          mayMiss,
          mustAttend,
          student.total,
          scope.classes,
          round(attendancePercent(student.total, scope.classes)),
          student.email,
          student.phoneNumber,
          ...officialCells(scope, student),
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

async function studentTable(
  reports: ReportStore,
  { scope, student, now }: Extract<ExportOrder, { report: 'student' }>,
): Promise<Table> {
  const rows = countClasses(scope)
  async function* batches() {
    for (let offset = 0; offset < rows; offset += sessionsInBatch) {
      const entries = await reports.listHistory(scope, student, { limit: sessionsInBatch, offset }, now)
      yield entries.map((entry) => [...historyCells(entry), student.rollNumber, nameOf(student)])
    }
  }
  return {
    name: 'History',
    columns: [
      column('Session', 9),
      column('Started', 17),
      column('Ends', 17),
      column('Presence', 17),
      ...markColumns,
      rollNumber,
      name,
    ],
    frozenColumns: 1,
    words: wordsOfMarks,
    rows,
    batches,
  }
}

function historyCells({ number, startedAt, endsAt, presence, mark }: HistoryEntry): Cell[] {
  return [number, { at: startedAt }, { at: endsAt }, presenceWords[presence], ...markCells(mark)]
}

async function sheetTable(
  reports: ReportStore,
  { organisationId, session, show, search }: Extract<ExportOrder, { report: 'session-sheet' }>,
): Promise<Table> {
  async function* batches() {
    for (let after = beginning; ; ) {
      const slice = { limit: studentsInBatch, after }
      const rows = await reports.listSheet(organisationId, session, show, search, slice)
      const last = rows.at(-1)
      if (!last) return
      const contacts = await reports.listContacts(
        organisationId,
        rows.map(({ id }) => id),
      )
      yield rows.map((row) => {
        const { email = null, phoneNumber = null } = contacts.get(row.id) ?? {}
        return [...sheetCells(row), email, phoneNumber]
      })
      after = placeOf(last)
    }
  }
  return {
    name: `Session ${session.number}`,
    columns: [rollNumber, name, joined, column('Presence', 17), ...markColumns, ...contact],
    frozenColumns: 2,
    words: wordsOfMarks,
    rows: await reports.countSheet(organisationId, session, show, search),
    batches,
  }
}

function sheetCells({ rollNumber, joinedAt, presence, mark, ...person }: SheetRow): Cell[] {
  return [rollNumber, nameOf(person), { at: joinedAt }, presenceWords[presence], ...markCells(mark)]
}

const markColumns = [
  column('Marked', 17),
  column('Method', 10),
  column('Authenticator', 16),
  column('User verified', 13),
  column('Flags', 24),
  column('Disputed', 17),
  column('Grade', 14),
]

function markCells(mark: HistoryEntry['mark']): Cell[] {
  if (!mark) return markColumns.map(() => null)
  const { markedAt, method, evidence, flaggedAt } = mark
  return [
    { at: markedAt },
    method,
    evidence.attachment,
    evidence.userVerified ? 'yes' : 'no',
    evidence.flags.join(' '),
    flaggedAt === null ? null : { at: flaggedAt },
    checkInTexts.ways[wayOf(method)],
  ]
}

async function attendanceBook(
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
        ...officialCells(scope, student),
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
  { joinedAt }: StudentFacts,
  away: readonly TimeAway[],
  attended: readonly number[],
): Cell[] {
  const cells: Cell[] = sessions.map(({ number, endsAt }) =>
    number > scope.lastEnded || endsAt <= joinedAt || away.some((time) => isWithin(time, endsAt)) ? null : absent,
  )
  for (const number of attended) cells[number - scope.firstNumber] = present
  return cells
}

const isWithin = ({ leftAt, rejoinedAt }: TimeAway, end: number): boolean =>
  leftAt < end && (rejoinedAt === null || rejoinedAt >= end)

/** Batches of the selected students, by roll number. */
async function* listStudents(
  reports: ReportStore,
  scope: SessionScope,
  selection: StudentSelection,
  limit = studentsInBatch,
): AsyncGenerator<readonly StudentFacts[]> {
  for (let after = beginning; ; ) {
    const slice = { limit, after }
    const students = await reports.listStudents(scope, selection, { sort: 'rollNumber', direction: 'asc' }, slice)
    const last = students.at(-1)
    if (!last) return
    yield students
    after = placeOf(last)
  }
}

/**
 * Batches of the selected students in the chosen order. In any order but that of roll numbers all ids are read first:
 * the numbers may change while the file is written, and a student must be in it once.
 */
async function* listInOrder(
  reports: ReportStore,
  scope: SessionScope,
  selection: StudentSelection,
  sorting: StudentOrder,
): AsyncGenerator<readonly StudentFacts[]> {
  if (sorting.sort === 'rollNumber' && sorting.direction === 'asc') {
    yield* listStudents(reports, scope, selection)
    return
  }
  const ids = await reports.listStudentIds(scope, selection, sorting)
  for (let start = 0; start < ids.length; start += studentsInBatch) {
    yield reports.findStudents(scope, ids.slice(start, start + studentsInBatch))
  }
}

const beginning: Place = { rollNumber: '', id: '' }
const placeOf = ({ rollNumber, id }: SheetRow | StudentFacts): Place => ({
  rollNumber: canonicalRollNumber(rollNumber),
  id,
})

const nameOf = ({ firstName, lastName }: Pick<StudentFacts, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`

function studentCells({ rollNumber, joinedAt, attended, counted, ...person }: StudentFacts): Cell[] {
  const { percentage } = workOutAttendance(attended, counted)
  return [
    rollNumber,
    nameOf(person),
    { at: joinedAt },
    attended,
    counted,
    percentage === null ? null : round(percentage),
  ]
}

function officialCells(scope: SessionScope, { marks }: StudentFacts): Cell[] {
  const classes = countClasses(scope)
  return [marks, classes, round(attendancePercent(marks, classes))]
}

const round = (percentage: number): number => Math.round(percentage * 100) / 100
