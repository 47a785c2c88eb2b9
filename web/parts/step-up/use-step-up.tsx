import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import type { AccountLabel } from '#contract/identifiers.ts'
import { RequestError } from '../../client/request-error.ts'
import { OpenOnDemand } from '../../ui/index.ts'
import type { StepUpNeed } from './step-up-modal.tsx'

const loadModal = async () => (await import('./step-up-modal.tsx')).StepUpModal

/** The person cancelled. No message is needed. */
export class StepUpCancelled extends Error {}

export type StepUp = {
  /**
   * Runs an act. If the server requires a step-up, asks for it and runs the act once more. Rejects as the act does, and
   * with StepUpCancelled when the person cancels.
   */
  readonly run: <T>(act: () => Promise<T>) => Promise<T>
  /** Must be rendered. */
  readonly dialog: ReactNode
}

type Question = { readonly need: StepUpNeed; readonly resolve: () => void; readonly reject: (error: Error) => void }

/** Rules §5.7 in the browser: a password or a passkey of the last ten minutes. */
export function useStepUp(label: AccountLabel, hasPasskey: boolean): StepUp {
  const [question, setQuestion] = useState<Question | undefined>()
  const [isOpen, setOpen] = useState(false)

  // Two acts may be refused at once: one question answers both.
  const asked = useRef<Promise<void>>(undefined)
  function ask(need: StepUpNeed): Promise<void> {
    asked.current ??= new Promise<void>((resolve, reject) => {
      setQuestion({ need, resolve, reject })
      setOpen(true)
    }).finally(() => {
      asked.current = undefined
    })
    return asked.current
  }

  return {
    async run(act) {
      try {
        return await act()
      } catch (error) {
        const need = needOf(error)
        if (need === undefined) throw error
        await ask(need)
        return act()
      }
    },
    dialog: (
      <OpenOnDemand
        load={loadModal}
        props={{
          open: isOpen,
          need: question?.need ?? 'anything',
          label,
          hasPasskey,
          onClose: () => {
            setOpen(false)
            question?.reject(new StepUpCancelled())
          },
          onConfirmed: () => {
            setOpen(false)
            question?.resolve()
          },
        }}
      />
    ),
  }
}

function needOf(error: unknown): StepUpNeed | undefined {
  if (!(error instanceof RequestError)) return undefined
  if (error.reason === 'step-up-needed' || error.reason === 'step-up-needed-to-export') return 'anything'
  return error.reason === 'passkey-step-up-needed' ? 'passkey' : undefined
}
