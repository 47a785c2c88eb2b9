import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { reportTexts } from '#contract/report-texts.ts'
import { useTextsOf } from '../../language/texts.ts'
import { latePart } from '../../parts/late-part/late-part.tsx'
import { useHasPeople, useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { BackLink, PageHeading, Row, Skeleton, Stack, TabLinks } from '../../ui/index.ts'
import { PeriodPicker } from './period-picker.tsx'
import { ReportSummary } from './report-summary.tsx'
import styles from './reports-head.module.css'
import { useReportAddress } from './use-report-address.ts'

/** Institutes without people load nothing of it. */
const GroupChoice = latePart(async () => (await import('./group-choice.tsx')).GroupChoice)

/** Heading of the two overviews, their period, a line about it, and the links between them. */
export function ReportsHead() {
  const words = useTextsOf(reportTexts)
  const { $id } = useInstitute()
  const { courseId, withPeriod } = useReportAddress()
  const hasClasses = useMay('classes')
  const hasPeople = useHasPeople()
  // Who came by the address of a course reads which one it is.
  const mayHaveCourses = useMay('courses') && (hasPeople || courseId !== undefined)
  return (
    <>
      {hasClasses && <ReportsBackLink to={paths.organisationDashboard($id)}>{words.back}</ReportsBackLink>}
      <Row apart>
        <Stack gap={12}>
          <PageHeading>{words.title}</PageHeading>
          {mayHaveCourses && <GroupChoice waiting={<Skeleton width="220px" height="70px" />} />}
        </Stack>
        <PeriodPicker />
      </Row>
      <ReportSummary />
      <div className={styles.ways}>
        <TabLinks
          label={words.title}
          links={[
            { to: withPeriod(paths.reports($id)), label: words.views.sessions },
            ...(courseId ? [] : [{ to: withPeriod(paths.studentsReport($id)), label: words.views.students }]),
            ...(mayHaveCourses ? [{ to: paths.courseRegister($id, courseId ?? $id), label: words.register }] : []),
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
