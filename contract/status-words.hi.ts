import type { CellStatus } from './course-cells.ts'

/** statusWords of contract/status-words.ts in Hindi. */
export const hindiStatusWords = {
  present: 'उपस्थित',
  late: 'देर से',
  'left-early': 'जल्दी गया',
  excused: 'छूट',
  absent: 'अनुपस्थित',
} satisfies Record<CellStatus, string>
