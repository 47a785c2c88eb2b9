import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { Form } from '../forms/form.tsx'
import { useFormat } from '../language/format.ts'
import { useTextsOf } from '../language/texts.ts'
import { IconButton, Skeleton, typeAsciiDigits, VisuallyHidden } from '../ui/index.ts'
import { pageCount } from './page-address.ts'
import styles from './pager.module.css'
import { pagerTexts } from './pager-texts.ts'

export type PagerProps = {
  /** From 0. */
  page: number
  pageSize: number
  /** All rows; undefined while the number is unknown. */
  total: number | undefined
  /** Rows of this page. */
  shown: number
  /** Another page is loading. */
  busy: boolean
  onPageChange: (page: number) => void
}

/** Shows which rows are visible, with buttons for the next pages and a field for any page. */
export function Pager({ page, pageSize, total, shown, busy, onPageChange }: PagerProps) {
  const words = useTextsOf(pagerTexts)
  const format = useFormat()
  const first = page * pageSize
  const isFirst = page === 0
  const pages = total === undefined ? 1 : pageCount(total, pageSize)
  const isLast = page + 1 >= pages
  return (
    <div className={styles.pager}>
      <p className={styles.size}>
        <span>{words.rowsPerPage}</span> <b>{format.number(pageSize)}</b>
      </p>
      <p role="status">
        {total === undefined ? (
          <Skeleton width="90px" />
        ) : (
          words.range(format.number(first + 1), format.number(first + shown), format.number(total))
        )}
      </p>
      <Step label={words.previousPage} off={isFirst || busy} onStep={() => onPageChange(page - 1)}>
        <IconChevronLeft size={20} stroke={1.9} aria-hidden="true" />
      </Step>
      {pages > 2 && <PageNumber page={page} pages={pages} busy={busy} onPageChange={onPageChange} />}
      <Step label={words.nextPage} off={isLast || busy} onStep={() => onPageChange(page + 1)}>
        <IconChevronRight size={20} stroke={1.9} aria-hidden="true" />
      </Step>
    </div>
  )
}

type PageNumberProps = Pick<PagerProps, 'page' | 'busy' | 'onPageChange'> & { pages: number }

/** Takes the number of a page; one beyond the last leads to the last. */
function PageNumber({ page, pages, busy, onPageChange }: PageNumberProps) {
  const words = useTextsOf(pagerTexts)
  const format = useFormat()
  const id = useId()
  const [{ typed, of }, setState] = useState({ typed: String(page + 1), of: page })
  const setTyped = (text: string) => setState({ typed: text, of: page })
  // What was typed goes with the page.
  if (of !== page) setTyped(String(page + 1))
  const go = () => {
    const wanted = Math.min(pages, Math.max(1, Number.parseInt(typed, 10)))
    if (Number.isNaN(wanted) || wanted === page + 1) setTyped(String(page + 1))
    else if (!busy) onPageChange(wanted - 1)
  }
  return (
    <Form
      className={styles.number}
      onSubmit={() => {
        go()
      }}
    >
      <label htmlFor={id}>
        <VisuallyHidden>{words.pageNumber}</VisuallyHidden>
      </label>
      <input
        id={id}
        className={styles.field}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        size={4}
        maxLength={7}
        value={typed}
        {...typeAsciiDigits(setTyped)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setTyped(String(page + 1))}
      />
      <span>{words.ofPages(format.number(pages))}</span>
    </Form>
  )
}

// Not `disabled`: a keyboard user would lose the focus at the last page.
function Step({
  label,
  off,
  onStep,
  children,
}: {
  label: string
  off: boolean
  onStep: () => void
  children: ReactNode
}) {
  return (
    <IconButton
      kind="secondary"
      label={label}
      icon={children}
      aria-disabled={off || undefined}
      onClick={() => {
        if (!off) onStep()
      }}
    />
  )
}
