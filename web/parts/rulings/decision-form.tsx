import { type FormEvent, useRef, useState } from 'react'
import { type CellStatus, cellStatuses } from '#contract/course-cells.ts'
import { maxSessionMinutes } from '#contract/course-rules.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { sayReason } from '#contract/prepared-reasons.ts'
import { rulingTexts } from '#contract/ruling-texts.ts'
import type { CellHistory } from '#contract/rulings.ts'
import { isPlainText, maxRulingReasonLength, normaliseText } from '#contract/text-fields.ts'
import { goToFirstError } from '../../forms/go-to-first-error.ts'
import { useAct } from '../../kit/use-act.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { Button, Choice, ConfirmButton, TextField } from '../../ui/index.ts'
import type { CellToRule } from './cell-to-rule.ts'
import { ifRuledMeanwhile } from './if-ruled-meanwhile.ts'
import styles from './ruling-modal.module.css'

type DecisionFormProps = {
  cell: CellToRule
  history: CellHistory
  lastReason: string
  onReason: (reason: string) => void
  onClose: () => void
  /** Another person decided first. Is told the sequence that this one had seen. */
  onSecond: (seen: number) => void
}

type Field = 'minutes' | 'reason' | 'note'

/** A decision about a cell: what holds, why, and a note for the institute. Sent after a step-up where the server wants one. */
export function DecisionForm({ cell, history, lastReason, onReason, onClose, onSecond }: DecisionFormProps) {
  const texts = useTexts()
  const { decision: words } = useTextsOf('ruling', rulingTexts)
  const ofCourse = useTextsOf('course', courseTexts)
  const form = useRef<HTMLFormElement>(null)
  const { number } = useFormat()
  const choice = useChoice(cell, history)
  const [status, setStatus] = useState<CellStatus>(choice.begins)
  const [values, setValues] = useState({ minutes: '', reason: choice.suggestion || lastReason, note: '' })
  const [errors, setErrors] = useState<Partial<Record<Field, string | undefined>>>({})
  const { run, isBusy } = useAct('POST /sessions/:sessionId/people/:personId/rulings')
  const { isCourse = false } = cell
  const asksMinutes = status === 'left-early'

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const minutes = asksMinutes && values.minutes.trim() !== '' ? Number(values.minutes) : undefined
    const isRight = minutes === undefined || (Number.isInteger(minutes) && minutes <= maxSessionMinutes)
    const found = {
      minutes: isRight ? undefined : ofCourse.session.minutesWrong(number(maxSessionMinutes)),
      reason: check(values.reason, isCourse ? ofCourse.session.reasonNeeded : texts.field.needed),
      note: check(values.note),
    }
    setErrors(found)
    if (Object.values(found).some((error) => error !== undefined)) {
      requestAnimationFrame(() => goToFirstError(form))
      return
    }
    const typed = normaliseText(values.reason)
    const note = normaliseText(values.note)
    onReason(typed)
    const after = history.rulings.at(-1)?.sequence ?? 0
    const { sessionId, personId } = cell
    const ruling = {
      status,
      // Left as it was suggested, it reaches each reader in the own language.
      reason: typed === choice.suggestion ? (choice.suggested ?? typed) : typed,
      after,
      ...(minutes !== undefined && { minutes }),
      ...(note !== '' && { note }),
    }
    const done = isCourse ? ofCourse.session.saved : words.done[status === 'absent' ? 'absent' : 'present']
    const refused = ifRuledMeanwhile(() => onSecond(after))
    if (await run({ sessionId, personId }, ruling, { done, refused })) onClose()
  }
  function check(text: string, needed?: string): string | undefined {
    const plain = normaliseText(text)
    if (plain === '') return needed
    return isPlainText(plain, maxRulingReasonLength) ? undefined : texts.field.textWrong(maxRulingReasonLength)
  }
  const fieldOf = (field: Field) => ({
    autoComplete: 'off',
    error: errors[field],
    value: values[field],
    onValueChange: (value: string) => {
      setValues((before) => ({ ...before, [field]: value }))
      setErrors((before) => ({ ...before, [field]: undefined }))
    },
  })

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {choice.options.length === 0 ? (
        <p className={styles.hint}>{words.absent}</p>
      ) : (
        <div className={styles.status}>
          <span className={styles.label} aria-hidden="true">
            {choice.label}
          </span>
          <Choice label={choice.label} options={choice.options} value={status} onChoose={setStatus} />
        </div>
      )}
      {asksMinutes && (
        <TextField label={ofCourse.session.minutes} optional inputMode="numeric" asciiDigits {...fieldOf('minutes')} />
      )}
      <TextField
        label={words.reason}
        hint={isCourse ? ofCourse.session.reasonHint : words.reasonHint}
        {...fieldOf('reason')}
      />
      <TextField label={words.note} hint={words.noteHint} optional {...fieldOf('note')} />
      {history.mark && !isCourse && <p className={styles.hint}>{words.kept}</p>}
      <div className={styles.actions}>
        <Button onClick={onClose}>{texts.profile.cancel}</Button>
        <ConfirmButton type="submit" kind="primary" busy={isBusy}>
          {isCourse ? ofCourse.form.save : words.save}
        </ConfirmButton>
      </div>
    </form>
  )
}

/** What can be said of the cell. Without options there is one thing alone: that a student without a mark was in the class. */
function useChoice({ isCourse, status, withdrawFor }: CellToRule, { mark, dispute, rulings, ...holds }: CellHistory) {
  const { reports } = useTexts()
  const { decision: words } = useTextsOf('ruling', rulingTexts)
  const ofCourse = useTextsOf('course', courseTexts)
  if (isCourse) {
    const options = cellStatuses.map((value) => ({ value, label: ofCourse.statuses[value] }))
    return {
      begins: status ?? holds.status,
      label: ofCourse.session.change,
      options,
      suggested: undefined,
      suggestion: '',
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
    label: words.status,
    options,
    suggested,
    suggestion: sayReason(suggested ?? '', reports.preparedReasons),
  }
}
