import { useState } from 'react'
import { checkRollNumber } from '../../forms/check-field.ts'
import { UpdateForm } from '../../forms/update-form.tsx'
import { useAct } from '../../kit/use-act.ts'
import { useTextsOf } from '../../language/texts.ts'
import { ConfirmButton, Hint, Stack, TextField, useDialogTitle } from '../../ui/index.ts'
import styles from './member-modal.module.css'
import { membersTexts } from './members-texts.ts'

/** A student of the institute, as far as these actions need it. */
export type Member = { readonly id: string; readonly name: string; readonly rollNumber: string }

type MemberModalProps = {
  onClose: () => void
  student: Member
  /** The student is removed: what showed it is left. */
  onRemoved?: () => void
}

/** An institute's actions on one of its students: correct the roll number, or remove the student. */
export function MemberModal({ onClose, student, onRemoved }: MemberModalProps) {
  const change = { student, onClose, onRemoved }
  useDialogTitle(student.name)
  return (
    <Stack gap={24}>
      <CorrectForm {...change} />
      <Removal {...change} />
    </Stack>
  )
}

type ChangeProps = { student: Member; onClose: () => void; onRemoved: (() => void) | undefined }

function CorrectForm({ student, onClose }: ChangeProps) {
  const membersWords = useTextsOf(membersTexts)
  const [rollNumber, setRollNumber] = useState(student.rollNumber)
  const [error, setError] = useState<string | undefined>()
  const { run, isBusy } = useAct('PATCH /members/:studentId')
  async function correct(corrected: string) {
    const refused = (_error: Error, sentence: string) => setError(sentence)
    const done = membersWords.corrected(student.name, corrected)
    if (await run({ studentId: student.id }, { rollNumber: corrected }, { done, refused })) onClose()
  }
  return (
    <UpdateForm
      action={membersWords.correct}
      busy={isBusy}
      errors={error}
      onCancel={onClose}
      onSubmit={() => {
        const wrong = checkRollNumber(rollNumber)
        if (wrong !== undefined) setError(wrong)
        else if (rollNumber.trim() === student.rollNumber) onClose()
        else void correct(rollNumber.trim())
      }}
    >
      <TextField
        label={membersWords.rollNumber}
        hint={membersWords.rollNumberHint}
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
function Removal({ student, onClose, onRemoved }: ChangeProps) {
  const members = useTextsOf(membersTexts)
  const [isAsked, setAsked] = useState(false)
  const { run, isBusy } = useAct('DELETE /members/:studentId')
  async function remove() {
    if (!(await run({ studentId: student.id }, {}, { done: members.removed(student.name) }))) return
    onClose()
    onRemoved?.()
  }
  return (
    <div className={styles.removal}>
      <Hint>{members.removeHint}</Hint>
      <ConfirmButton isAsking={isAsked} busy={isBusy} onClick={() => (isAsked ? void remove() : setAsked(true))}>
        {isAsked ? members.removeNow(student.name) : members.remove}
      </ConfirmButton>
    </div>
  )
}
