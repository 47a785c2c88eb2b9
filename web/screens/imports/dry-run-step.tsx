import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { importTexts } from '#contract/import-texts.ts'
import type { ImportPart, ImportPlan } from '#contract/imports.ts'
import { saveDownload } from '../../client/download-report.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button, Choice, ConfirmButton, classNames } from '../../ui/index.ts'
import styles from './imports.module.css'
import { Moved, OnHold } from './plan-banners.tsx'
import { PlanLines } from './plan-lines.tsx'
import { type ApplyProps, useApply } from './use-apply.ts'

const parts = ['problems', 'questions', 'changed', 'new', 'gone'] as const satisfies readonly ImportPart[]

/** What would happen, and the one way forward. */
export function DryRunStep({ onBack, ...props }: ApplyProps & { onBack: () => void }) {
  const words = useTextsOf('import', importTexts)
  const { plan: say } = words
  const { number, time } = useFormat()
  const { run } = props
  const { plan, lines } = run
  const counts = { ...plan.counts, problems: plan.counts.problems + lines.spoilt.length }
  const [chosen, setPart] = useState<ImportPart>()
  const [same, setSame] = useState<ReadonlySet<number>>(new Set())
  const [isReviewed, setReviewed] = useState(false)
  const { apply, again, moved, collect, onError } = useApply({
    ...props,
    onPlan: (next) => {
      setReviewed(false)
      props.onPlan(next)
    },
  })
  const save = useMutation({
    mutationFn: () => collect(same),
    onSuccess: (file) => file && saveDownload(file),
    onError,
  })
  const open = parts.filter((part) => counts[part] > 0)
  const part = open.find((one) => one === chosen) ?? open[0]
  const imported = counts.new + counts.changed + same.size
  const isNothing = imported + counts.gone === 0
  const answer = (line: number, isSame: boolean) => {
    const next = new Set(same)
    if (isSame) next.add(line)
    else next.delete(line)
    setSame(next)
  }
  return (
    <>
      <p>
        <b>{say.nothingSaved}</b> <span>{say.wouldHappen}</span> <span>{words.noMail}</span>
      </p>
      {moved !== undefined && (
        <Moved
          title={moved === null ? say.movedAtSomeTime : say.moved(time(moved))}
          isBusy={again.isPending}
          onAgain={() => again.mutate()}
        />
      )}
      {plan.isOnHold && (
        <OnHold
          title={counts.gone === 0 ? say.onHoldEmpty : say.onHold(number(counts.gone), number(plan.ofSource))}
          hint={say.onHoldHint}
          confirm={say.reviewed}
          isReviewed={isReviewed}
          onLook={() => setPart('gone')}
          onReviewed={setReviewed}
        />
      )}
      <Counts counts={counts} />
      {part ? (
        <div className={styles.part}>
          <Choice
            label={say.partsLabel}
            options={open.map((value) => ({ value, label: `${say.parts[value]} ${number(counts[value])}` }))}
            value={part}
            onChoose={setPart}
          />
          <PlanLines key={part} plan={plan} part={part} lines={lines} same={same} onSame={answer} />
        </div>
      ) : (
        <p>{counts.same > 0 ? say.allSame(number(counts.same)) : say.nothing}</p>
      )}
      {counts.problems > 0 && (
        <div className={styles.leftOutBar}>
          <span>{counts.problems === 1 ? say.leftOutOne : say.leftOutTitle(number(counts.problems))}</span>
          <Button
            busy={save.isPending}
            icon={<IconDownload size={20} stroke={1.9} aria-hidden="true" />}
            onClick={() => save.mutate()}
          >
            {say.leftOutFile}
          </Button>
        </div>
      )}
      <div className={styles.actions}>
        <Button onClick={onBack}>{say.backToColumns}</Button>
        <ConfirmButton
          kind="primary"
          question={plan.seal}
          busy={apply.isPending}
          disabled={isNothing || moved !== undefined || (plan.isOnHold && !isReviewed)}
          onClick={() => apply.mutate({ same, isReviewed })}
        >
          {imported === 0 ? say.applyEnds : imported === 1 ? say.applyOne : say.apply(number(imported))}
        </ConfirmButton>
      </div>
    </>
  )
}

function Counts({ counts }: { counts: ImportPlan['counts'] }) {
  const { plan: say } = useTextsOf('import', importTexts)
  const { number } = useFormat()
  const shown = (['new', 'changed', 'same', 'questions', 'problems', 'gone'] as const).filter(
    (count) => counts[count] > 0 || count === 'new' || count === 'changed' || count === 'same',
  )
  return (
    <dl className={styles.counts}>
      {shown.map((count) => (
        <div
          key={count}
          className={classNames(count !== 'same' && count !== 'new' && count !== 'changed' && styles.look)}
        >
          <dt>{say.counts[count]}</dt>
          <dd>{number(counts[count])}</dd>
        </div>
      ))}
    </dl>
  )
}
