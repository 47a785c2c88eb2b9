import { actingTexts } from '#contract/acting-texts.ts'
import { checkInTexts } from '#contract/check-in-texts.ts'
import type { HistoryEntry, Presence, SheetRow } from '#contract/reports.ts'
import { type NamedRow, nameFrom } from '../../domain/name-people.ts'
import type { ExportOrder } from '../../domain/register/exporter.ts'
import { tellCell } from '../../domain/register/history.ts'
import type { ReportStore } from '../../domain/register/report-stores.ts'
import { countSheetRows, listSheetCells, tellSheetCell } from '../../domain/register/session-sheet.ts'
import type { SheetCell } from '../../domain/register/sheet-stores.ts'
import { countClasses } from '../../domain/register/standing.ts'
import { wayOf } from '../../domain/register/way-of-mark.ts'
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
  { scope, student, people, now }: Extract<ExportOrder, { report: 'student' }>,
): Promise<Table> {
  const rows = countClasses(scope)
  const reasons = (await reports.hasMarkByHand(scope.organisationId, { studentId: student.id })) ? [reason] : []
  const by = whoActed(people)
  async function* batches() {
    for (let offset = 0; offset < rows; offset += sessionsInBatch) {
      const cells = await reports.listHistory(scope, student.id, { limit: sessionsInBatch, offset }, now)
      yield cells.map((cell) => [
        ...historyCells(tellCell(cell, student)),
        student.rollNumber,
        nameOf(student),
        ...reasons.map(() => reasonOf(cell)),
        ...by.cells(cell),
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
      ...by.columns,
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
  wanted: Extract<ExportOrder, { report: 'session-sheet' }>,
): Promise<Table> {
  const { organisationId, session, people } = wanted
  const reasons = (await reports.hasMarkByHand(organisationId, { sessionId: session.id })) ? [reason] : []
  const by = whoActed(people)
  async function* batches() {
    for (let after = beginning; ; ) {
      const cells = await listSheetCells(reports, wanted, { limit: studentsInBatch, after })
      const last = cells.at(-1)
      if (!last) return
      const contacts = await reports.listContacts(
        organisationId,
        cells.map(({ id }) => id),
      )
      yield cells.map((cell) => {
        const { email = null, phoneNumber = null } = contacts.get(cell.id) ?? {}
        const row = sheetCells(tellSheetCell(cell, wanted))
        return [...row, email, phoneNumber, ...reasons.map(() => reasonOf(cell)), ...by.cells(cell)]
      })
      after = placeOf(last)
    }
  }
  return {
    name: `Session ${session.number}`,
    columns: [rollNumber, name, joined, column('Presence', 17), ...markColumns, ...contact, ...reasons, ...by.columns],
    frozenColumns: 2,
    words: wordsOfMarks,
    rows: await countSheetRows(reports, wanted),
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
const reasonOf = ({ mark }: Pick<SheetCell, 'mark'>): Cell => mark?.handReason ?? null

/**
 * Who marked by hand and who decided last, in the files of an institute that has people. What the institute's own login did
 * names no one.
 */
function whoActed(people: readonly NamedRow[]) {
  const columns = people.length > 0 ? [column('Marked by', 30), column('Decided by', 30)] : []
  const nameAt = nameFrom(people)
  const say = (accountId: string | null, at: number): Cell => {
    const person = nameAt(accountId, at)
    return person ? actingTexts.person(person.name, person.title || actingTexts.roles[person.role]) : null
  }
  const cells = ({ mark }: Pick<SheetCell, 'mark'>): Cell[] => {
    if (columns.length === 0 || !mark) return columns.map(() => null)
    return [say(mark.handSigner, mark.markedAt), say(mark.ruledBy, mark.ruling?.decidedAt ?? 0)]
  }
  return { columns, cells }
}

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
