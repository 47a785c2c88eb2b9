import type { ReactNode } from 'react'
import type { HistoryEntry } from '#contract/reports.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { usePresenceColumn } from './mark-columns.tsx'
import { type Column, nothing } from './register-table.tsx'

/**
 * The sessions of one student: when, whether present, and at what time. `nameOf`: the session's name, possibly as a
 * link. `last`: a further column for the
 * viewer.
 */
export function useHistoryColumns(
  nameOf: (entry: HistoryEntry, name: string) => ReactNode,
  last?: Column<HistoryEntry>,
): readonly Column<HistoryEntry>[] {
  const words = useTextsOf(reportsTexts)
  const format = useFormat()
  const presence = usePresenceColumn()
  return [
    {
      key: 'session',
      label: words.columns.session,
      isMain: true,
      cell: (entry) => nameOf(entry, words.session(format.number(entry.number))),
    },
    {
      key: 'started',
      label: words.columns.started,
      isPlain: true,
      cell: (entry) => format.dateTime(entry.startedAt),
    },
    presence,
    {
      key: 'marked',
      label: words.columns.marked,
      // On a phone the second line has room for this or for a further column.
      ...(last && !last.isForWide && { isForWide: true }),
      cell: ({ mark }) => (mark ? format.time(mark.markedAt) : nothing),
    },
    ...(last ? [last] : []),
  ]
}
