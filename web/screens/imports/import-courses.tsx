import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { courseImportTexts } from '#contract/course-import-texts.ts'
import type { CourseImport } from '#contract/course-imports.ts'
import { paths } from '#contract/paths.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useInstitute } from '../../session/session.ts'
import { CoursePlanStep } from './course-plan-step.tsx'
import { CourseResultStep } from './course-result-step.tsx'
import { FilesStep } from './files-step.tsx'
import { ImportPage } from './import-page.tsx'
import styles from './imports.module.css'
import { Steps } from './steps.tsx'
import { useCourseFiles } from './use-course-files.ts'

/** Parameter of the address: the import whose result is shown. */
const importParameter = 'import'

/** /admin/dashboard/{userId}/courses/import: courses, enrolments and teachers from a bundle, in three steps. */
export function ImportCourses() {
  const words = useTextsOf('courseImport', courseImportTexts)
  const { $id } = useInstitute()
  return (
    <ImportPage title={words.title} back={{ label: words.back, to: paths.courses($id) }}>
      <Wizard />
    </ImportPage>
  )
}

function Wizard() {
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
        <CourseResultStep key={shown} id={shown} onAnother={begin} />
      </div>
    )
  return (
    <div className={styles.wizard}>
      <Steps step={plan ? 'dry-run' : 'columns'} words={words} />
      {plan ? (
        <CoursePlanStep plan={plan} onPlan={setPlan} onBack={() => setPlan(undefined)} onApplied={show} />
      ) : (
        <FilesStep files={files} onTried={setPlan} onShow={show} />
      )}
    </div>
  )
}
