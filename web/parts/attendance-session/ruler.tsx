import { classNames } from '../../ui/index.ts'
import { rulerCells } from './countdown.ts'
import styles from './ruler.module.css'

type RulerProps = {
  /** Ms. */
  remaining: number
  /** How long the session lasts, ms; without it as long as a class. */
  length?: number
  className?: string | undefined
}

/** What is left of a session, as sixty cells: of an hour one for each minute. */
export function Ruler({ remaining, length, className }: RulerProps) {
  return (
    <div className={classNames(styles.ruler, className)} aria-hidden="true">
      {rulerCells(remaining, length).map((cell, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place of the ruler never moves
        <span key={place} className={styles[cell]} />
      ))}
    </div>
  )
}
