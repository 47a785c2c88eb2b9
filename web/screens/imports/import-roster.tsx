import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { importTexts } from '#contract/import-texts.ts'
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
import type { LeftOutFile } from './collect-left-out.ts'
import { ColumnsStep } from './columns-step.tsx'
import { DryRunStep } from './dry-run-step.tsx'
import styles from './imports.module.css'
import { ResultStep } from './result-step.tsx'
import { Steps } from './steps.tsx'
import type { DryRun } from './use-dry-run.ts'
import { useRosterFile } from './use-roster-file.ts'

/** Parameter of the address: the import whose result is shown. */
const importParameter = 'import'

/** /admin/dashboard/{userId}/people/import: a roster from a file, in three steps. */
export function ImportRoster() {
  const words = useTextsOf('import', importTexts)
  const { $id } = useInstitute()
  const organisation = useInstituteProfile()
  const settings = useInstituteSettings()
  const needsPasskey = organisation.data !== undefined && organisation.data.passKey !== true
  if (!useMay('office')) return <Navigate to={paths.organisationDashboard($id)} replace />
  return (
    <>
      <InstituteBar />
      <SignedInPage banner={needsPasskey && <PasskeyBanner category="ORG" />}>
        <BackLink to={paths.roster($id)} className={styles.back}>
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
  const { steps: words } = useTextsOf('import', importTexts)
  const [params, setParams] = useSearchParams()
  const file = useRosterFile()
  const [run, setRun] = useState<DryRun | undefined>()
  const [leftOut, setLeftOut] = useState<{ readonly of: string; readonly file: LeftOutFile } | undefined>()
  const shown = params.get(importParameter)
  const show = (id: string) => setParams({ [importParameter]: id })
  const begin = () => {
    file.choose([])
    setRun(undefined)
    setParams({})
  }
  if (shown !== null) {
    const own = leftOut?.of === shown ? leftOut.file : undefined
    return (
      <div className={styles.wizard}>
        <Steps step="result" words={words} />
        <ResultStep
          key={shown}
          id={shown}
          leftOut={own}
          hasCourses={file.table?.filesNotRead.some((name) => /^(?:classes|section)\.csv$/i.test(name)) === true}
          hasPasskey={hasPasskey}
          onAnother={begin}
        />
      </div>
    )
  }
  return (
    <div className={styles.wizard}>
      <Steps step={run ? 'dry-run' : 'columns'} words={words} />
      {run && file.table ? (
        <DryRunStep
          run={run}
          table={file.table}
          hasPasskey={hasPasskey}
          onPlan={(plan) => setRun({ ...run, plan })}
          onBack={() => setRun(undefined)}
          onApplied={(id, rest) => {
            if (rest) setLeftOut({ of: id, file: rest })
            show(id)
          }}
        />
      ) : (
        <ColumnsStep file={file} onTried={setRun} onShow={show} />
      )}
    </div>
  )
}
