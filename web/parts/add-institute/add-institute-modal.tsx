import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { toastAutoCloseMs } from '#contract/rules.ts'
import type { StudentDocument } from '../../client/document-calls.ts'
import { updateDocument } from '../../client/document-calls.ts'
import { messageOf } from '../../client/request-error.ts'
import { useTexts } from '../../language/texts.ts'
import { isWholeCode } from '../../session/join-code.ts'
import { ConfirmButton, Modal, showError, showLoading, TextField } from '../../ui/index.ts'
import { instituteQuery } from '../institute-code/find-institute.ts'
import styles from './add-institute-modal.module.css'
import { checkInstituteCode } from './check-institute-code.ts'

export type AddInstituteModalProps = {
  open: boolean
  onClose: () => void
  student: StudentDocument
  /** Filled in already: of a join link; '' otherwise. */
  code: string
}

/** Spec §2, students only: joins an institute by its code; then the app reloads on the student's dashboard. */
export function AddInstituteModal({ open, onClose, student, code }: AddInstituteModalProps) {
  const { addInstitute } = useTexts()
  return (
    <Modal open={open} onClose={onClose} title={addInstitute.action}>
      <AddInstituteForm student={student} initialCode={code} />
    </Modal>
  )
}

function AddInstituteForm({ student, initialCode }: { student: StudentDocument; initialCode: string }) {
  const texts = useTexts()
  const { addInstitute } = texts
  const navigate = useNavigate()
  const [typed, setTyped] = useState(initialCode)
  const queries = useQueryClient()
  const { data: institute } = useQuery({ ...instituteQuery(typed), enabled: isWholeCode(typed) })
  const [error, setError] = useState<string | undefined>()
  const {
    mutate,
    isPending,
    data: isAdded,
  } = useMutation({
    mutationFn: async (code: string) => {
      const toast = showLoading(addInstitute.busy)
      try {
        if ((await queries.fetchQuery(instituteQuery(code))) === null) {
          toast.fail(texts.register.invalidInstituteCode)
          setError(texts.register.invalidInstituteCode)
          return false
        }
        await updateDocument('students', student.$id, { organisation: [...student.organisation, code] })
        toast.succeed(addInstitute.done)
        return true
      } catch (refusal) {
        toast.fail(messageOf(refusal, texts))
        throw refusal
      }
    },
    // Waits, so that the message can be read before the page reloads.
    onSuccess: (added) => added && setTimeout(() => void reloadDashboard(), toastAutoCloseMs),
    onError: (refusal) => setError(messageOf(refusal, texts)),
  })

  /**
   * First by the router: then the reloaded page knows that it was not the first one, and the focus goes to its heading.
   */
  async function reloadDashboard() {
    const dashboard = paths.studentDashboard(student.$id)
    await navigate(dashboard, { replace: location.pathname === dashboard })
    location.reload()
  }

  function refuse(message: string) {
    setError(message)
    showError(message)
  }

  function submit() {
    const check = checkInstituteCode(typed, student.organisation)
    if (check.kind === 'new') mutate(check.code)
    else if (check.kind === 'missing') setError(addInstitute.missing)
    else refuse(check.kind === 'duplicate' ? addInstitute.duplicate : texts.register.invalidInstituteCode)
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextField
        label={addInstitute.field}
        placeholder={addInstitute.placeholder}
        hint={institute?.name ?? addInstitute.hint}
        error={error}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        code
        value={typed}
        onValueChange={(value) => {
          setTyped(value)
          setError(undefined)
        }}
      />
      <ConfirmButton type="submit" kind="primary" wide busy={isPending || isAdded === true}>
        {addInstitute.action}
      </ConfirmButton>
    </form>
  )
}
