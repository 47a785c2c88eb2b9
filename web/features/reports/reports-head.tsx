import { IconChevronLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useAccount } from '../../app/session.ts'
import { useTexts } from '../../language/texts.ts'
import { PageHeading, TabLinks } from '../../ui/index.ts'
import { PeriodPicker } from './period-picker.tsx'
import styles from './reports-head.module.css'
import { useReportAddress } from './use-report-address.ts'

/** Heading of the two overviews, the way between them, and their period. */
export function ReportsHead() {
  const { reports: words } = useTexts()
  const { $id } = useAccount()
  const { withPeriod } = useReportAddress()
  return (
    <>
      <BackLink to={paths.organisationDashboard($id)}>{words.back}</BackLink>
      <div className={styles.head}>
        <PageHeading>{words.title}</PageHeading>
        <PeriodPicker />
      </div>
      <div className={styles.ways}>
        <TabLinks
          label={words.title}
          links={[
            { to: withPeriod(paths.reports($id)), label: words.views.sessions },
            { to: withPeriod(paths.studentsReport($id)), label: words.views.students },
          ]}
        />
      </div>
    </>
  )
}

/** The way to where this page belongs. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={styles.back} to={to}>
      <IconChevronLeft size={18} stroke={1.9} aria-hidden="true" />
      {children}
    </Link>
  )
}
