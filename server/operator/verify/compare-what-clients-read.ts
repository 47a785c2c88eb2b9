import { countedOf } from '../../domain/views/student-view.ts'
import { selectMemberships, toMembership } from '../../storage/stores/membership-store.ts'
import type { Finding, OpenedDatabase } from './check-invariant.ts'
import { readRows } from './read-in-batches.ts'

/**
 * Reads the attendance of each member as the documents of students are read: a student with a mark has an entry, also where the
 * mark was withdrawn, and each entry has the total that is kept.
 */
export async function compareWhatClientsRead({ db }: OpenedDatabase): Promise<Finding> {
  const query = selectMemberships(db).select(({ exists, selectFrom }) =>
    exists(
      selectFrom('marks')
        .select('marks.student_id')
        .whereRef('marks.student_id', '=', 'memberships.student_id')
        .whereRef('marks.organisation_id', '=', 'memberships.organisation_id')
        // Marks of courses stand in no document.
        .where('marks.begun_at', 'is', null),
    ).as('has_mark'),
  )
  const wrong: string[] = []
  let rows = 0
  await readRows(query, ['organisation_id', 'student_id'], (row) => {
    rows += 1
    const shown = countedOf([toMembership(row)])[row.organisation_id]?.total
    // PostgreSQL returns true, SQLite 1.
    if (shown === row.total || (shown === undefined && row.total === 0 && !row.has_mark)) return
    wrong.push(
      `organisation_id ${row.organisation_id}, student_id ${row.student_id}: clients read ${shown ?? 'no entry'}`,
    )
  })
  return { rule: 'What clients read of a student’s attendance is the total', rows, wrong }
}
