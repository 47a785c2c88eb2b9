import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { importTexts } from '#contract/import-texts.ts'
import { paths } from '#contract/paths.ts'
import { hasClasses } from '#roster-files/bundle-courses.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useInstitute } from '../../session/session.ts'
import type { LeftOutFile } from './collect-left-out.ts'
import { ColumnsStep } from './columns-step.tsx'
import { DryRunStep } from './dry-run-step.tsx'
import { ImportPage } from './import-page.tsx'
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
  return (
    <ImportPage title={words.title} back={{ label: words.back, to: paths.roster($id) }}>
      <Wizard />
    </ImportPage>
  )
}

function Wizard() {
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
          hasCourses={file.table?.filesNotRead.some(hasClasses) === true}
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
