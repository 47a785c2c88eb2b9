import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'

/** Of the cells of a register, px. */
export const rowHeight = 44
export const cellWidth = 44
/** Of the names and of the percentages, px. */
const wide = { person: 220, total: 150 } as const
const narrow = { person: 140, total: 104 } as const

/** More people and sessions than that are drawn as they come into view. */
const alwaysDrawn = 60

/** Which people and sessions of a register are drawn. It opens on the newest session. */
export function useDrawnCells(people: number, sessions: number) {
  const scroller = useRef<HTMLDivElement>(null)
  const widths = useMatches('(max-width: 640px)') ? narrow : wide
  const getScrollElement = () => scroller.current
  // Titles, names and percentages stand still, and cover what is below them.
  const rows = useVirtualizer({
    getScrollElement,
    count: people,
    estimateSize: () => rowHeight,
    paddingStart: rowHeight,
    scrollPaddingStart: rowHeight,
    overscan: people <= alwaysDrawn ? people : 8,
  })
  const columns = useVirtualizer({
    getScrollElement,
    horizontal: true,
    count: sessions,
    estimateSize: () => cellWidth,
    paddingStart: widths.person,
    paddingEnd: widths.total,
    scrollPaddingStart: widths.person,
    scrollPaddingEnd: widths.total,
    overscan: sessions <= alwaysDrawn ? sessions : 6,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens once
  useEffect(() => columns.scrollToIndex(sessions - 1), [])
  return { scroller, rows, columns, widths }
}

function useMatches(media: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(media).matches)
  useEffect(() => {
    const query = matchMedia(media)
    const follow = () => setMatches(query.matches)
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [media])
  return matches
}
