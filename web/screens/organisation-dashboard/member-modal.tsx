import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { correctRollNumber, removeMember } from '../../client/membership-calls.ts'
import { messageOf } from '../../client/request-error.ts'
import { checkRollNumber } from '../../forms/check-field.ts'
import { useTexts } from '../../language/texts.ts'
import { reportsKey, studentsKey } from '../../live/live-keys.ts'
import { UpdateForm } from '../../parts/profile/update-form.tsx'
import { type StepUp, StepUpCancelled, useStepUp } from '../../parts/step-up/use-step-up.tsx'
import { useAccount } from '../../session/session.ts'
import { ConfirmButton, Modal, showError, showSuccess, TextField } from '../../ui/index.ts'
import styles from './member-modal.module.css'
import type { StudentRow } from './student-row.ts'

export type MemberModalProps = { open: boolean; onClose: () => void; student: StudentRow; hasPasskey: boolean }

/** An institute's actions on a student of its table: correct the roll number, or remove the student. */
export function MemberModal({ open, onClose, student, hasPasskey }: MemberModalProps) {
  const stepUp = useStepUp('ORG', hasPasskey)
  const change = { student, stepUp, onClose }
  return (
    <Modal open={open} onClose={onClose} title={student.name}>
      <div className={styles.parts}>
        <CorrectForm key={student.rollno} {...change} />
        <Removal key={student.uid} {...change} />
      </div>
      {stepUp.dialog}
    </Modal>
  )
}

type ChangeProps = { student: StudentRow; stepUp: StepUp; onClose: () => void }

/** Runs an action on the student, shows a toast, reads the table again and closes. */
function useChange<Input>(
  { stepUp, onClose }: ChangeProps,
  act: (input: Input) => Promise<unknown>,
  done: (input: Input) => string,
  onRefused: (message: string) => void = showError,
) {
  const texts = useTexts()
  const { $id } = useAccount()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => stepUp.run(() => act(input)),
    onSuccess: (_answer, input) => {
      showSuccess(done(input))
      onClose()
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
  const [rollNumber, setRollNumber] = useState(student.rollno)
  const [error, setError] = useState<string | undefined>()
  const { mutate, isPending } = useChange(
    change,
    (corrected: string) => correctRollNumber(student.uid, corrected),
    (corrected) => texts.members.corrected(student.name, corrected),
    setError,
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
        else if (rollNumber.trim() === student.rollno) onClose()
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
    () => removeMember(student.uid),
    () => members.removed(student.name),
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
