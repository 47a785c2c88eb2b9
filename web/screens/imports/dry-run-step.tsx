import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { importTexts } from '#contract/import-texts.ts'
import type { ImportPart, ImportPlan } from '#contract/imports.ts'
import type { Lines } from '#roster-files/make-lines.ts'
import type { ReadTable } from '#roster-files/read-result.ts'
import { callProduct } from '../../client/call-product.ts'
import { saveDownload } from '../../client/download-report.ts'
import { withStepUp } from '../../kit/step-up.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button } from '../../ui/index.ts'
import { collectLeftOut, type LeftOutFile } from './collect-left-out.ts'
import styles from './imports.module.css'
import { NewDoubles } from './new-doubles.tsx'
import { PlanLines } from './plan-lines.tsx'
import { PlanStep } from './plan-step.tsx'
import { useApply } from './use-apply.ts'

/** What was tried: its plan, and the lines that are behind it. */
export type DryRun = { readonly plan: ImportPlan; readonly lines: Lines }

type DryRunStepProps = {
  run: DryRun
  table: ReadTable
  onPlan: (plan: ImportPlan) => void
  onBack: () => void
  onApplied: (id: string, leftOut: LeftOutFile | undefined) => void
}

const usual = ['new', 'changed', 'same'] as const
const others = ['questions', 'problems', 'gone', 'absent'] as const
const applyCall = 'POST /imports/:importId/apply'

/** What would happen to people. */
export function DryRunStep({ run: { plan, lines }, table, onPlan, onBack, onApplied }: DryRunStepProps) {
  const words = useTextsOf(importTexts)
  const { plan: say } = words
  const format = useFormat()
  const { number, time } = format
  const importId = plan.id
  const counts = { ...plan.counts, problems: plan.counts.problems + lines.spoilt.length }
  const [same, setSame] = useState<ReadonlySet<number>>(new Set())
  const collect = () => collectLeftOut({ plan, table, lines, same }, words, format)
  const { apply, again, moved, onError } = useApply({
    apply: async (isReviewed: boolean) => {
      const input = { seal: plan.seal, same: [...same], isReviewed }
      return withStepUp(applyCall, () => callProduct(applyCall, { importId }, input))
    },
    // It is done: what cannot be collected now is only a file.
    finish: () => collect().catch(() => undefined),
    onApplied: (leftOut) => onApplied(importId, leftOut),
    again: () => callProduct('POST /imports/:importId/plan', { importId }, {}),
    onPlan,
    sayMoved: async () => {
      const now = await callProduct('GET /imports/:importId', { importId }).catch(() => undefined)
      return now?.rosterChangedAt ? say.moved(time(now.rosterChangedAt)) : say.movedAtSomeTime
    },
  })
  const save = useMutation({ mutationFn: collect, onSuccess: (file) => file && saveDownload(file), onError })
  const { problems, questions, changed, gone, absent, renumbered } = counts
  const imported = counts.new + changed + same.size
  const answer = (line: number, isSame: boolean) => {
    const next = new Set(same)
    if (isSame) next.add(line)
    else next.delete(line)
    setSame(next)
  }
  return (
    <PlanStep<ImportPart>
      plan={plan}
      noMail={words.noMail}
      moved={moved}
      again={again}
      hold={{
        title: gone === 0 ? say.onHoldEmpty : say.onHold(number(gone), number(plan.ofSource)),
        hint: say.onHoldHint,
        confirm: say.reviewed,
        part: 'gone',
      }}
      counts={[
        ...usual.map((count) => ({ label: say.counts[count], count: counts[count], isUsual: true })),
        ...others.map((count) => ({ label: say.counts[count], count: counts[count], isUsual: false })),
      ]}
      note={
        <>
          {renumbered > 0 && <p>{say.renumbered(renumbered)}</p>}
          {counts.new > 0 && <NewDoubles plan={plan} />}
        </>
      }
      partsLabel={say.partsLabel}
      sizes={{ problems, questions, changed, new: counts.new, gone, absent }}
      labelOf={(part) => `${say.parts[part]} ${number(counts[part])}`}
      lines={(part) => <PlanLines key={part} plan={plan} part={part} lines={lines} same={same} onSame={answer} />}
      none={counts.same > 0 ? say.allSame(number(counts.same)) : say.nothing}
      end={
        problems > 0 && (
          <div className={styles.leftOutBar}>
            <span>{say.leftOutTitle(problems)}</span>
            <Button
              busy={save.isPending}
              icon={<IconDownload size={20} stroke={1.9} aria-hidden="true" />}
              onClick={() => save.mutate()}
            >
              {say.leftOutFile}
            </Button>
          </div>
        )
      }
      back={say.backToColumns}
      onBack={onBack}
      action={imported === 0 ? say.applyEnds : say.apply(imported)}
      isNothing={imported + gone === 0}
      isBusy={apply.isPending}
      onApply={apply.mutate}
    />
  )
}
