import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { correctRollNumber, removeMember } from '../../client/membership-calls.ts'
import { messageOf } from '../../client/request-error.ts'
import { checkRollNumber } from '../../forms/check-field.ts'
import { UpdateForm } from '../../forms/update-form.tsx'
import { useTexts } from '../../language/texts.ts'
import { reportsKey, studentsKey } from '../../live/live-keys.ts'
import { useInstitute } from '../../session/session.ts'
import { ConfirmButton, Modal, showError, showSuccess, TextField } from '../../ui/index.ts'
import { type StepUp, StepUpCancelled, useStepUp } from '../step-up/use-step-up.tsx'
import styles from './member-modal.module.css'

/** A student of the institute, as far as these actions need it. */
export type Member = { readonly id: string; readonly name: string; readonly rollNumber: string }

export type MemberModalProps = {
  open: boolean
  onClose: () => void
  student: Member
  hasPasskey: boolean
  /** The student is removed: what showed it is left. */
  onRemoved?: () => void
}

/** An institute's actions on one of its students: correct the roll number, or remove the student. */
export function MemberModal({ open, onClose, student, hasPasskey, onRemoved }: MemberModalProps) {
  const stepUp = useStepUp('ORG', hasPasskey)
  const change = { student, stepUp, onClose, onRemoved }
  return (
    <Modal open={open} onClose={onClose} title={student.name}>
      <div className={styles.parts}>
        <CorrectForm key={student.rollNumber} {...change} />
        <Removal key={student.id} {...change} />
      </div>
      {stepUp.dialog}
    </Modal>
  )
}

type ChangeProps = { student: Member; stepUp: StepUp; onClose: () => void; onRemoved: (() => void) | undefined }

/** Runs an action on the student, shows a toast, reads the table again and closes. */
function useChange<Input>(
  { stepUp, onClose }: ChangeProps,
  act: (input: Input) => Promise<unknown>,
  done: (input: Input) => string,
  { onDone, onRefused = showError }: { onDone?: (() => void) | undefined; onRefused?: (message: string) => void },
) {
  const texts = useTexts()
  const { $id } = useInstitute()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => stepUp.run(() => act(input)),
    onSuccess: (_answer, input) => {
      showSuccess(done(input))
      onClose()
      onDone?.()
      void queries.invalidateQueries({ queryKey: studentsKey($id) })
      void queries.invalidateQueries({ queryKey: reportsKey($id) })
    },
    onError: (error) => {
      if (error instanceof StepUpCancelled) return
      onRefused(messageOf(error, texts))
    },
  })
}

function CorrectForm(change: ChangeProps) {
  const texts = useTexts()
  const { student, onClose } = change
  const [rollNumber, setRollNumber] = useState(student.rollNumber)
  const [error, setError] = useState<string | undefined>()
  const { mutate, isPending } = useChange(
    change,
    (corrected: string) => correctRollNumber(student.id, corrected),
    (corrected) => texts.members.corrected(student.name, corrected),
    { onRefused: setError },
  )
  return (
    <UpdateForm
      action={texts.members.correct}
      busy={isPending}
      errors={error}
      onCancel={onClose}
      onSubmit={() => {
        const wrong = checkRollNumber(rollNumber, texts)
        if (wrong !== undefined) setError(wrong)
        else if (rollNumber.trim() === student.rollNumber) onClose()
        else mutate(rollNumber.trim())
      }}
    >
      <TextField
        label={texts.members.rollNumber}
        hint={texts.members.rollNumberHint}
        error={error}
        asciiDigits
        autoComplete="off"
        enterKeyHint="done"
        value={rollNumber}
        onValueChange={(value) => {
          setRollNumber(value)
          setError(undefined)
        }}
      />
    </UpdateForm>
  )
}

/** The same button asks and acts, so that it keeps the focus. */
function Removal(change: ChangeProps) {
  const { members } = useTexts()
  const { student } = change
  const [isAsked, setAsked] = useState(false)
  const { mutate, isPending } = useChange(
    change,
    () => removeMember(student.id),
    () => members.removed(student.name),
    { onDone: change.onRemoved },
  )
  return (
    <div className={styles.removal}>
      <p className={styles.hint}>{members.removeHint}</p>
      <ConfirmButton isAsking={isAsked} busy={isPending} onClick={() => (isAsked ? mutate(undefined) : setAsked(true))}>
        {isAsked ? members.removeNow(student.name) : members.remove}
      </ConfirmButton>
    </div>
  )
}
