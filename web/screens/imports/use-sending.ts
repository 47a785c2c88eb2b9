import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../client/request-error.ts'
import { useLeaveSignal } from '../../session/use-leave-signal.ts'
import { showError } from '../../ui/index.ts'

/** The parts of a file, and the calls that take them. */
type Sending<Part, Run> = {
  readonly parts: readonly Part[]
  readonly sizeOf: (part: Part) => number
  readonly begin: () => Promise<{ readonly id: string }>
  readonly send: (importId: string, part: Part) => Promise<unknown>
  readonly plan: (importId: string) => Promise<Run>
}

/** Sends one part after the other, and asks what would happen. `sent`: how many lines are there, while it runs. */
export function useSending<Part, Run>(onTried: (run: Run) => void) {
  const [sent, setSent] = useState<{ readonly done: number; readonly all: number } | undefined>()
  const makeSignal = useLeaveSignal()
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ parts, sizeOf, begin, send, plan, signal }: Sending<Part, Run> & { signal: AbortSignal }) => {
      const all = parts.reduce((sum, part) => sum + sizeOf(part), 0)
      let done = 0
      setSent({ done, all })
      const { id } = await begin()
      for (const part of parts) {
        // Where the person has left, nothing more is sent.
        signal.throwIfAborted()
        await send(id, part)
        done += sizeOf(part)
        setSent({ done, all })
      }
      return plan(id)
    },
    onSuccess: onTried,
    onError: (error, { signal }) => {
      if (error !== signal.reason) showError(messageOf(error))
    },
    onSettled: () => setSent(undefined),
  })
  return { send: (file: Sending<Part, Run>) => mutate({ ...file, signal: makeSignal() }), sent, isBusy: isPending }
}
