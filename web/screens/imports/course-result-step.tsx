import { Link } from 'react-router'
import { courseImportTexts } from '#contract/course-import-texts.ts'
import type { CourseImportCounts } from '#contract/course-imports.ts'
import { paths } from '#contract/paths.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { QueryError } from '../../kit/query-error.tsx'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useInstitute } from '../../session/session.ts'
import { Button, buttonClass, DetailList, Skeleton } from '../../ui/index.ts'
import styles from './imports.module.css'
import { DoneBoard, UndoButton } from './undo.tsx'

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
  const { result: say, plan } = useTextsOf('courseImport', courseImportTexts)
  const { number } = useFormat()
  const { $id } = useInstitute()
  const done = useRead('GET /course-imports/:importId', { importId: id })
  const error = useKeptError(done)
  if (done.data === undefined) {
    if (!error) return <Skeleton width="100%" height="320px" />
    return <QueryError error={error} of={done} />
  }
  const { counts } = done.data
  return (
    <>
      <DoneBoard title={didSomething(counts) ? say.done : say.nothing} done={done.data} />
      <DetailList
        details={acts
          .filter((count) => counts[count] > 0)
          .map((count) => ({ label: say.list[count], value: number(counts[count]) }))}
      />
      {done.data.ownLeftOut && <p className={styles.quiet}>{plan.ownLeftOut}</p>}
      {done.data.state === 'applied' && <p className={styles.quiet}>{say.undoHint}</p>}
      <div className={styles.actions}>
        <UndoButton
          done={done.data}
          name="POST /course-imports/:importId/undo"
          id={id}
          say={({ undone, kept, ownKept }) =>
            kept === 0
              ? say.undoneAll(number(undone))
              : [say.undoneKept(number(undone), number(kept)), ...(ownKept ? [say.undoneOwn] : [])].join(' ')
          }
        />
        <span className={styles.after}>
          <Button onClick={onAnother}>{say.another}</Button>
          <Link className={buttonClass('secondary')} to={paths.courses($id)}>
            {say.toCourses}
          </Link>
        </span>
      </div>
    </>
  )
}
