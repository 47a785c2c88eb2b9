import { IconDownload } from '@tabler/icons-react'
import { Link } from 'react-router'
import { importTexts } from '#contract/import-texts.ts'
import type { ImportPlan } from '#contract/imports.ts'
import { paths } from '#contract/paths.ts'
import { saveDownload } from '../../client/download-report.ts'
import { Read } from '../../kit/read.tsx'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useInstitute } from '../../session/session.ts'
import { Button, buttonClass, DetailList } from '../../ui/index.ts'
import type { LeftOutFile } from './collect-left-out.ts'
import styles from './imports.module.css'
import { PlanLines } from './plan-lines.tsx'
import { DoneBoard, UndoButton } from './undo.tsx'

type ResultStepProps = {
  id: string
  /** Of the import that was just applied. */
  leftOut: LeftOutFile | undefined
  /** The bundle that was just imported has courses, too. */
  hasCourses: boolean
  onAnother: () => void
}

/** What an import has done, with its undo. */
export function ResultStep({ id, ...rest }: ResultStepProps) {
  const done = useRead('GET /imports/:importId', { importId: id })
  return (
    <Read of={done} height="320px">
      {(plan) => <Result plan={plan} {...rest} />}
    </Read>
  )
}

type ResultProps = Omit<ResultStepProps, 'id'> & { plan: ImportPlan }

function Result({ plan, leftOut, hasCourses, onAnother }: ResultProps) {
  const { result: say } = useTextsOf('import', importTexts)
  const { number } = useFormat()
  const { $id } = useInstitute()
  return (
    <>
      <DoneImport plan={plan} />
      <Facts plan={plan} leftOut={leftOut} />
      {hasCourses && plan.state === 'applied' && (
        <p>
          <span>{say.hasCourses}</span> <Link to={paths.importCourses($id)}>{say.toCourses}</Link>
        </p>
      )}
      {plan.counts.changed > 0 && (
        <>
          <h2 className={styles.subtitle}>{say.whatChanged}</h2>
          <PlanLines plan={plan} part="changed" />
        </>
      )}
      <div className={styles.actions}>
        <UndoButton
          done={plan}
          name="POST /imports/:importId/undo"
          id={plan.id}
          say={({ undone, kept }) =>
            kept === 0 ? say.undoneAll(number(undone)) : say.undoneKept(number(undone), number(kept))
          }
        />
        <span className={styles.after}>
          <Button onClick={onAnother}>{say.another}</Button>
          <Link className={buttonClass('secondary')} to={paths.roster($id)}>
            {say.done}
          </Link>
        </span>
      </div>
    </>
  )
}

function DoneImport({ plan }: { plan: ImportPlan }) {
  const { counts } = plan
  const { result: say } = useTextsOf('import', importTexts)
  const { number } = useFormat()
  const imported = counts.new + counts.changed
  const title = imported === 1 ? say.importedOne : say.imported(number(imported))
  return <DoneBoard title={imported === 0 ? say.nothing : title} done={plan} />
}

function Facts({ plan: { counts }, leftOut }: { plan: ImportPlan; leftOut: LeftOutFile | undefined }) {
  const { result: say, plan } = useTextsOf('import', importTexts)
  const { number } = useFormat()
  const left = leftOut?.count ?? counts.problems
  return (
    <>
      <DetailList
        details={[
          { label: say.list.new, value: number(counts.new) },
          { label: say.list.changed, value: number(counts.changed) },
          { label: say.list.same, value: number(counts.same) },
          ...(counts.gone > 0 ? [{ label: say.list.gone, value: number(counts.gone) }] : []),
          ...(left > 0 ? [{ label: say.list.leftOut, value: number(left) }] : []),
        ]}
      />
      {leftOut && (
        <Button
          className={styles.more}
          icon={<IconDownload size={20} stroke={1.9} aria-hidden="true" />}
          onClick={() => saveDownload(leftOut)}
        >
          {plan.leftOutFile}
        </Button>
      )}
    </>
  )
}
