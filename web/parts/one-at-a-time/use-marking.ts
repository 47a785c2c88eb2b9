import { type RefObject, useEffect, useState } from 'react'
import { attendanceTexts } from '#contract/attendance-texts.ts'
import { isUnconfirmed } from '../../client/passkey-ceremony.ts'
import { messageOf } from '../../client/request-error.ts'
import { wordsNow } from '../../language/language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { clearToasts, showError, showInfo, showSuccess } from '../../ui/index.ts'
import { createAttempts } from './attempts.ts'
import { describeRefusal } from './describe-refusal.ts'
import type { MarkInputs } from './mark-form.tsx'
import { noInputs } from './mark-form.tsx'
import type { MarkCalls, MarkOutcome } from './mark-student.ts'
import { markStudent } from './mark-student.ts'
import type { PanelState, Work } from './panel-state.ts'
import { outcomeHoldMs, panelAfter } from './panel-state.ts'

const idle: PanelState = { kind: 'idle' }

export type Marking = {
  readonly panel: PanelState
  readonly inputs: MarkInputs
  readonly setInputs: (inputs: MarkInputs) => void
  readonly mark: () => Promise<void>
  /** Gives up the student whose turn it is. */
  readonly cancel: () => void
  readonly work: Work
  /** A ceremony was left open or has ended without an answer, and no other one with a mark since. */
  readonly isUnanswered: boolean
}

export type MarkingAt = {
  /** The calls of this screen for one student, whom `signal` gives up. `onLate` runs when a mark waits for its answer. */
  readonly makeCalls: (signal: AbortSignal, onLate: () => void) => MarkCalls
  /** Where the next student types. */
  readonly firstField: RefObject<HTMLInputElement | null>
  /** The session has one mark more, or is over. */
  readonly onChanged?: () => void
}

/**
 * The work of a screen: one student at a time, outcomes on the board and as toasts, empty fields afterwards. A ceremony that is left
 * open gives way to the next roll number.
 */
export function useMarking({ makeCalls, firstField, onChanged }: MarkingAt): Marking {
  const attendanceWords = useTextsOf(attendanceTexts)
  const [panel, setPanel] = useState(idle)
  const [inputs, setInputs] = useState(noInputs)
  const [isUnanswered, setUnanswered] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [attempts] = useState(() =>
    createAttempts({
      onOpen: setOpen,
      onLeftOpen: () => {
        setUnanswered(true)
        setPanel((shown) => (shown.kind === 'busy' ? { ...shown, isLeftOpen: true } : shown))
      },
    }),
  )
  const work: Work = panel.kind !== 'busy' ? 'none' : isOpen ? 'asking' : 'busy'

  // A ceremony's window must not outlive the screen that asked for it.
  useEffect(() => attempts.cancel, [attempts])

  // An outcome disappears by itself, or earlier when Enter is pressed.
  useEffect(() => {
    if (panel.kind === 'idle' || panel.kind === 'busy') return
    const timer = setTimeout(() => setPanel(idle), outcomeHoldMs)
    return () => clearTimeout(timer)
  }, [panel])

  function announce(outcome: MarkOutcome) {
    const attendance = wordsNow(attendanceTexts)
    if (outcome.kind === 'marked') showSuccess(attendance.marked)
    else if (outcome.kind === 'already-marked') showInfo(attendance.alreadyMarked)
    else if (outcome.kind === 'not-found') showError(attendance.noSuchStudent)
    else if (outcome.kind === 'not-verified') showError(attendance.markFailed)
    else showError(messageOf(outcome.error))
  }

  async function mark() {
    const typed = (inputs.rollNumber || inputs.email).trim()
    // Two presses of Enter come faster than a render.
    const attempt = typed === '' ? undefined : attempts.begin()
    if (attempt === undefined) return
    const { signal } = attempt
    clearToasts()
    setPanel({ kind: 'busy', typed, student: undefined, isLeftOpen: false })
    const calls = makeCalls(signal, () =>
      setPanel((shown) => (shown.kind === 'busy' ? { ...shown, isLate: true } : shown)),
    )
    const runCeremony: typeof calls.runCeremony = (options) => attempt.runOpen(() => calls.runCeremony(options))
    const outcome = await markStudent(typed, { ...calls, runCeremony }, (student) => {
      setPanel({ kind: 'busy', typed, student, isLeftOpen: false })
      // The board shows who it is: from now on the fields are the next student's.
      setInputs(noInputs)
    })
    const wasCurrent = attempt.end()
    if (signal.aborted && outcome.kind === 'failed' && outcome.error === signal.reason) {
      // Given up for the next student, whose board it is by now; or by Cancel.
      if (!wasCurrent) return
      setPanel(idle)
      setInputs(noInputs)
      focusNext(firstField)
      return
    }

    announce(outcome)
    const shown = panelAfter(outcome, typed, attendanceWords, ({ error, student, readiness }) =>
      describeRefusal(error, student, readiness),
    )
    setPanel(shown)
    if (outcome.kind === 'marked') setUnanswered(false)
    else if (outcome.kind === 'failed' && isUnconfirmed(outcome.error)) setUnanswered(true)
    if (outcome.kind === 'marked' || (shown.kind === 'failed' && shown.next === 'ended')) onChanged?.()
    if (outcome.kind === 'not-found' || (outcome.kind === 'failed' && outcome.student === undefined)) {
      setInputs(noInputs)
    }
    focusNext(firstField)
  }

  return { panel, inputs, setInputs, mark, cancel: attempts.cancel, work, isUnanswered }
}

/** Not while the next student types. */
function focusNext(firstField: RefObject<HTMLInputElement | null>): void {
  const { activeElement } = document
  if (!(activeElement instanceof HTMLInputElement && activeElement.value !== '')) firstField.current?.focus()
}
