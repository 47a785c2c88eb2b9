import { checkInTexts } from '#contract/check-in-texts.ts'
import type { HistoryEntry, Presence, SheetRow } from '#contract/reports.ts'
import { wayOf } from '../../domain/attendance/way-of-mark.ts'
import type { ExportOrder } from '../../domain/reports/exporter.ts'
import { countClasses } from '../../domain/reports/standing.ts'
import type { ReportStore } from '../../domain/reports/stores.ts'
import { beginning, placeOf, sessionsInBatch, studentsInBatch } from './batches.ts'
import type { Cell, Table } from './cells.ts'
import { column, contact, joined, name, nameOf, rollNumber } from './columns.ts'

/** The tables with one row for each mark or absence: of one student, and of one session. */

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

/** The sessions of one student. */
export async function studentTable(
  reports: ReportStore,
  { scope, student, now }: Extract<ExportOrder, { report: 'student' }>,
): Promise<Table> {
  const rows = countClasses(scope)
  const reasons = (await reports.hasMarkByHand(scope.organisationId, { studentId: student.id })) ? [reason] : []
  async function* batches() {
    for (let offset = 0; offset < rows; offset += sessionsInBatch) {
      const entries = await reports.listHistory(scope, student, { limit: sessionsInBatch, offset }, now)
      yield entries.map((entry) => [
        ...historyCells(entry),
        student.rollNumber,
        nameOf(student),
        ...reasons.map(() => reasonOf(entry)),
      ])
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
      ...reasons,
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

/** The students of one session. */
export async function sheetTable(
  reports: ReportStore,
  { organisationId, session, show, search }: Extract<ExportOrder, { report: 'session-sheet' }>,
): Promise<Table> {
  const reasons = (await reports.hasMarkByHand(organisationId, { sessionId: session.id })) ? [reason] : []
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
        return [...sheetCells(row), email, phoneNumber, ...reasons.map(() => reasonOf(row))]
      })
      after = placeOf(last)
    }
  }
  return {
    name: `Session ${session.number}`,
    columns: [rollNumber, name, joined, column('Presence', 17), ...markColumns, ...contact, ...reasons],
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

/** Why a mark was made by hand, in files that have such marks. It comes last, so that the others keep their places. */
const reason = column('Reason', 30)
const reasonOf = ({ mark }: Pick<HistoryEntry, 'mark'>): Cell => mark?.handReason ?? null

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
