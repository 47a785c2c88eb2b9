import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useMatches } from '../../ui/index.ts'
import type { GridColumn } from './use-folded-months.ts'

/** Of a register in px, at the browser's usual size of letters. */
export const sizes = { row: 24, column: 27, head: 67 } as const

export const columnLeft = ({ left }: Pick<GridColumn, 'left'>) =>
  `calc(var(--person) + ${(left * sizes.column) / 16}rem)`
export const rowTop = (row: number) => `${(sizes.head + row * sizes.row) / 16}rem`

/** Of the names and of the numbers: with everything, or so that cells stay beside them. */
const wide = { person: 344, total: 294 } as const
const narrow = { person: 236, total: 88 } as const

/** More people and sessions than that are drawn as they come into view. */
const alwaysDrawn = 60

/** Columns come and go by so many: each time all rows are drawn again. */
const step = 6

/** The first and the last of the columns that are drawn. */
export function drawnColumns(
  inView: readonly { readonly index: number }[],
  columns: number,
): readonly [number, number] {
  const [first, last] = [inView[0]?.index ?? 0, inView.at(-1)?.index ?? -1]
  return [first - (first % step), Math.min(last - (last % step) + step, columns) - 1]
}

/** Which people and sessions of a register are drawn. It opens on the newest session. */
export function useDrawnCells(people: number, shown: readonly GridColumn[]) {
  const scroller = useRef<HTMLDivElement>(null)
  const isWide = useMatches('(min-width: 1001px)')
  // Larger letters of the browser make larger cells.
  const [unit] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16)
  const { person, total } = isWide ? wide : narrow
  const widths = { person: person * unit, total: total * unit }
  const getScrollElement = () => scroller.current
  // Heads, names and numbers stand still, and cover what is below them.
  const rows = useVirtualizer({
    getScrollElement,
    count: people,
    estimateSize: () => sizes.row * unit,
    paddingStart: sizes.head * unit,
    scrollPaddingStart: sizes.head * unit,
    overscan: people <= alwaysDrawn ? people : 8,
  })
  const columns = useVirtualizer({
    getScrollElement,
    horizontal: true,
    count: shown.length,
    estimateSize: (at) => (shown[at]?.fold === 'hidden' ? 0 : sizes.column * unit),
    paddingStart: widths.person,
    paddingEnd: widths.total,
    scrollPaddingStart: widths.person,
    scrollPaddingEnd: widths.total,
    overscan: shown.length <= alwaysDrawn ? shown.length : 3,
  })
  const places = shown.map(({ left }) => left).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: widths change with what is folded
  useLayoutEffect(() => columns.measure(), [places])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens once
  useEffect(() => columns.scrollToIndex(shown.length - 1), [])
  return { scroller, rows, columns, widths }
}
