import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { importTexts } from '#contract/import-texts.ts'
import type { ImportPlan } from '#contract/imports.ts'
import type { ReadTable } from '#roster-files/read-result.ts'
import { callProduct } from '../../client/call-product.ts'
import { messageOf, RequestError } from '../../client/request-error.ts'
import { StepUpCancelled, withStepUp } from '../../kit/step-up.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { showError } from '../../ui/index.ts'
import { collectLeftOut, type LeftOutFile } from './collect-left-out.ts'
import type { DryRun } from './use-dry-run.ts'

export type ApplyProps = {
  run: DryRun
  table: ReadTable
  /** What would happen now. */
  onPlan: (plan: ImportPlan) => void
  onApplied: (id: string, leftOut: LeftOutFile | undefined) => void
}

/** Applies the plan after a step-up, or says that it must be made again. */
export function useApply({ run, table, onPlan, onApplied }: ApplyProps) {
  const texts = useTexts()
  const words = useTextsOf('import', importTexts)
  const format = useFormat()
  const queries = useQueryClient()
  /** When the roster was changed since the plan; null: at some time. */
  const [moved, setMoved] = useState<number | null>()
  const { plan, lines } = run
  const onError = (error: Error) => {
    if (!(error instanceof StepUpCancelled)) showError(messageOf(error, texts))
  }
  const collect = (same: ReadonlySet<number>) => collectLeftOut({ plan, table, lines, same }, words, format)
  const apply = useMutation({
    mutationFn: async ({ same, isReviewed }: { same: ReadonlySet<number>; isReviewed: boolean }) => {
      const name = 'POST /imports/:importId/apply'
      const input = { seal: plan.seal, same: [...same], isReviewed }
      await withStepUp(name, () => callProduct(name, { importId: plan.id }, input))
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'account', refetchType: 'none' })
      // It is done: what cannot be collected now is only a file.
      return collect(same).catch(() => undefined)
    },
    onSuccess: (leftOut) => onApplied(plan.id, leftOut),
    onError: async (error) => {
      if (!(error instanceof RequestError && error.reason === 'roster-moved')) return onError(error)
      const now = await callProduct('GET /imports/:importId', { importId: plan.id }).catch(() => undefined)
      setMoved(now?.rosterChangedAt ?? null)
    },
  })
  const again = useMutation({
    mutationFn: () => callProduct('POST /imports/:importId/plan', { importId: plan.id }, {}),
    onSuccess: (next) => {
      setMoved(undefined)
      onPlan(next)
    },
    onError,
  })
  return { apply, again, moved, collect, onError }
}
