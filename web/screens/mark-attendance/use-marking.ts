import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../client/request-error.ts'
import { useTexts } from '../../language/texts.ts'
import { runningSessionKey } from '../../live/live-keys.ts'
import { useLeaveSignal } from '../../session/use-leave-signal.ts'
import { clearToasts, showError, showInfo, showSuccess } from '../../ui/index.ts'
import { describeRefusal } from './describe-refusal.ts'
import { makeMarkCalls } from './mark-calls.ts'
import type { MarkInputs } from './mark-form.tsx'
import { noInputs } from './mark-form.tsx'
import type { MarkOutcome } from './mark-student.ts'
import { markStudent } from './mark-student.ts'
import type { PanelState } from './panel-state.ts'
import { outcomeHoldMs, panelAfter } from './panel-state.ts'

const idle: PanelState = { kind: 'idle' }

export type Marking = {
  readonly panel: PanelState
  readonly inputs: MarkInputs
  readonly setInputs: (inputs: MarkInputs) => void
  readonly mark: () => Promise<void>
  readonly isBusy: boolean
}

/**
 * The work of the kiosk: one student at a time, outcomes on the board and as toasts, empty fields afterwards.
 * `clockOffset`: the server's clock minus this machine's, ms. `onSettled` runs when the next student may type.
 */
export function useMarking(organisationId: string, clockOffset: number, onSettled: () => void): Marking {
  const texts = useTexts()
  const queries = useQueryClient()
  const [panel, setPanel] = useState(idle)
  const [inputs, setInputs] = useState(noInputs)
  const isRunning = useRef<boolean>(false)
  const makeSignal = useLeaveSignal()
  const isBusy = panel.kind === 'busy'

  // An outcome disappears by itself, or earlier when Enter is pressed.
  useEffect(() => {
    if (panel.kind === 'idle' || panel.kind === 'busy') return
    const timer = setTimeout(() => setPanel(idle), outcomeHoldMs)
    return () => clearTimeout(timer)
  }, [panel])

  function announce(outcome: MarkOutcome) {
    const { attendance } = texts
    if (outcome.kind === 'marked') showSuccess(attendance.marked)
    else if (outcome.kind === 'already-marked') showInfo(attendance.alreadyMarked)
    else if (outcome.kind === 'not-found') showError(attendance.noSuchStudent)
    else if (outcome.kind === 'not-verified') showError(attendance.markFailed)
    else showError(messageOf(outcome.error, texts))
  }

  async function mark() {
    const typed = (inputs.rollNumber || inputs.email).trim()
    // Two presses of Enter come faster than a render.
    if (isRunning.current || typed === '') return
    isRunning.current = true
    const signal = makeSignal()
    clearToasts()
    setPanel({ kind: 'busy', typed, student: undefined })
    const calls = makeMarkCalls(() => Date.now() + clockOffset, signal)
    const outcome = await markStudent(typed, organisationId, calls, (student) =>
      setPanel({ kind: 'busy', typed, student }),
    )
    isRunning.current = false
    // Ended because the person left the screen, so no message is needed.
    if (signal.aborted && outcome.kind === 'failed' && outcome.error === signal.reason) return

    announce(outcome)
    setPanel(panelAfter(outcome, texts.attendance, (error, student) => describeRefusal(error, student, texts)))
    // With a live connection, the event of the mark has already brought it here.
    if (outcome.kind === 'marked') {
      void queries.invalidateQueries({ queryKey: runningSessionKey(organisationId) }, { cancelRefetch: false })
    }
    setInputs(noInputs)
    onSettled()
  }

  return { panel, inputs, setInputs, mark, isBusy }
}
