import { type FormEvent, useId, useRef, useState } from 'react'
import { sayReason } from '#contract/prepared-reasons.ts'
import { rulingTexts } from '#contract/ruling-texts.ts'
import type { RulingInput, RulingStatus } from '#contract/rulings.ts'
import { isPlainText, maxRulingReasonLength, normaliseText } from '#contract/text-fields.ts'
import { goToFirstError } from '../../forms/go-to-first-error.ts'
import { QueryError } from '../../kit/query-error.tsx'
import { useAct } from '../../kit/use-act.ts'
import { useRead } from '../../kit/use-read.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { Button, Choice, ConfirmButton, Modal, Skeleton, TextField } from '../../ui/index.ts'
import { MarkEvidence } from './mark-evidence.tsx'
import { MarkHistoryList } from './mark-history-list.tsx'
import type { MarkToRule } from './mark-to-rule.ts'
import { ifRuledMeanwhile, RuledMeanwhile } from './ruled-meanwhile.tsx'
import styles from './ruling-modal.module.css'

export type RulingModalProps = { open: boolean; onClose: () => void; mark: MarkToRule }

/** What the institute decides about one mark, with what was decided before. */
export function RulingModal({ open, onClose, mark }: RulingModalProps) {
  const { decision: words } = useTextsOf('ruling', rulingTexts)
  return (
    <Modal open={open} onClose={onClose} title={words.title}>
      <Decision key={`${mark.sessionId} ${mark.studentId}`} mark={mark} onClose={onClose} />
    </Modal>
  )
}

function Decision({ mark, onClose }: { mark: MarkToRule; onClose: () => void }) {
  const { decision: words } = useTextsOf('ruling', rulingTexts)
  const [seen, setSeen] = useState<number | undefined>()
  // Who came second where there was no mark finds the one of the first.
  const isAbsent = mark.isAbsent === true && seen === undefined
  const history = useRead('GET /attendance/rulings/:sessionId/:studentId', addressOf(mark), {}, { enabled: !isAbsent })
  return (
    <div className={styles.parts}>
      <p className={styles.mark}>
        <b>{mark.name}</b>
        <span className={styles.code}>{mark.rollNumber}</span>
        <span>{mark.session}</span>
      </p>
      {isAbsent ? (
        <DecisionForm mark={mark} after={0} stands={false} onClose={onClose} onSecond={setSeen} />
      ) : history.data ? (
        <>
          <RuledMeanwhile
            seen={seen}
            rulings={history.data.rulings}
            sayStatus={({ cause, status }) => words.decided[cause][status]}
          />
          <DecisionForm
            // What was decided meanwhile begins a new form.
            key={history.data.rulings.length}
            mark={{ ...mark, isAbsent }}
            after={history.data.rulings.at(-1)?.sequence ?? 0}
            stands={history.data.rulings.at(-1)?.status !== 'absent'}
            onClose={onClose}
            onSecond={setSeen}
          />
          <MarkHistoryList history={history.data} />
          {mark.isUnsigned !== true && <MarkEvidence mark={mark} />}
        </>
      ) : history.error ? (
        <QueryError error={history.error} of={history} />
      ) : (
        <Skeleton width="100%" height="220px" />
      )}
    </div>
  )
}

type DecisionFormProps = {
  mark: MarkToRule
  after: number
  stands: boolean
  onClose: () => void
  /** Another person decided first. Is told the sequence that this one had seen. */
  onSecond: (seen: number) => void
}

function DecisionForm({ mark, after, stands, onClose, onSecond }: DecisionFormProps) {
  const texts = useTexts()
  const { decision: words } = useTextsOf('ruling', rulingTexts)
  const form = useRef<HTMLFormElement>(null)
  const statusId = useId()
  const suggested = stands ? mark.withdrawFor : undefined
  const suggestion = sayReason(suggested ?? '', texts.reports.preparedReasons)
  const isAbsent = mark.isAbsent === true
  const isKept = isAbsent || (stands && suggested === undefined)
  const [status, setStatus] = useState<RulingStatus>(isKept ? 'present' : 'absent')
  const [reason, setReason] = useState(suggestion)
  const [note, setNote] = useState('')
  const [errors, setErrors] = useState<{ reason?: string | undefined; note?: string | undefined }>({})
  const { save, isBusy } = useDecide(mark, onClose, onSecond)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const found = { reason: check(reason, true), note: check(note, false) }
    setErrors(found)
    if (found.reason !== undefined || found.note !== undefined) {
      requestAnimationFrame(() => goToFirstError(form))
      return
    }
    const typed = normaliseText(reason)
    // Left as it was suggested, it reaches each reader in the own language.
    const kept = suggested !== undefined && typed === suggestion ? suggested : typed
    void save({ status, reason: kept, after, ...(note.trim() !== '' && { note: normaliseText(note) }) })
  }
  function check(text: string, isNeeded: boolean): string | undefined {
    const plain = normaliseText(text)
    if (plain === '') return isNeeded ? texts.field.needed : undefined
    return isPlainText(plain, maxRulingReasonLength) ? undefined : texts.field.textWrong(maxRulingReasonLength)
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      {isAbsent ? (
        <p className={styles.hint}>{words.absent}</p>
      ) : (
        <div className={styles.status}>
          <span id={statusId} className={styles.label} aria-hidden="true">
            {words.status}
          </span>
          <Choice
            label={words.status}
            options={[
              { value: 'present', label: stands ? words.statuses.present : words.counts },
              { value: 'absent', label: words.statuses.absent },
            ]}
            value={status}
            onChoose={setStatus}
          />
        </div>
      )}
      <TextField
        label={words.reason}
        hint={words.reasonHint}
        error={errors.reason}
        autoComplete="off"
        value={reason}
        onValueChange={(value) => {
          setReason(value)
          setErrors((before) => ({ ...before, reason: undefined }))
        }}
      />
      <TextField
        label={words.note}
        hint={words.noteHint}
        optional
        error={errors.note}
        autoComplete="off"
        value={note}
        onValueChange={(value) => {
          setNote(value)
          setErrors((before) => ({ ...before, note: undefined }))
        }}
      />
      {!isAbsent && <p className={styles.hint}>{words.kept}</p>}
      <div className={styles.actions}>
        <Button onClick={onClose}>{texts.profile.cancel}</Button>
        <ConfirmButton type="submit" kind="primary" busy={isBusy}>
          {words.save}
        </ConfirmButton>
      </div>
    </form>
  )
}

const addressOf = ({ sessionId, studentId }: MarkToRule) => ({ sessionId, studentId })

/** Sends the decision, after a step-up where the server wants one; every screen that shows the mark reads it again. */
function useDecide(mark: MarkToRule, onClose: () => void, onSecond: (seen: number) => void) {
  const { decision: words } = useTextsOf('ruling', rulingTexts)
  const { run, isBusy } = useAct('POST /attendance/rulings/:sessionId/:studentId')
  async function save(ruling: RulingInput) {
    const refused = ifRuledMeanwhile(() => onSecond(ruling.after))
    if (await run(addressOf(mark), ruling, { done: words.done[ruling.status], refused })) onClose()
  }
  return { save, isBusy }
}
