import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { addInstituteTexts } from '#contract/add-institute-texts.ts'
import { paths } from '#contract/paths.ts'
import { registrationTexts } from '#contract/registration-texts.ts'
import { toastAutoCloseMs } from '#contract/rules.ts'
import { normaliseText } from '#contract/text-fields.ts'
import type { StudentDocument } from '../../client/document-calls.ts'
import { updateDocument } from '../../client/document-calls.ts'
import { isRequestError, messageOf } from '../../client/request-error.ts'
import { checkRollNumber } from '../../forms/check-field.ts'
import { Form } from '../../forms/form.tsx'
import { useTextsOf } from '../../language/texts.ts'
import { isWholeCode } from '../../session/join-code.ts'
import { ConfirmButton, showError, showLoading, TextField, useDialogTitle } from '../../ui/index.ts'
import { studentDashboardTexts } from '../attendance-record/student-dashboard-texts.ts'
import { instituteQuery } from '../institute-code/find-institute.ts'
import { checkInstituteCode } from './check-institute-code.ts'

type Sent = { readonly code: string; readonly rollNumber: string | undefined }

/** Adds the institute, and says how that goes; `data` is true once it is added. */
function useAdding(student: StudentDocument, refused: (refusal: Error) => void) {
  const register = useTextsOf(registrationTexts)
  const addInstitute = useTextsOf(addInstituteTexts)
  const navigate = useNavigate()
  const queries = useQueryClient()
  /**
   * First by the router: then the reloaded page knows that it was not the first one, and the focus goes to its heading.
   */
  async function reloadDashboard() {
    const dashboard = paths.studentDashboard(student.$id)
    await navigate(dashboard, { replace: location.pathname === dashboard })
    location.reload()
  }
  return useMutation({
    mutationFn: async ({ code, rollNumber }: Sent) => {
      const toast = showLoading(addInstitute.busy)
      try {
        if ((await queries.fetchQuery(instituteQuery(code))) === null) throw new Error(register.invalidInstituteCode)
        const organisation = [...student.organisation, code]
        await updateDocument('students', student.$id, { organisation, ...(rollNumber && { rollNumber }) })
        toast.succeed(addInstitute.done)
        return true
      } catch (refusal) {
        toast.fail(messageOf(refusal))
        throw refusal
      }
    },
    // Waits, so that the message can be read before the page reloads.
    onSuccess: () => setTimeout(() => void reloadDashboard(), toastAutoCloseMs),
    onError: refused,
  })
}

type AddInstituteModalProps = {
  student: StudentDocument
  /** Filled in already: of a join link; '' otherwise. */
  code: string
}

/** Spec §2, students only: joins an institute by its code; then the app reloads on the student's dashboard. */
export function AddInstituteModal({ student, code }: AddInstituteModalProps) {
  const register = useTextsOf(registrationTexts)
  const addInstitute = useTextsOf(addInstituteTexts)
  const { addInstitute: action } = useTextsOf(studentDashboardTexts)
  useDialogTitle(action)
  const [typed, setTyped] = useState(code)
  const { data: institute } = useQuery({ ...instituteQuery(typed), enabled: isWholeCode(typed) })
  const [error, setError] = useState<string>()
  /** The number there; undefined until the own one was found to be another student's. */
  const [number, setNumber] = useState<string>()
  const [numberError, setNumberError] = useState<string>()
  const {
    mutate,
    isPending,
    data: isAdded,
  } = useAdding(student, (refusal) => {
    const message = messageOf(refusal)
    if (!isRequestError(refusal, 'document_unique_constraint_violation')) setError(message)
    else if (number === undefined) setNumber('')
    else setNumberError(message)
  })

  function refuse(message: string) {
    setError(message)
    showError(message)
  }

  function submit() {
    const check = checkInstituteCode(typed, student.organisation)
    const wrongNumber = number === undefined ? undefined : checkRollNumber(number)
    if (wrongNumber !== undefined) setNumberError(wrongNumber)
    else if (check.kind === 'new') mutate({ code: check.code, rollNumber: number && normaliseText(number) })
    else if (check.kind === 'missing') setError(addInstitute.missing)
    else refuse(check.kind === 'duplicate' ? addInstitute.duplicate : register.invalidInstituteCode)
  }

  return (
    <Form
      gap={24}
      onSubmit={() => {
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
          setNumber(undefined)
        }}
      />
      {number === undefined ? null : (
        <TextField
          label={addInstitute.number}
          hint={addInstitute.numberHint}
          error={numberError}
          autoComplete="off"
          code
          value={number}
          onValueChange={(value) => {
            setNumber(value)
            setNumberError(undefined)
          }}
        />
      )}
      <ConfirmButton type="submit" kind="primary" wide busy={isPending || isAdded === true}>
        {action}
      </ConfirmButton>
    </Form>
  )
}
