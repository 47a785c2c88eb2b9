import { attendancePercent, goodAttendancePercent } from '#contract/rules.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/texts.ts'
import { classNames, Fieldset, Meter, Percentage } from '../../ui/index.ts'
import styles from './attendance-details.module.css'

/** Spec §2: classes, marks and the percentage, which is red below 75 and green otherwise. */
export function AttendanceDetails({ classes, total }: { classes: number; total: number }) {
  const { organisationDetail: words } = useTexts()
  const format = useFormat()
  return (
    <Fieldset legend={words.attendance} className={styles.set}>
      <dl className={styles.figures}>
        <div className={styles.figure}>
          <dt>{words.totalClasses}</dt>
          <dd>{format.number(classes)}</dd>
        </div>
        <div className={styles.figure}>
          <dt>{words.totalAttendance}</dt>
          <dd>{format.number(total)}</dd>
        </div>
        <div className={classNames(styles.figure, styles.percentage)}>
          <dt>{words.percentage}</dt>
          <dd>
            <Share classes={classes} total={total} />
          </dd>
        </div>
      </dl>
    </Fieldset>
  )
}

function Share({ classes, total }: { classes: number; total: number }) {
  const { studentDashboard } = useTexts()
  const format = useFormat()
  if (classes <= 0) return <span className={styles.none}>{studentDashboard.noClasses}</span>
  const percent = attendancePercent(total, classes)
  return (
    <>
      <Percentage percent={percent} line={goodAttendancePercent} size="large" />
      <Meter percent={percent} line={goodAttendancePercent} className={styles.meter} />
      {/* The figure is below the meter's line, at the same distance from the left. */}
      <span className={styles.scale} aria-hidden="true">
        <span style={{ insetInlineStart: `${goodAttendancePercent}%` }}>{format.number(goodAttendancePercent)}</span>
      </span>
    </>
  )
}
