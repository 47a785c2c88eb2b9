import type { Presence, ReportedMark } from '#contract/reports.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { useTextsOf } from '../../language/texts.ts'
import { PresenceSign } from './presence-sign.tsx'
import { type Column, nothing } from './register-table.tsx'

/** Whether a student was there, as the lists of sessions and of students say it. */
export function usePresenceColumn(): Column<{ readonly presence: Presence; readonly mark: ReportedMark | null }> {
  const words = useTextsOf(reportsTexts)
  return {
    key: 'presence',
    label: words.columns.presence,
    isVerdict: true,
    cell: ({ presence, mark }) => (
      <PresenceSign
        presence={presence}
        isFlagged={Boolean(mark?.flaggedAt)}
        ruling={mark?.ruling}
        handReason={mark?.handReason}
      />
    ),
  }
}

/** How a mark was proved. */
export function useMethodColumn(): Column<{ readonly mark: ReportedMark | null }> {
  const words = useTextsOf(reportsTexts)
  return {
    key: 'method',
    label: words.columns.method,
    wraps: true,
    isForWide: true,
    cell: ({ mark }) => (mark ? words.methods[mark.method] : nothing),
  }
}
