import type { ReactNode } from 'react'
import type { AttendanceWorking } from '#contract/attendance-standing.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { goodAttendancePercent } from '#contract/rules.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { classNames, Fieldset, Meter, Percentage, Skeleton } from '../../ui/index.ts'
import styles from './attendance-details.module.css'
import { organisationDetailTexts } from './organisation-detail-texts.ts'
import { studentDashboardTexts } from './student-dashboard-texts.ts'

export type AttendanceDetailsProps = {
  /** The percentage, and what it comes from. */
  working: AttendanceWorking
  /** True while a class runs that it leaves out. */
  isClassRunning?: boolean
  /** Where other classes would give another verdict: the sentence that says so. */
  note?: ReactNode
  /** The classes since joining, which stand first; below them no forecast (decision 31). */
  lead?: ReactNode
}

/** Spec §2: classes, marks, the percentage, which is red below 75 and green otherwise, and what it allows. */
export function AttendanceDetails({ working, isClassRunning = false, note, lead }: AttendanceDetailsProps) {
  const words = useTextsOf(organisationDetailTexts)
  const reports = useTextsOf(reportsTexts)
  const format = useFormat()
  return (
    <Fieldset legend={words.attendance} className={styles.set}>
      {lead !== undefined && <div>{lead}</div>}
      <dl className={classNames(styles.figures, lead !== undefined && styles.rows)}>
        <div className={styles.figure}>
          <dt>{words.totalClasses}</dt>
          <dd>{format.number(working.counted)}</dd>
        </div>
        <div className={styles.figure}>
          <dt>{words.totalAttendance}</dt>
          <dd>{format.number(working.attended)}</dd>
        </div>
        <div className={classNames(styles.figure, styles.percentage)}>
          <dt>{words.percentage}</dt>
          <dd>
            <Share working={working} isAlone={lead === undefined} />
          </dd>
        </div>
      </dl>
      {isClassRunning && <p className={styles.note}>{reports.classRunning}</p>}
      {note && <p className={styles.note}>{note}</p>}
    </Fieldset>
  )
}

function Share({ working, isAlone }: Pick<AttendanceDetailsProps, 'working'> & { isAlone: boolean }) {
  const studentDashboard = useTextsOf(studentDashboardTexts)
  const words = useTextsOf(reportsTexts)
  const format = useFormat()
  const { percentage, mayMiss, mustAttend } = working
  if (percentage === null) return <span className={styles.none}>{studentDashboard.noClasses}</span>
  if (!isAlone) return <Percentage percent={percentage} line={goodAttendancePercent} />
  return (
    <>
      <Percentage percent={percentage} line={goodAttendancePercent} size="large" />
      <Meter percent={percentage} line={goodAttendancePercent} className={styles.meter} />
      {/* The figure is below the meter's line, at the same distance from the left. */}
      <span className={styles.scale} aria-hidden="true">
        <span style={{ insetInlineStart: `${goodAttendancePercent}%` }}>{format.number(goodAttendancePercent)}</span>
      </span>
      <span className={styles.room}>
        {mustAttend > 0 ? words.mustStillAttend(mustAttend) : words.mayStillMiss(mayMiss)}
      </span>
    </>
  )
}

/** Holds its place while it is on its way. */
export function AttendanceDetailsSkeleton() {
  const { common } = useTexts()
  const words = useTextsOf(organisationDetailTexts)
  return (
    <div role="status" aria-label={common.loading} className={styles.set}>
      <Fieldset legend={words.attendance} className={styles.waiting}>
        <Skeleton width="280px" height="88px" />
      </Fieldset>
    </div>
  )
}
