import { IconInfoCircle } from '@tabler/icons-react'
import type { StudentStanding } from '#contract/reports.ts'
import { attendancePercent, goodAttendancePercent } from '#contract/rules.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/texts.ts'
import { DetailList, Fieldset, Meter, Percentage } from '../../ui/index.ts'
import styles from './working.module.css'

/**
 * How one student's percentage is computed, and how many sessions they may miss; with the dashboards' number if it
 * differs.
 */
export function Working({ standing }: { standing: StudentStanding }) {
  const { reports: words } = useTexts()
  const format = useFormat()
  const { counted, attended, percentage, mayMiss, mustAttend } = standing.working
  return (
    <Fieldset legend={words.working} className={styles.set}>
      <div className={styles.columns}>
        <div className={styles.share}>
          {percentage === null ? (
            <p className={styles.none}>{words.noneCounted}</p>
          ) : (
            <>
              <Percentage percent={percentage} line={goodAttendancePercent} size="large" />
              <Meter percent={percentage} line={goodAttendancePercent} className={styles.meter} />
            </>
          )}
        </div>
        <DetailList
          details={[
            { label: words.counted, value: format.number(counted) },
            { label: words.attended, value: format.number(attended) },
            mustAttend > 0
              ? { label: words.mustStillAttend, value: format.number(mustAttend) }
              : { label: words.mayStillMiss, value: percentage === null ? '' : format.number(mayMiss) },
          ]}
        />
      </div>
      <Differences standing={standing} />
    </Fieldset>
  )
}

function Differences({ standing: { total, classes, differences } }: { standing: StudentStanding }) {
  const { reports: words } = useTexts()
  const format = useFormat()
  if (differences.length === 0) return null
  const shown = words.dashboardNumber(
    format.number(total),
    format.number(classes),
    format.percent(attendancePercent(total, classes)),
  )
  return (
    <div className={styles.differences}>
      <IconInfoCircle size={20} stroke={1.9} aria-hidden="true" />
      <div>
        <p>{shown}</p>
        <ul>
          {differences.map((reason) => (
            <li key={reason}>{words.differences[reason]}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}
