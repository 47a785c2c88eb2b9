import { IconCheck } from '@tabler/icons-react'
import { attendanceTexts } from '#contract/attendance-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { classNames } from '../../ui/index.ts'
import styles from './latest-marks.module.css'
import type { Presence } from './use-presence.ts'

/** How many rows fit under the board. */
const latestMarksShown = 4

/** The number of present students, and the latest marks as the settings show names, newest first; new ones are highlighted. */
export function LatestMarks({ presence }: { presence: Presence | undefined }) {
  const attendance = useTextsOf(attendanceTexts)
  const format = useFormat()
  return (
    <section className={styles.strip} aria-label={attendance.present}>
      <div className={styles.head}>
        <h2 className={styles.title}>{attendance.present}</h2>
        {presence && (
          <p className={styles.count}>
            {attendance.presentOf(format.number(presence.present), format.number(presence.members))}
          </p>
        )}
      </div>
      {presence === undefined || presence.latest.length === 0 ? (
        // Without names there is a count alone.
        !presence?.present && <p className={styles.empty}>{attendance.latestEmpty}</p>
      ) : (
        <ol className={styles.list}>
          {presence.latest.slice(0, latestMarksShown).map(({ studentId, name, rollNumber, markedAt }) => (
            <li key={studentId} className={classNames(styles.row, presence.fresh.has(studentId) && styles.newest)}>
              <IconCheck size={24} stroke={2.4} aria-hidden="true" />
              <span className={styles.name}>{name}</span>
              {rollNumber !== '' && (
                <span className={styles.details}>
                  <span className={styles.code}>{rollNumber}</span>
                  <time className={styles.time} dateTime={new Date(markedAt).toISOString()}>
                    {format.time(markedAt)}
                  </time>
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
