import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { courseImportTexts } from '#contract/course-import-texts.ts'
import type { CourseImportCounts } from '#contract/course-imports.ts'
import { paths } from '#contract/paths.ts'
import { readCourseImport, undoCourseImport } from '../../client/course-import-calls.ts'
import { messageOf } from '../../client/request-error.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { useInstitute } from '../../session/session.ts'
import { Button, buttonClass, DetailList, ErrorState, Skeleton } from '../../ui/index.ts'
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
  const texts = useTexts()
  const { result: say, plan } = useTextsOf('courseImport', courseImportTexts)
  const { number } = useFormat()
  const { $id } = useInstitute()
  const done = useQuery({ queryKey: ['course-imports', id], queryFn: () => readCourseImport(id) })
  const error = useKeptError(done)
  if (done.data === undefined) {
    if (!error) return <Skeleton width="100%" height="320px" />
    return <ErrorState message={messageOf(error, texts)} busy={done.isFetching} onRetry={() => void done.refetch()} />
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
          undo={() => undoCourseImport(id)}
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
