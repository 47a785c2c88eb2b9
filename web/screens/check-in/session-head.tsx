import { IconClock } from '@tabler/icons-react'
import type { AttendanceWorking } from '#contract/attendance-standing.ts'
import { checkInTexts } from '#contract/check-in-texts.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { goodAttendancePercent } from '#contract/rules.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { studentDashboardTexts } from '../../parts/attendance-record/student-dashboard-texts.ts'
import { Initials } from '../../ui/initials.tsx'
import { Meter } from '../../ui/meter.tsx'
import { Percentage } from '../../ui/percentage.tsx'
import type { Offer } from './begin.ts'
import styles from './check-in.module.css'

export type SessionHeadProps = {
  session: Offer['session']
  /** With the page's heading and the times. */
  isHeading?: boolean
}

/** Where one checks in: institute, session and times. */
export function SessionHead({ session, isHeading = false }: SessionHeadProps) {
  const words = useTextsOf(checkInTexts)
  const format = useFormat()
  const { organisationName: name, course, startsAt, endsAt } = session
  return (
    <section className={styles.head}>
      <div className={styles.institute}>
        <Initials name={name} of="institute" />
        <p>
          <span lang={nameLanguage(name)}>{name}</span>
          {course && <span lang={nameLanguage(course.title)}>{isHeading ? course.code : course.title}</span>}
          <b>{words.session(format.number(session.number))}</b>
        </p>
      </div>
      {isHeading && (
        <>
          <h1 className={styles.title}>{words.checkInTo(course?.title ?? name)}</h1>
          <p className={styles.fact}>
            <IconClock size={20} stroke={1.9} aria-hidden="true" />
            <span>{words.times(format.day(startsAt), format.time(startsAt), format.time(endsAt))}</span>
          </p>
        </>
      )}
    </section>
  )
}

/** How the student stands before this session counts: it is not yet missed (decision 31). */
export function StudentSoFar({ working }: { working: AttendanceWorking }) {
  const reports = useTextsOf(reportsTexts)
  const studentDashboard = useTextsOf(studentDashboardTexts)
  const words = useTextsOf(checkInTexts)
  const format = useFormat()
  const { attended, counted, percentage } = working
  return (
    <section className={styles.soFar}>
      <p className={styles.line}>
        <span>{words.soFar}</span>
        <b>
          {counted === 0
            ? studentDashboard.noClasses
            : words.attendedOf(format.number(attended), format.number(counted))}
        </b>
      </p>
      {percentage !== null && (
        <div className={styles.share}>
          <Meter percent={percentage} line={goodAttendancePercent} height={10} className={styles.meter} />
          <Percentage percent={percentage} line={goodAttendancePercent} />
        </div>
      )}
      <p className={styles.quiet}>{reports.classRunning}</p>
    </section>
  )
}
