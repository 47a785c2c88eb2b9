import { attendancePercent } from '#contract/attendance-percent.ts'
import { goodAttendancePercent } from '#contract/rules.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Meter } from '../../ui/meter.tsx'
import { Percentage } from '../../ui/percentage.tsx'
import { landingTexts } from './landing-texts.ts'
import styles from './report-picture.module.css'
import { sampleReport } from './sample-data.ts'

/** Attendance of a few students, with the meter and the percentage of the student's own screen. */
export function ReportPicture() {
  const landing = useTextsOf(landingTexts)
  const format = useFormat()
  return (
    <div className={styles.report} aria-hidden="true">
      <div className={styles.head}>
        {landing.reportColumns.map((column) => (
          <span key={column}>{column}</span>
        ))}
      </div>
      {sampleReport.map(({ name, total, classes }) => {
        const percent = attendancePercent(total, classes)
        return (
          <div key={name} className={styles.row}>
            <span className={styles.name}>{name}</span>
            <span className={styles.total}>{landing.presentCount(format.number(total), format.number(classes))}</span>
            <Meter className={styles.meter} percent={percent} line={goodAttendancePercent} />
            <span className={styles.percentage}>
              <Percentage percent={percent} line={goodAttendancePercent} />
            </span>
          </div>
        )
      })}
    </div>
  )
}
