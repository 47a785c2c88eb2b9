import { Navigate, Outlet, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { reportTexts } from '#contract/report-texts.ts'
import { TimeZoneContext } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useInstituteSettings } from '../../parts/institute-settings/use-institute-settings.ts'
import { InstituteBar } from '../../parts/profile/institute-bar.tsx'
import { SignedInPage } from '../../parts/profile/signed-in-page.tsx'
import { useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { EmptyState, Skeleton } from '../../ui/index.ts'
import { useReadableCourses } from './group-choice.tsx'
import { periodParameter } from './period.ts'
import styles from './reports-page.module.css'
import { groupParameter, useReportAddress } from './use-report-address.ts'

/** /admin/dashboard/{userId}/reports: the frame of each report. */
export function ReportsPage() {
  const settings = useInstituteSettings()
  const [address] = useSearchParams()
  const readsWhole = useMay('readers')
  const { courseId } = useReportAddress()
  // Where a period begins depends on the zone; the whole of time needs none. Only the first try is waited for.
  const isFirstTry = settings.isPending && settings.failureCount === 0 && settings.errorUpdateCount === 0
  const isWaiting = isFirstTry && address.has(periodParameter)
  return (
    <>
      <div className={styles.bar}>
        <InstituteBar />
      </div>
      <SignedInPage banner={null}>
        <TimeZoneContext value={settings.data?.timeZone ?? undefined}>
          {isWaiting ? <Skeleton width="100%" height="320px" /> : readsWhole || courseId ? <Outlet /> : <FirstCourse />}
        </TimeZoneContext>
      </SignedInPage>
    </>
  )
}

/** A teacher who does not read classes begins with the first of the own courses. */
function FirstCourse() {
  const words = useTextsOf('report', reportTexts)
  const { $id } = useInstitute()
  const { data, isPending } = useReadableCourses()
  const [first] = data ?? []
  if (isPending) return <Skeleton width="100%" height="320px" />
  if (!first) return <EmptyState title={words.noCourse}>{words.noCourseHint}</EmptyState>
  return <Navigate to={`${paths.reports($id)}?${new URLSearchParams({ [groupParameter]: first.id })}`} replace />
}
