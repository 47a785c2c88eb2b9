import { IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { importTexts } from '#contract/import-texts.ts'
import type { ImportPlan } from '#contract/imports.ts'
import { paths } from '#contract/paths.ts'
import { rosterTexts } from '#contract/roster-texts.ts'
import { saveDownload } from '../../client/download-report.ts'
import { Read } from '../../kit/read.tsx'
import { useAct } from '../../kit/use-act.ts'
import { useChosen } from '../../kit/use-chosen.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { Button, ConfirmButton } from '../../ui/index.ts'
import type { LeftOutFile } from './collect-left-out.ts'
import { Finished } from './finished.tsx'
import styles from './imports.module.css'
import { PlanLines } from './plan-lines.tsx'

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
  const { result: say, plan: words } = useTextsOf(importTexts)
  const { number } = useFormat()
  const { $id } = useInstitute()
  const { counts } = plan
  const imported = counts.new + counts.changed
  const left = leftOut?.count ?? counts.problems
  return (
    <Finished
      title={imported === 0 ? say.nothing : say.imported(imported)}
      done={plan}
      details={[
        { label: say.list.new, value: number(counts.new) },
        { label: say.list.changed, value: number(counts.changed) },
        { label: say.list.same, value: number(counts.same) },
        ...(counts.gone > 0 ? [{ label: say.list.gone, value: number(counts.gone) }] : []),
        ...(left > 0 ? [{ label: say.list.leftOut, value: number(left) }] : []),
      ]}
      name="POST /imports/:importId/undo"
      say={({ undone, kept }) =>
        kept === 0 ? say.undoneAll(number(undone)) : say.undoneKept(number(undone), number(kept))
      }
      back={{ label: say.done, to: paths.roster($id) }}
      another={say.another}
      onAnother={onAnother}
    >
      {leftOut && (
        <Button
          className={styles.more}
          icon={<IconDownload size={20} stroke={1.9} aria-hidden="true" />}
          onClick={() => saveDownload(leftOut)}
        >
          {words.leftOutFile}
        </Button>
      )}
      {hasCourses && plan.state === 'applied' && (
        <p>
          <span>{say.hasCourses}</span> <Link to={paths.importCourses($id)}>{say.toCourses}</Link>
        </p>
      )}
      {counts.changed > 0 && (
        <>
          <h2 className={styles.subtitle}>{say.whatChanged}</h2>
          <PlanLines plan={plan} part="changed" />
        </>
      )}
      {counts.absent > 0 && plan.state === 'applied' && <Absent plan={plan} />}
    </Finished>
  )
}

/** Who is not in the file and has an account: the office removes whom it chooses, as on People. */
function Absent({ plan }: { plan: ImportPlan }) {
  const { plan: say } = useTextsOf(importTexts)
  const words = useTextsOf(rosterTexts)
  const { number } = useFormat()
  const mayRemove = useMay('office')
  const queries = useQueryClient()
  const { chosen, toggle, clear } = useChosen()
  const [isAsked, setAsked] = useState(false)
  const { run, isBusy } = useAct('POST /people/remove')
  const count = number(chosen.size)
  async function remove() {
    const isDone = await run({}, { people: [...chosen] }, { done: () => words.removedChosen(count) })
    setAsked(false)
    if (!isDone) return
    clear()
    await queries.invalidateQueries({ queryKey: ['imports', plan.id] })
  }
  return (
    <>
      <h2 className={styles.subtitle}>{say.parts.absent}</h2>
      <PlanLines plan={plan} part="absent" {...(mayRemove && { chosen, onToggle: toggle })} />
      {chosen.size > 0 && (
        <ConfirmButton
          className={styles.more}
          isAsking={isAsked}
          busy={isBusy}
          onClick={() => (isAsked ? void remove() : setAsked(true))}
        >
          {isAsked ? words.removeChosenNow : words.removeChosen(count)}
        </ConfirmButton>
      )}
    </>
  )
}
