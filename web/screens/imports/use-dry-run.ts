import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { maxLinesACall } from '#contract/import-rules.ts'
import type { BeginImport, ImportPlan } from '#contract/imports.ts'
import type { FileLine, Lines } from '#roster-files/make-lines.ts'
import { splitIntoCalls } from '#roster-files/split-calls.ts'
import { callProduct } from '../../client/call-product.ts'
import { messageOf } from '../../client/request-error.ts'
import { useTexts } from '../../language/texts.ts'
import { useLeaveSignal } from '../../session/use-leave-signal.ts'
import { showError } from '../../ui/index.ts'

/** What was tried: its plan, and the lines that are behind it. */
export type DryRun = { readonly plan: ImportPlan; readonly lines: Lines }

type Tried = { readonly lines: Lines; readonly begin: BeginImport; readonly signal: AbortSignal }

/** Sends the lines one call after the other, and asks what would happen. `sent`: how many are there, while it runs. */
export function useDryRun(onTried: (run: DryRun) => void) {
  const texts = useTexts()
  const [sent, setSent] = useState<number | undefined>()
  const makeSignal = useLeaveSignal()
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ lines, begin, signal }: Tried): Promise<DryRun> => {
      setSent(0)
      const { id } = await callProduct('POST /imports', {}, begin)
      let done = 0
      for (const call of splitIntoCalls(lines.lines, maxLinesACall)) {
        // Where the person has left, nothing more is sent.
        signal.throwIfAborted()
        const part = call.map(([line, ...cells]: FileLine): [number, ...string[]] => [line, ...cells])
        await callProduct('POST /imports/:importId/lines', { importId: id }, { lines: part })
        done += call.length
        setSent(done)
      }
      return { lines, plan: await callProduct('POST /imports/:importId/plan', { importId: id }, {}) }
    },
    onSuccess: onTried,
    onError: (error, { signal }) => {
      if (error !== signal.reason) showError(messageOf(error, texts))
    },
    onSettled: () => setSent(undefined),
  })
  return {
    tryLines: (lines: Lines, begin: BeginImport) => mutate({ lines, begin, signal: makeSignal() }),
    sent,
    isBusy: isPending,
  }
}
