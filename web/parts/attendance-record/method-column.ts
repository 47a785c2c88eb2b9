import type { ReportedMark } from '#contract/reports.ts'
import { useTexts } from '../../language/texts.ts'
import { type Column, nothing } from './register-table.tsx'

/** How a mark was proved. */
export function useMethodColumn(): Column<{ readonly mark: ReportedMark | null }> {
  const { reports: words } = useTexts()
  return {
    key: 'method',
    label: words.columns.method,
    wraps: true,
    isForWide: true,
    cell: ({ mark }) => (mark ? words.methods[mark.method] : nothing),
  }
}
