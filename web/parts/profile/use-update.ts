import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { profileTexts } from '#contract/profile-texts.ts'
import { messageOf } from '../../client/request-error.ts'
import { useTextsOf } from '../../language/texts.ts'
import { showError, showSuccess } from '../../ui/index.ts'

/** What the profile drawer can change, as the spec names it. */
export type UpdatableField = 'name' | 'email' | 'phoneNumber' | 'password'

export type Update<FieldName extends string> = {
  readonly isBusy: boolean
  /** Errors by field. */
  readonly errors: Partial<Record<FieldName, string>>
  readonly clearErrors: () => void
  /** Refuses before anything is sent: the sentence at the field and as a toast. */
  readonly refuse: (field: FieldName, message: string) => void
  readonly send: () => void
}

/**
 * One change of the profile. Toasts: the spec's success, or 'Failed to update {field}' and the server's own sentence,
 * which is also shown at the field `blame(error)`.
 */
export function useUpdate<FieldName extends string>(
  field: UpdatableField,
  done: string,
  write: () => Promise<void>,
  blame: (error: Error) => FieldName,
  onDone: () => void,
): Update<FieldName> {
  const profile = useTextsOf(profileTexts)
  const [errors, setErrors] = useState<Partial<Record<FieldName, string>>>({})
  const showBeside = (name: FieldName, message: string) =>
    setErrors({ [name]: message } as Partial<Record<FieldName, string>>)
  const { mutate, isPending } = useMutation({
    mutationFn: write,
    onSuccess: () => {
      showSuccess(done)
      onDone()
    },
    onError: (error) => {
      const message = messageOf(error)
      showBeside(blame(error), message)
      showError(message)
      showError(profile.updateFailed(field))
    },
  })
  return {
    isBusy: isPending,
    errors,
    clearErrors: () => setErrors({}),
    refuse: (name, message) => {
      showBeside(name, message)
      showError(message)
    },
    send: () => mutate(),
  }
}
