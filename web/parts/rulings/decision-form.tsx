import { useEffect, useRef, useState } from 'react'
import { type CellStatus, cellStatuses } from '#contract/course-cells.ts'
import { maxSessionMinutes } from '#contract/course-rules.ts'
import type { CellWithNumbers } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { sayReason } from '#contract/prepared-reasons.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { Form } from '../../forms/form.tsx'
import { goToFirstError } from '../../forms/go-to-first-error.ts'
import { ReasonField, useReason } from '../../forms/reason-field.tsx'
import { useAct } from '../../kit/use-act.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { Button, Choice, ConfirmButton, Stack, TextField } from '../../ui/index.ts'
import type { CellToRule } from './cell-to-rule.ts'
import { Effect } from './effect.tsx'
import { ifRuledMeanwhile } from './if-ruled-meanwhile.ts'
import styles from './ruling-modal.module.css'
import { rulingTexts } from './ruling-texts.ts'
import { StatusTiles } from './status-tiles.tsx'

type DecisionFormProps = {
  cell: CellToRule
  history: CellWithNumbers
  reason: string
  onReason: (reason: string) => void
  onClose: () => void
  /** Another person decided first. Is told the sequence that this one had seen. */
  onSecond: (seen: number) => void
}

/** A decision about a cell: what holds, why, and a note for the institute. */
export function DecisionForm({ cell, history, reason, onReason, onClose, onSecond }: DecisionFormProps) {
  const { common } = useTexts()
  const { decision: words } = useTextsOf(rulingTexts)
  const ofCourse = useTextsOf(courseTexts)
  const form = useRef<HTMLFormElement>(null)
  const choice = useChoice(cell, history)
  const [status, setStatus] = useState<CellStatus>(choice.begins)
  const { isCourse = false } = cell
  const why = useReason({
    begins: choice.suggestion || reason,
    onType: onReason,
    ...(isCourse && { needed: ofCourse.session.reasonNeeded }),
  })
  const note = useReason({ needed: '' })
  const [minutes, setMinutes] = useState('')
  const [minutesError, setMinutesError] = useState<string>()
  const { number } = useFormat()
  const asksMinutes = status === 'left-early'
  const { decide, isBusy } = useDecide(cell, history, onSecond)
  useEffect(() => {
    const find = (what: string) => form.current?.querySelector<HTMLElement>(what)
    const chosen = find(':checked, [aria-pressed="true"]') ?? find('input')
    chosen?.focus()
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  /** `stands`: the dispute is answered, and nothing changes. */
  async function submit(stands: boolean) {
    if (isBusy) return
    const attended = asksMinutes && minutes.trim() !== '' ? Number(minutes) : null
    const areRight = attended === null || (Number.isInteger(attended) && attended <= maxSessionMinutes)
    setMinutesError(areRight ? undefined : ofCourse.session.minutesWrong(number(maxSessionMinutes)))
    const [typed, noted] = [why.take(), note.take()]
    if (typed === undefined || noted === undefined || !areRight) {
      requestAnimationFrame(() => goToFirstError(form))
      return
    }
    // Left as it was suggested, it reaches each reader in the own language.
    const said = typed === choice.suggestion ? (choice.suggested ?? typed) : typed
    const last = history.rulings.at(-1)
    const holds = stands ? { status: history.status, minutes: last?.minutes ?? null } : { status, minutes: attended }
    if (await decide(holds, said, noted)) onClose()
  }

  return (
    <Form ref={form} className={styles.form} onSubmit={() => submit(false)}>
      {isCourse && (
        <StatusTiles
          label={ofCourse.session.change}
          statuses={cellStatuses}
          stands={history.status}
          value={status}
          onChoose={setStatus}
        />
      )}
      {!isCourse && choice.options.length === 0 && <p className={styles.hint}>{words.absent}</p>}
      {choice.options.length > 0 && (
        <Stack gap={6} start>
          <span className={styles.label} aria-hidden="true">
            {words.status}
          </span>
          <Choice label={words.status} options={choice.options} value={status} onChoose={setStatus} />
        </Stack>
      )}
      {asksMinutes && (
        <TextField
          label={ofCourse.session.minutes}
          optional
          inputMode="numeric"
          asciiDigits
          autoComplete="off"
          error={minutesError}
          value={minutes}
          onValueChange={(text) => {
            setMinutes(text)
            setMinutesError(undefined)
          }}
        />
      )}
      <ReasonField label={words.reason} hint={isCourse ? ofCourse.session.reasonHint : words.reasonHint} of={why} />
      <ReasonField label={words.note} hint={words.noteHint} optional of={note} />
      {history.numbers && <Effect now={history.numbers.now} after={history.numbers.by[status]} />}
      {history.mark && !isCourse && <p className={styles.hint}>{words.kept}</p>}
      <div className={styles.actions}>
        <Button onClick={onClose}>{common.cancel}</Button>
        {history.dispute?.isOpen && <Button onClick={() => void submit(true)}>{words.stands}</Button>}
        <ConfirmButton type="submit" kind="primary" busy={isBusy}>
          {isCourse ? ofCourse.session.change : words.save}
        </ConfirmButton>
      </div>
    </Form>
  )
}

/** Sends the decision; after a step-up where the server wants one. */
function useDecide(
  { sessionId, personId, isCourse }: CellToRule,
  { rulings }: CellWithNumbers,
  onSecond: (seen: number) => void,
) {
  const { done } = useTextsOf(rulingTexts).decision
  const { saved } = useTextsOf(courseTexts).session
  const { run, isBusy } = useAct('POST /sessions/:sessionId/people/:personId/rulings')
  const after = rulings.at(-1)?.sequence ?? 0
  type Holds = { readonly status: CellStatus; readonly minutes: number | null }
  return {
    isBusy,
    decide: ({ status, minutes }: Holds, reason: string, note: string) =>
      run(
        { sessionId, personId },
        { status, reason, after, ...(minutes !== null && { minutes }), ...(note !== '' && { note }) },
        {
          done: isCourse ? saved : done[status === 'absent' ? 'absent' : 'present'],
          refused: ifRuledMeanwhile(() => onSecond(after)),
        },
      ),
  }
}

/** What can be said of the cell. Without options there is one thing alone: that a student without a mark was in the class. */
function useChoice(
  { isCourse, status, withdrawFor }: CellToRule,
  { mark, dispute, rulings, ...holds }: CellWithNumbers,
) {
  const reports = useTextsOf(reportsTexts)
  const { decision: words } = useTextsOf(rulingTexts)
  const ofCourse = useTextsOf(courseTexts)
  if (isCourse) {
    return {
      begins: withdrawFor ? ('absent' as const) : (status ?? holds.status),
      options: [],
      suggested: withdrawFor,
      suggestion: sayReason(withdrawFor ?? '', reports.preparedReasons),
    }
  }
  const stands = rulings.at(-1)?.status !== 'absent'
  const suggested = mark && stands ? withdrawFor : undefined
  const options: readonly { readonly value: CellStatus; readonly label: string }[] = mark
    ? [
        { value: 'present', label: stands ? words.statuses.present : words.counts },
        { value: 'absent', label: words.statuses.absent },
      ]
    : dispute?.isOpen
      ? [
          { value: 'present', label: words.wasThere },
          { value: 'absent', label: ofCourse.statuses.absent },
        ]
      : []
  return {
    begins: mark && !(stands && suggested === undefined) ? ('absent' as const) : ('present' as const),
    options,
    suggested,
    suggestion: sayReason(suggested ?? '', reports.preparedReasons),
  }
}
