import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { reportTexts } from '#contract/report-texts.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { BackLink, PageHeading, TabLinks } from '../../ui/index.ts'
import { GroupChoice } from './group-choice.tsx'
import { PeriodPicker } from './period-picker.tsx'
import { ReportSummary } from './report-summary.tsx'
import styles from './reports-head.module.css'
import { useReportAddress } from './use-report-address.ts'

/** Heading of the two overviews, their period, a line about it, and the links between them. */
export function ReportsHead() {
  const { reports: words } = useTexts()
  const { $id } = useInstitute()
  const { courseId, withPeriod } = useReportAddress()
  const ofReport = useTextsOf('report', reportTexts)
  const hasClasses = useMay('classes')
  return (
    <>
      {hasClasses && <ReportsBackLink to={paths.organisationDashboard($id)}>{words.back}</ReportsBackLink>}
      <div className={styles.head}>
        <div className={styles.title}>
          <PageHeading>{words.title}</PageHeading>
          <GroupChoice />
        </div>
        <PeriodPicker />
      </div>
      <ReportSummary />
      <div className={styles.ways}>
        <TabLinks
          label={words.title}
          links={[
            { to: withPeriod(paths.reports($id)), label: words.views.sessions },
            courseId === undefined
              ? { to: withPeriod(paths.studentsReport($id)), label: words.views.students }
              : { to: paths.courseRegister($id, courseId), label: ofReport.register },
          ]}
        />
      </div>
    </>
  )
}

/** A link to the overview of this report, right above its heading. */
export function ReportsBackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <BackLink to={to} className={styles.back}>
      {children}
    </BackLink>
  )
}
