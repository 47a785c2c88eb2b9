import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { sayReason } from '#contract/prepared-reasons.ts'
import { rulingTexts } from '#contract/ruling-texts.ts'
import type { RulingInput, RulingStatus } from '#contract/rulings.ts'
import { isPlainText, maxRulingReasonLength, normaliseText } from '#contract/text-fields.ts'
import { messageOf } from '../../client/request-error.ts'
import { getMarkHistory, ruleOnMark } from '../../client/ruling-calls.ts'
import { goToFirstError } from '../../forms/go-to-first-error.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { disputedMarksKey, reportsKey, runningSessionKey, studentsKey } from '../../live/live-keys.ts'
import { useInstitute, useInstituteProfile } from '../../session/session.ts'
import { Button, Choice, ConfirmButton, Modal, Skeleton, showError, showSuccess, TextField } from '../../ui/index.ts'
import { QueryError } from '../query-error/query-error.tsx'
import { StepUpCancelled, useStepUp } from '../step-up/use-step-up.tsx'
import { MarkEvidence } from './mark-evidence.tsx'
import { MarkHistoryList } from './mark-history-list.tsx'
import type { MarkToRule } from './mark-to-rule.ts'
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
  const { $id } = useInstitute()
  const key = ['mark-history', $id, mark.sessionId, mark.studentId]
  const isAbsent = mark.isAbsent === true
  const history = useQuery({ queryKey: key, queryFn: () => getMarkHistory(mark), enabled: !isAbsent })
  return (
    <div className={styles.parts}>
      <p className={styles.mark}>
        <b>{mark.name}</b>
        <span className={styles.code}>{mark.rollNumber}</span>
        <span>{mark.session}</span>
      </p>
      {isAbsent ? (
        <DecisionForm mark={mark} after={0} stands={false} onRefused={() => undefined} onClose={onClose} />
      ) : history.data ? (
        <>
          <DecisionForm
            // What was decided meanwhile begins a new form.
            key={history.data.rulings.length}
            mark={mark}
            after={history.data.rulings.at(-1)?.sequence ?? 0}
            stands={history.data.rulings.at(-1)?.status !== 'absent'}
            onRefused={() => void history.refetch()}
            onClose={onClose}
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
  onRefused: () => void
  onClose: () => void
}

function DecisionForm({ mark, after, stands, onRefused, onClose }: DecisionFormProps) {
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
  const { save, isPending, dialog } = useDecide(mark, onRefused, onClose)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const found = { reason: check(reason, true), note: check(note, false) }
    setErrors(found)
    if (found.reason !== undefined || found.note !== undefined) {
      requestAnimationFrame(() => goToFirstError(form))
      return
    }
    const typed = normaliseText(reason)
    // Left as it was suggested, it reaches each reader in the own language.
    const kept = suggested !== undefined && typed === suggestion ? suggested : typed
    save({ status, reason: kept, after, ...(note.trim() !== '' && { note: normaliseText(note) }) })
  }
  function check(text: string, isNeeded: boolean): string | undefined {
    const plain = normaliseText(text)
    if (plain === '') return isNeeded ? texts.field.needed : undefined
    return isPlainText(plain, maxRulingReasonLength) ? undefined : texts.field.textWrong(maxRulingReasonLength)
  }

  return (
    <>
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
          <ConfirmButton type="submit" kind="primary" busy={isPending}>
            {words.save}
          </ConfirmButton>
        </div>
      </form>
      {dialog}
    </>
  )
}

/** Sends the decision, after a step-up where the server wants one; every screen that shows the mark reads it again. */
function useDecide(mark: MarkToRule, onRefused: () => void, onClose: () => void) {
  const texts = useTexts()
  const { decision: words } = useTextsOf('ruling', rulingTexts)
  const { $id } = useInstitute()
  const queries = useQueryClient()
  const stepUp = useStepUp('ORG', useInstituteProfile().data?.passKey === true)
  const { mutate, isPending } = useMutation({
    mutationFn: (ruling: RulingInput) => stepUp.run(() => ruleOnMark(mark, ruling)),
    onSuccess: (_history, { status }) => {
      showSuccess(words.done[status])
      onClose()
      const keys = [disputedMarksKey($id), reportsKey($id), studentsKey($id), runningSessionKey($id)]
      for (const queryKey of keys) void queries.invalidateQueries({ queryKey })
      void queries.invalidateQueries({ queryKey: ['mark-history', $id] })
    },
    onError: (error) => {
      if (error instanceof StepUpCancelled) return
      showError(messageOf(error, texts))
      onRefused()
    },
  })
  return { save: mutate, isPending, dialog: stepUp.dialog }
}
