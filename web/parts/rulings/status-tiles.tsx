import type { KeyboardEvent } from 'react'
import { type CellStatus, cellLetters } from '#contract/course-cells.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { useTextsOf } from '../../language/texts.ts'
import { CellMark } from '../courses/cell-mark.tsx'
import styles from './status-tiles.module.css'

type StatusTilesProps = {
  label: string
  statuses: readonly CellStatus[]
  /** What holds now. */
  stands: CellStatus | undefined
  value: CellStatus
  onChoose: (status: CellStatus) => void
  onKeyDown?: (event: KeyboardEvent) => void
}

/** What can be said of a cell, each with its letter. */
export function StatusTiles({ label, statuses, stands, value, onChoose, onKeyDown }: StatusTilesProps) {
  const words = useTextsOf(courseTexts)
  return (
    <div className={styles.tiles} role="radiogroup" aria-label={label} onKeyDown={onKeyDown}>
      {statuses.map((status) => (
        <label key={status} className={styles.tile} data-stands={status === stands}>
          <input
            type="radio"
            name="status"
            value={status}
            checked={status === value}
            onChange={() => onChoose(status)}
          />
          <CellMark letter={cellLetters[status]} />
          <span>{words.statuses[status]}</span>
        </label>
      ))}
    </div>
  )
}
