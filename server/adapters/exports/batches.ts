import { canonicalRollNumber } from '#contract/text-fields.ts'
import type {
  ReportStore,
  SessionScope,
  StudentFacts,
  StudentOrder,
  StudentSelection,
} from '../../domain/register/report-stores.ts'
import type { RosterPosition } from '../../domain/register/sheet-stores.ts'

/** Rows are read in batches by key: only one batch is in memory. */

export const studentsInBatch = 500
export const sessionsInBatch = 200

/** Batches of the selected students, by roll number. */
export async function* listStudents(
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
export async function* listInOrder(
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

/** Before the first student by roll number. */
export const beginning: RosterPosition = { rollNumber: '', id: '' }
/** Where the batch after this student begins. */
export const placeOf = ({ rollNumber, id }: Pick<StudentFacts, 'rollNumber' | 'id'>): RosterPosition => ({
  rollNumber: canonicalRollNumber(rollNumber),
  id,
})
