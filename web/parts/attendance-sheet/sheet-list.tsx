import { useEffect, useRef, useState } from 'react'
import type { AttendanceSheet } from '#contract/attendance-sheet.ts'
import { sheetTexts } from '#contract/sheet-texts.ts'
import { pageCount } from '../../kit/page-address.ts'
import { Pager } from '../../kit/pager.tsx'
import { SearchInput } from '../../kit/search-input.tsx'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { Button, Choice, EmptyState, loadModalDialog, OpenOnDemand, Skeleton, TableFrame } from '../../ui/index.ts'
import { useRuling } from '../rulings/use-ruling.tsx'
import styles from './attendance-sheet.module.css'
import byHandStyles from './by-hand.module.css'
import type { Chosen } from './by-hand-modal.tsx'
import { SheetRow } from './sheet-row.tsx'
import { type SheetView, sheetPageSize } from './use-attendance-sheet.ts'

// Fetched when it is first wanted.
const loadByHand = async () => {
  const [{ ByHandModal }] = await Promise.all([import('./by-hand-modal.tsx'), loadModalDialog()])
  return ByHandModal
}

export type SheetListProps = {
  sheet: AttendanceSheet | undefined
  isOver: boolean
  /** Students can still be marked by hand. */
  isHandOpen: boolean
  /** The rows are those of the view before. */
  isOutdated: boolean
  view: SheetView
  onView: (view: SheetView) => void
}

/** The students by a filter and a search, page by page. */
export function SheetList({ sheet, isOver, isHandOpen, isOutdated, view, onView }: SheetListProps) {
  const words = useTextsOf('sheet', sheetTexts)
  const format = useFormat()
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const tools = useRef<HTMLDivElement>(null)
  const filters = useFilters(sheet, isOver)
  const total = sheet?.total
  const lastPage = Math.max(0, pageCount(total ?? 0, sheetPageSize) - 1)
  const isBeyond = sheet !== undefined && !isOutdated && view.page > lastPage
  useEffect(() => {
    // Marks come meanwhile: the last page of those not yet marked may be gone.
    if (isBeyond) onView({ ...view, page: lastPage })
  }, [isBeyond, lastPage, view, onView])
  function chooseNone() {
    setChosen([])
    // The bar goes, and the pressed button with it.
    tools.current?.querySelector('button')?.focus()
  }
  return (
    <section className={styles.list} aria-label={words.list}>
      {isHandOpen && sheet && <p className={styles.hint}>{words.byHand.hint(format.dateTime(sheet.handUntil))}</p>}
      <div ref={tools} className={styles.tools}>
        <Choice
          label={words.show}
          options={filters}
          value={view.filter}
          onChoose={(filter) => onView({ ...view, filter, page: 0 })}
        />
        <Search onSearch={(search) => onView({ ...view, search, page: 0 })} />
      </div>
      <TableFrame>
        {total === 0 ? (
          <NoRows view={view} />
        ) : (
          <>
            <Rows
              sheet={sheet}
              isOver={isOver}
              isOutdated={isOutdated}
              chosen={isHandOpen ? chosen : undefined}
              onChoose={setChosen}
            />
            <Pager
              page={view.page}
              pageSize={sheetPageSize}
              total={total}
              shown={sheet?.rows.length ?? 0}
              busy={isOutdated || sheet === undefined}
              onPageChange={(page) => onView({ ...view, page })}
            />
          </>
        )}
      </TableFrame>
      {isHandOpen && sheet && chosen.length > 0 && (
        <ByHandBar sessionId={sheet.session.id} chosen={chosen} onClear={chooseNone} />
      )}
    </section>
  )
}

type RowsProps = Pick<SheetListProps, 'sheet' | 'isOver' | 'isOutdated'> & {
  /** Undefined where none can be chosen any more. */
  chosen: readonly Chosen[] | undefined
  onChoose: (chosen: readonly Chosen[]) => void
}

function Rows({ sheet, isOver, isOutdated, chosen, onChoose }: RowsProps) {
  const ruling = useRuling()
  const roomFlags = (sheet?.roomFlags ?? []).map(({ flag }) => flag)
  return (
    <>
      <ul className={styles.rows} aria-busy={isOutdated || sheet === undefined}>
        {sheet === undefined
          ? [1, 2, 3, 4, 5, 6].map((row) => (
              <li key={row} className={styles.row}>
                <Skeleton width="160px" />
              </li>
            ))
          : sheet.rows.map((row) => (
              <SheetRow
                key={row.studentId}
                row={row}
                session={sheet.session}
                isOver={isOver}
                roomFlags={roomFlags}
                onDecide={ruling.decide}
                isChosen={chosen?.some(({ studentId }) => studentId === row.studentId)}
                onChoose={(isChosen) => {
                  const others = (chosen ?? []).filter(({ studentId }) => studentId !== row.studentId)
                  onChoose(isChosen ? [...others, row] : others)
                }}
              />
            ))}
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
  const { byHand: words } = useTextsOf('sheet', sheetTexts)
  const format = useFormat()
  // A new one each time it is opened: none shows the refusal of the one before.
  const [opened, setOpened] = useState(0)
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={byHandStyles.bar}>
      <p role="status">{words.chosen(format.number(chosen.length))}</p>
      <Button kind="quiet" onClick={onClear}>
        {words.clear}
      </Button>
      <Button
        kind="primary"
        onClick={() => {
          setOpened((before) => before + 1)
          setOpen(true)
        }}
      >
        {words.action}
      </Button>
      {opened > 0 && (
        <OpenOnDemand
          key={opened}
          load={loadByHand}
          props={{
            open: isOpen,
            sessionId,
            students: chosen,
            onClose: () => setOpen(false),
            onDone: () => {
              setOpen(false)
              onClear()
            },
          }}
        />
      )}
    </div>
  )
}

function NoRows({ view: { search, filter } }: { view: SheetView }) {
  const words = useTextsOf('sheet', sheetTexts)
  const { reports } = useTexts()
  return (
    <div className={styles.empty}>
      {search === '' ? (
        <EmptyState title={filter === 'missing' ? words.allMarked : words.noneMarked} />
      ) : (
        <EmptyState title={reports.noMatch}>{reports.noMatchHint}</EmptyState>
      )}
    </div>
  )
}

/** The filters with how many students each has. A withdrawn mark is a mark. */
function useFilters(sheet: AttendanceSheet | undefined, isOver: boolean) {
  const words = useTextsOf('sheet', sheetTexts)
  const format = useFormat()
  const { members = 0, marked = 0, withdrawn = 0 } = sheet?.counts ?? {}
  const counts = { missing: members - marked - withdrawn, marked: marked + withdrawn, all: members }
  const labels = { ...words.shows, ...(isOver && { missing: words.missingWhenOver }) }
  return (['missing', 'marked', 'all'] as const).map((value) => ({
    value,
    label: labels[value](sheet === undefined ? '' : format.number(counts[value])).trim(),
  }))
}

function Search({ onSearch }: { onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState('')
  const [sent, setSent] = useState('')
  return (
    <SearchInput
      className={styles.search}
      typed={typed}
      onType={setTyped}
      onPause={(search) => {
        if (search === sent) return
        setSent(search)
        onSearch(search)
      }}
    />
  )
}
