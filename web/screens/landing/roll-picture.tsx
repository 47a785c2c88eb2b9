import { IconCheck } from '@tabler/icons-react'
import { classNames } from '../../ui/class-names.ts'
import styles from './roll-picture.module.css'
import { sampleRoll } from './sample-data.ts'

/** A page of the roll, with the marker on the line being signed. `from`, `to`: which of its lines. */
export function RollPicture({
  className,
  from = 0,
  to = sampleRoll.length,
}: {
  className?: string | undefined
  from?: number
  to?: number
}) {
  return (
    <div className={classNames(styles.sheet, className)} aria-hidden="true">
      {sampleRoll.slice(from, to).map(({ number, name, rollNumber, state }) => (
        <div key={number} className={classNames(styles.line, state === 'now' && styles.now)}>
          <span className={styles.number}>{number}</span>
          <span className={styles.entry}>
            <span>{name}</span>
            <span className={styles.rollNumber}>{rollNumber}</span>
            <span className={classNames(styles.ring, state !== 'open' && styles.present)}>
              {state !== 'open' && <IconCheck size={14} stroke={3} />}
            </span>
          </span>
        </div>
      ))}
    </div>
  )
}
