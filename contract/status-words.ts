import type { CellStatus } from './course-cells.ts'

/** What holds in a cell, in words, for every group of sentences that says it. */
export const statusWords = {
  present: 'Present',
  late: 'Late',
  'left-early': 'Left early',
  excused: 'Excused',
  absent: 'Absent',
} as const satisfies Record<CellStatus, string>
