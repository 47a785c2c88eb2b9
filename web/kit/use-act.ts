import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AddressValues } from '#contract/addresses.ts'
import { callProduct, type ProductAct, type ProductAnswer, type ProductInput } from '../client/call-product.ts'
import { messageOf } from '../client/request-error.ts'
import { showError, showSuccess } from '../ui/index.ts'
import { takeAnswer } from './made-old.ts'
import { StepUpCancelled, withStepUp } from './step-up.ts'

/** True stands for an answer without a body. */
type Done<Name extends ProductAct> = ProductAnswer<Name> extends undefined ? true : ProductAnswer<Name>

export type Telling<Answer> = {
  /** What is said when it is done. */
  readonly done?: string | ((answer: Answer) => string)
  /** Shows a refusal where it belongs; where it answers false, the refusal is said at the top, as without this. */
  readonly refused?: (error: Error, sentence: string) => unknown
  /** The key of a read into which the caller puts the answer: it is not read again. */
  readonly taken?: QueryKey
}

/**
 * Acts that a person presses, by the names of their calls: after a step-up where the server wants one, and everything that the act
 * makes old is read again. `isBusy` is of all of them, for buttons that wait for each other.
 */
export function useActs() {
  const queries = useQueryClient()
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: ({ name, send }: Sending) => withStepUp(name, send),
  })
  /** The answer; undefined where it was refused or given up. */
  async function run<Name extends ProductAct>(
    name: Name,
    ids: AddressValues<Name>,
    input?: ProductInput<Name>,
    { done, refused, taken }: Telling<Done<Name>> = {},
  ): Promise<Done<Name> | undefined> {
    // Kept as it was pressed: after a step-up the same is sent again.
    const sent = structuredClone(input)
    try {
      const answer = (await mutateAsync({ name, ids, input, send: () => callProduct(name, ids, sent) })) ?? true
      takeAnswer(queries, name, answer, taken)
      if (done !== undefined) showSuccess(typeof done === 'string' ? done : done(answer as Done<Name>))
      return answer as Done<Name>
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (error instanceof StepUpCancelled) return undefined
      takeAnswer(queries, name)
      const sentence = messageOf(error)
      if (refused === undefined || refused(error, sentence) === false) showError(sentence)
      return undefined
    }
  }
  return { run, isBusy: isPending, running: isPending ? variables : undefined }
}

export type Acts = ReturnType<typeof useActs>

type Sending = {
  readonly name: ProductAct
  readonly ids: object
  readonly input: unknown
  readonly send: () => Promise<unknown>
}

/** One act, as `useActs` does it. `running`: what is being sent. */
export function useAct<Name extends ProductAct>(name: Name) {
  const { run, isBusy, running } = useActs()
  return {
    run: (ids: AddressValues<Name>, input?: ProductInput<Name>, telling?: Telling<Done<Name>>) =>
      run(name, ids, input, telling),
    isBusy,
    running: running as { readonly ids: AddressValues<Name>; readonly input: ProductInput<Name> } | undefined,
  }
}
