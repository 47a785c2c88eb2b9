import { IconCheck } from '@tabler/icons-react'
import { useTexts } from '../../language/texts.ts'
import { classNames } from '../../ui/index.ts'
import styles from './latest-marks.module.css'

/** A mark made on this screen. */
export type LatestMark = { readonly key: number; readonly name: string; readonly rollNumber: string }

/** How many rows fit under the board. */
export const latestMarksShown = 4

/** The latest marks of this screen, newest first; the marker lies on the one just made. */
export function LatestMarks({ marks, newest }: { marks: readonly LatestMark[]; newest: number | undefined }) {
  const { attendance } = useTexts()
  return (
    <section className={styles.strip} aria-label={attendance.latest}>
      <h2 className={styles.title}>{attendance.latest}</h2>
      {marks.length === 0 ? (
        <p className={styles.empty}>{attendance.latestEmpty}</p>
      ) : (
        <ol className={styles.list}>
          {marks.map((mark) => (
            <li key={mark.key} className={classNames(styles.row, mark.key === newest && styles.newest)}>
              <IconCheck size={24} stroke={2.4} aria-hidden="true" />
              <span className={styles.name}>{mark.name}</span>
              <span className={styles.code}>{mark.rollNumber}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
