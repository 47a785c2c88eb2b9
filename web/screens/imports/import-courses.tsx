import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { courseImportTexts } from '#contract/course-import-texts.ts'
import type { CourseImport } from '#contract/course-imports.ts'
import { paths } from '#contract/paths.ts'
import { TimeZoneContext } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useInstituteSettings } from '../../parts/institute-settings/use-institute-settings.ts'
import { PasskeyBanner } from '../../parts/passkey/passkey-banner.tsx'
import { InstituteBar } from '../../parts/profile/institute-bar.tsx'
import { SignedInPage } from '../../parts/profile/signed-in-page.tsx'
import { useMay } from '../../session/may.ts'
import { useInstitute, useInstituteProfile } from '../../session/session.ts'
import { BackLink, PageHeading } from '../../ui/index.ts'
import { CoursePlanStep } from './course-plan-step.tsx'
import { CourseResultStep } from './course-result-step.tsx'
import { FilesStep } from './files-step.tsx'
import styles from './imports.module.css'
import { Steps } from './steps.tsx'
import { useCourseFiles } from './use-course-files.ts'

/** Parameter of the address: the import whose result is shown. */
const importParameter = 'import'

/** /admin/dashboard/{userId}/courses/import: courses, enrolments and teachers from a bundle, in three steps. */
export function ImportCourses() {
  const words = useTextsOf('courseImport', courseImportTexts)
  const { $id } = useInstitute()
  const organisation = useInstituteProfile()
  const settings = useInstituteSettings()
  const needsPasskey = organisation.data !== undefined && organisation.data.passKey !== true
  if (!useMay('office')) return <Navigate to={paths.organisationDashboard($id)} replace />
  return (
    <>
      <InstituteBar />
      <SignedInPage banner={needsPasskey && <PasskeyBanner category="ORG" />}>
        <BackLink to={paths.courses($id)} className={styles.back}>
          {words.back}
        </BackLink>
        <PageHeading>{words.title}</PageHeading>
        <TimeZoneContext value={settings.data?.timeZone ?? undefined}>
          <Wizard hasPasskey={organisation.data !== undefined && !needsPasskey} />
        </TimeZoneContext>
      </SignedInPage>
    </>
  )
}

function Wizard({ hasPasskey }: { hasPasskey: boolean }) {
  const { steps: words } = useTextsOf('courseImport', courseImportTexts)
  const [params, setParams] = useSearchParams()
  const files = useCourseFiles()
  const [plan, setPlan] = useState<CourseImport | undefined>()
  const shown = params.get(importParameter)
  const show = (id: string) => setParams({ [importParameter]: id })
  const begin = () => {
    files.choose([])
    setPlan(undefined)
    setParams({})
  }
  if (shown !== null)
    return (
      <div className={styles.wizard}>
        <Steps step="result" words={words} />
        <CourseResultStep key={shown} id={shown} hasPasskey={hasPasskey} onAnother={begin} />
      </div>
    )
  return (
    <div className={styles.wizard}>
      <Steps step={plan ? 'dry-run' : 'columns'} words={words} />
      {plan ? (
        <CoursePlanStep
          plan={plan}
          hasPasskey={hasPasskey}
          onPlan={setPlan}
          onBack={() => setPlan(undefined)}
          onApplied={show}
        />
      ) : (
        <FilesStep files={files} onTried={setPlan} onShow={show} />
      )}
    </div>
  )
}
