import { IconArrowBackUp, IconCheck, IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { importTexts } from '#contract/import-texts.ts'
import type { ImportPlan } from '#contract/imports.ts'
import { paths } from '#contract/paths.ts'
import { saveDownload } from '../../client/download-report.ts'
import { readImport, undoImport } from '../../client/import-calls.ts'
import { messageOf } from '../../client/request-error.ts'
import { serverNow } from '../../client/server-clock.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { StepUpCancelled, useStepUp } from '../../parts/step-up/use-step-up.tsx'
import { useInstitute } from '../../session/session.ts'
import {
  Button,
  buttonClass,
  ConfirmButton,
  DetailList,
  ErrorState,
  Skeleton,
  showError,
  showSuccess,
} from '../../ui/index.ts'
import type { LeftOutFile } from './collect-left-out.ts'
import styles from './import-roster.module.css'
import { PlanLines } from './plan-lines.tsx'

type ResultStepProps = {
  id: string
  /** Of the import that was just applied. */
  leftOut: LeftOutFile | undefined
  hasPasskey: boolean
  onAnother: () => void
}

/** What an import has done, with its undo. */
export function ResultStep({ id, leftOut, hasPasskey, onAnother }: ResultStepProps) {
  const texts = useTexts()
  const { result: say } = useTextsOf('import', importTexts)
  const { $id } = useInstitute()
  const done = useQuery({ queryKey: ['imports', id], queryFn: () => readImport(id) })
  const error = useKeptError(done)
  if (done.data === undefined) {
    if (!error) return <Skeleton width="100%" height="320px" />
    return <ErrorState message={messageOf(error, texts)} busy={done.isFetching} onRetry={() => void done.refetch()} />
  }
  const { data: plan } = done
  return (
    <>
      <Done plan={plan} />
      <Facts plan={plan} leftOut={leftOut} />
      {plan.counts.changed > 0 && (
        <>
          <h2 className={styles.subtitle}>{say.whatChanged}</h2>
          <PlanLines plan={plan} part="changed" />
        </>
      )}
      <div className={styles.actions}>
        <Undo plan={plan} hasPasskey={hasPasskey} />
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

/** The board of a finished import. */
function Done({ plan: { counts, state, appliedAt, undoneAt, by } }: { plan: ImportPlan }) {
  const { result: say } = useTextsOf('import', importTexts)
  const { number, dateTime } = useFormat()
  const imported = counts.new + counts.changed
  const title =
    state === 'undone'
      ? say.undone
      : imported === 0
        ? say.nothing
        : imported === 1
          ? say.importedOne
          : say.imported(number(imported))
  const at = undoneAt ?? appliedAt
  return (
    <div className={styles.done} role="status">
      <span className={styles.tick}>
        {state === 'undone' ? (
          <IconArrowBackUp size={28} stroke={2} aria-hidden="true" />
        ) : (
          <IconCheck size={28} stroke={2} aria-hidden="true" />
        )}
      </span>
      <span className={styles.doneWords}>
        <b>{title}</b>
        {at !== null && <span>{by && !undoneAt ? say.atBy(dateTime(at), by.name) : dateTime(at)}</span>}
      </span>
    </div>
  )
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

function Undo({ plan, hasPasskey }: { plan: ImportPlan; hasPasskey: boolean }) {
  const texts = useTexts()
  const { result: say } = useTextsOf('import', importTexts)
  const { number, dateTime } = useFormat()
  const queries = useQueryClient()
  const stepUp = useStepUp('ORG', hasPasskey)
  const [isAsking, setAsking] = useState(false)
  const [openedAt] = useState(serverNow)
  const { mutate, isPending } = useMutation({
    mutationFn: () => stepUp.run(() => undoImport(plan.id)),
    onSuccess: ({ undone, kept }) => {
      showSuccess(kept === 0 ? say.undoneAll(number(undone)) : say.undoneKept(number(undone), number(kept)))
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'account' })
    },
    onError: (error) => {
      if (!(error instanceof StepUpCancelled)) showError(messageOf(error, texts))
    },
  })
  if (plan.state !== 'applied' || plan.undoUntil === null || plan.undoUntil <= openedAt) return null
  return (
    <span className={styles.after}>
      <ConfirmButton
        kind={isAsking ? 'secondary' : 'quiet'}
        icon={<IconArrowBackUp size={20} stroke={1.9} aria-hidden="true" />}
        isAsking={isAsking}
        busy={isPending}
        onClick={() => (isAsking ? mutate() : setAsking(true))}
      >
        {isAsking ? say.undoNow : say.undo}
      </ConfirmButton>
      <span className={styles.quiet}>{say.undoUntil(dateTime(plan.undoUntil))}</span>
      {stepUp.dialog}
    </span>
  )
}
