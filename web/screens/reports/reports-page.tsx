import { Outlet, useSearchParams } from 'react-router'
import { TimeZoneContext } from '../../language/format.ts'
import { useInstituteSettings } from '../../parts/institute-settings/use-institute-settings.ts'
import { latePart } from '../../parts/late-part/late-part.tsx'
import { InstituteBar } from '../../parts/profile/institute-bar.tsx'
import { SignedInPage } from '../../parts/profile/signed-in-page.tsx'
import { useMay } from '../../session/may.ts'
import { Skeleton } from '../../ui/index.ts'
import { periodParameter } from './period.ts'
import styles from './reports-page.module.css'
import { useReportAddress } from './use-report-address.ts'

const FirstCourse = latePart(async () => (await import('./group-choice.tsx')).FirstCourse)

/** /admin/dashboard/{userId}/reports: the frame of each report. */
export function ReportsPage() {
  const settings = useInstituteSettings()
  const [address] = useSearchParams()
  const readsWhole = useMay('readers')
  const { courseId } = useReportAddress()
  // Where a period begins depends on the zone; the whole of time needs none. Only the first try is waited for.
  const isFirstTry = settings.isPending && settings.failureCount === 0 && settings.errorUpdateCount === 0
  const isWaiting = isFirstTry && address.has(periodParameter)
  const waiting = <Skeleton width="100%" height="320px" />
  return (
    <>
      <div className={styles.bar}>
        <InstituteBar />
      </div>
      <SignedInPage banner={null}>
        <TimeZoneContext value={settings.data?.timeZone ?? undefined}>
          {isWaiting ? waiting : readsWhole || courseId ? <Outlet /> : <FirstCourse waiting={waiting} />}
        </TimeZoneContext>
      </SignedInPage>
    </>
  )
}
