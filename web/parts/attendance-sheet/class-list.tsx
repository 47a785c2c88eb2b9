import { useRef, useState } from 'react'
import type { AttendanceSheet } from '#contract/attendance-sheet.ts'
import { reportTexts } from '#contract/report-texts.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { sheetPageSize } from '#contract/rules.ts'
import { Listing, type ListingProps } from '../../kit/listing.tsx'
import { useListAddress } from '../../kit/use-list-address.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useMay } from '../../session/may.ts'
import { Button, TableFrame } from '../../ui/index.ts'
import { RollMark } from '../courses/roll-row.tsx'
import { rulingTexts } from '../rulings/ruling-texts.ts'
import { useRuling } from '../rulings/use-ruling.tsx'
import styles from './attendance-sheet.module.css'
import byHandStyles from './by-hand.module.css'
import { ByHandButton, isAmong, toggle } from './by-hand-button.tsx'
import type { Chosen } from './by-hand-modal.tsx'
import { SheetList } from './sheet-list.tsx'
import { flagsOf, SheetHeads, SheetRow, statuses } from './sheet-row.tsx'
import { sheetTexts } from './sheet-texts.ts'
import type { SheetView } from './use-attendance-sheet.ts'

type ClassListProps = {
  sheet: AttendanceSheet
  isOver: boolean
  /** Students can still be marked by hand. */
  isHandOpen: boolean
  /** Where it is read. */
  of: ListingProps['of']
  view: SheetView
}

/** The students by a filter and a search, page by page. */
export function ClassList({ sheet, isOver, isHandOpen, of, view: { filter, search } }: ClassListProps) {
  const words = useTextsOf(sheetTexts)
  const reports = useTextsOf(reportTexts)
  const format = useFormat()
  const { change } = useListAddress()
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const tools = useRef<HTMLDivElement>(null)
  const filters = useFilters(sheet, isOver)
  function chooseNone() {
    setChosen([])
    // The bar goes, and the pressed button with it.
    tools.current?.querySelector('button')?.focus()
  }
  return (
    <SheetList
      tools={tools}
      filters={filters}
      filter={filter}
      onFilter={(one) => change({ show: one === 'missing' ? null : one })}
    >
      {isHandOpen && <p className={styles.hint}>{words.byHand.hint(format.dateTime(sheet.handUntil))}</p>}
      <Listing
        of={of}
        total={sheet.total}
        pageSize={sheetPageSize}
        shown={sheet.rows.length}
        empty={
          search === ''
            ? { title: filter === 'missing' ? words.allMarked : words.noneMarked }
            : { title: reports.noMatch, hint: reports.noMatchHint }
        }
      >
        {(foot) => (
          <TableFrame>
            <Rows
              sheet={sheet}
              isOver={isOver}
              isOutdated={of.isPlaceholderData}
              chosen={isHandOpen ? chosen : undefined}
              onChoose={setChosen}
            />
            {foot}
          </TableFrame>
        )}
      </Listing>
      {isHandOpen && chosen.length > 0 && (
        <ByHandBar sessionId={sheet.session.id} chosen={chosen} onClear={chooseNone} />
      )}
    </SheetList>
  )
}

type Row = AttendanceSheet['rows'][number]
type RowsProps = Pick<ClassListProps, 'sheet' | 'isOver'> & {
  /** The rows are those of the view before. */
  isOutdated: boolean
  /** Undefined where none can be chosen any more. */
  chosen: readonly Chosen[] | undefined
  onChoose: (chosen: readonly Chosen[]) => void
}

function Rows({ sheet, isOver, isOutdated, chosen, onChoose }: RowsProps) {
  const { decision } = useTextsOf(rulingTexts)
  const words = useTextsOf(sheetTexts)
  const reports = useTextsOf(reportsTexts)
  const { number, dateTime } = useFormat()
  const ruling = useRuling(sheet.rows)
  const rules = useMay('teaching')
  const corrects = useMay('office')
  function actOn({ personId, name, rollNumber, mark }: Row, { id, startedAt, ...session }: AttendanceSheet['session']) {
    if (mark ? !rules : !isOver || chosen || !corrects) return false
    const title = `${reports.session(number(session.number))}, ${dateTime(mark?.markedAt ?? startedAt)}`
    return {
      label: mark ? decision.decide : decision.wasThere,
      name: (mark ? decision.decideNamed : decision.wasThereNamed)(name),
      onPress: () => ruling.decide({ sessionId: id, personId, name, rollNumber, session: title }),
    }
  }
  return (
    <>
      <SheetHeads />
      <ul className={styles.rows} aria-busy={isOutdated}>
        {sheet.rows.map((row) => {
          const { studentId, name, rollNumber, mark, isDisputed, passkey } = row
          const presence = mark === null ? (isOver ? 'absent' : 'running') : mark.isWithdrawn ? 'withdrawn' : 'present'
          return (
            <SheetRow
              key={studentId}
              {...{ name, rollNumber, mark, isDisputed }}
              status={statuses[presence]}
              says={reports.presences[presence]}
              flags={flagsOf(mark, sheet.roomFlags)}
              notes={passkey && chosen ? [words.refusedPasskeys[passkey]] : []}
              {...(!mark &&
                chosen && { isChosen: isAmong(chosen, studentId), onChoose: () => onChoose(toggle(chosen, row)) })}
              act={actOn(row, sheet.session)}
              decision={ruling.at(row)}
            />
          )
        })}
      </ul>
      {ruling.dialog}
    </>
  )
}

/** How many are chosen, also on other pages, and what can be done with them. */
function ByHandBar({
  sessionId,
  chosen,
  onClear,
}: {
  sessionId: string
  chosen: readonly Chosen[]
  onClear: () => void
}) {
  const { byHand: words } = useTextsOf(sheetTexts)
  return (
    <div className={byHandStyles.bar}>
      <p role="status">{words.chosen(chosen.length)}</p>
      <Button kind="quiet" onClick={onClear}>
        {words.clear}
      </Button>
      <ByHandButton sessionId={sessionId} chosen={chosen} onDone={onClear}>
        {words.action}
      </ByHandButton>
    </div>
  )
}

/** The filters with how many students each has. A withdrawn mark is a mark. */
function useFilters({ counts }: AttendanceSheet, isOver: boolean) {
  const words = useTextsOf(sheetTexts)
  const format = useFormat()
  const { members, marked, withdrawn } = counts
  const found = { missing: members - marked - withdrawn, marked: marked + withdrawn, all: members }
  const labels = { ...words.shows, ...(isOver && { missing: words.missingWhenOver }) }
  const signs = { missing: <RollMark status={isOver ? 'absent' : null} />, marked: <RollMark status="present" /> }
  return (['missing', 'marked', 'all'] as const).map((value) => ({
    value,
    ...(value !== 'all' && { icon: signs[value] }),
    label: labels[value](format.number(found[value])),
  }))
}
