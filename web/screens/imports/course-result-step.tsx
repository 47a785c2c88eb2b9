import { courseImportTexts } from '#contract/course-import-texts.ts'
import type { CourseImport, CourseImportCounts } from '#contract/course-imports.ts'
import { paths } from '#contract/paths.ts'
import { Read } from '../../kit/read.tsx'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useInstitute } from '../../session/session.ts'
import { Finished } from './finished.tsx'
import styles from './imports.module.css'

type CourseResultStepProps = { id: string; onAnother: () => void }

const acts = [
  ...(['newCourses', 'changedCourses', 'sameCourses', 'goneCourses', 'leftOutCourses'] as const),
  ...(['newEnrolments', 'sameEnrolments', 'goneEnrolments', 'unknownPeople'] as const),
  ...(['newTeachers', 'goneTeachers', 'toInvite'] as const),
]

const didSomething = (counts: CourseImportCounts) =>
  counts.newCourses + counts.changedCourses + counts.goneCourses > 0 ||
  counts.newEnrolments + counts.goneEnrolments + counts.newTeachers + counts.goneTeachers > 0

/** What an import of courses has done, with its undo. */
export function CourseResultStep({ id, onAnother }: CourseResultStepProps) {
  return (
    <Read of={useRead('GET /course-imports/:importId', { importId: id })} height="320px">
      {(done) => <Result done={done} onAnother={onAnother} />}
    </Read>
  )
}

function Result({ done, onAnother }: { done: CourseImport; onAnother: () => void }) {
  const { result: say, plan } = useTextsOf(courseImportTexts)
  const { number } = useFormat()
  const { $id } = useInstitute()
  const { counts } = done
  return (
    <Finished
      title={didSomething(counts) ? say.done : say.nothing}
      done={done}
      details={acts
        .filter((count) => counts[count] > 0)
        .map((count) => ({ label: say.list[count], value: number(counts[count]) }))}
      name="POST /course-imports/:importId/undo"
      say={({ undone, kept, ownKept }) =>
        kept === 0
          ? say.undoneAll(number(undone))
          : [say.undoneKept(number(undone), number(kept)), ...(ownKept ? [say.undoneOwn] : [])].join(' ')
      }
      back={{ label: say.toCourses, to: paths.courses($id) }}
      another={say.another}
      onAnother={onAnother}
    >
      {done.ownLeftOut && <p className={styles.quiet}>{plan.ownLeftOut}</p>}
      {done.state === 'applied' && <p className={styles.quiet}>{say.undoHint}</p>}
    </Finished>
  )
}
