import { courseImportTexts } from '#contract/course-import-texts.ts'
import type { CourseImport } from '#contract/course-imports.ts'
import { paths } from '#contract/paths.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useInstitute } from '../../session/session.ts'
import { CoursePlanStep } from './course-plan-step.tsx'
import { CourseResultStep } from './course-result-step.tsx'
import { FilesStep } from './files-step.tsx'
import { useCourseFiles } from './use-course-files.ts'
import { Wizard } from './wizard.tsx'

/** /admin/dashboard/{userId}/courses/import: courses, enrolments and teachers from a bundle. */
export function ImportCourses() {
  const { title, back, steps } = useTextsOf(courseImportTexts)
  const { $id } = useInstitute()
  const files = useCourseFiles()
  return (
    <Wizard<CourseImport>
      title={title}
      back={{ label: back, to: paths.courses($id) }}
      words={steps}
      files={(tried, show) => <FilesStep files={files} onTried={tried} onShow={show} />}
      dryRun={(plan, tried, show) => (
        <CoursePlanStep plan={plan} onPlan={tried} onBack={() => tried(undefined)} onApplied={show} />
      )}
      result={(id, begin) => <CourseResultStep id={id} onAnother={begin} />}
      onBegin={() => files.choose([])}
    />
  )
}
