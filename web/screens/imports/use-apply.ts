import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf, RequestError } from '../../client/request-error.ts'
import { StepUpCancelled } from '../../kit/step-up.ts'
import { showError } from '../../ui/index.ts'

type Calls<Plan, Input, Rest> = {
  /** With its step-up. */
  readonly apply: (input: Input) => Promise<unknown>
  /** What is read once it is applied. */
  readonly finish: (input: Input) => Promise<Rest>
  readonly onApplied: (rest: Rest) => void
  readonly again: () => Promise<Plan>
  /** What would happen now. */
  readonly onPlan: (plan: Plan) => void
  /** Says that something was changed since the plan. */
  readonly sayMoved: () => Promise<string>
}

/** Applies the plan, or says that it must be made again. */
export function useApply<Plan, Input, Rest>({
  apply,
  finish,
  onApplied,
  again,
  onPlan,
  sayMoved,
}: Calls<Plan, Input, Rest>) {
  const queries = useQueryClient()
  const [moved, setMoved] = useState<string>()
  const onError = (error: Error) => {
    if (!(error instanceof StepUpCancelled)) showError(messageOf(error))
  }
  const applying = useMutation({
    mutationFn: async (input: Input) => {
      await apply(input)
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'account', refetchType: 'none' })
      return finish(input)
    },
    onSuccess: onApplied,
    onError: async (error) => {
      const reason = error instanceof RequestError ? error.reason : undefined
      if (reason === 'roster-moved' || reason === 'courses-moved') setMoved(await sayMoved())
      else onError(error)
    },
  })
  const planning = useMutation({
    mutationFn: again,
    onSuccess: (next) => {
      setMoved(undefined)
      onPlan(next)
    },
    onError,
  })
  return { apply: applying, again: planning, moved, onError }
}
