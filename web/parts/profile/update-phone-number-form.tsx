import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { collectionOf } from '#contract/identifiers.ts'
import { profileTexts } from '#contract/profile-texts.ts'
import { updateDocument } from '../../client/document-calls.ts'
import { checkPhoneNumber } from '../../forms/check-field.ts'
import { UpdateForm } from '../../forms/update-form.tsx'
import { useTextsOf } from '../../language/texts.ts'
import { profileKey } from '../../session/session.ts'
import { TextField } from '../../ui/index.ts'
import type { Profile } from './profile.ts'
import { useUpdate } from './use-update.ts'

/** Spec §5: a value is needed. */
export function UpdatePhoneNumberForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const profileWords = useTextsOf(profileTexts)
  const queries = useQueryClient()
  const [phoneNumber, setPhoneNumber] = useState('')
  const update = useUpdate<'phoneNumber'>(
    'phoneNumber',
    profileWords.phoneNumberUpdated,
    async () => {
      const changed = await updateDocument(collectionOf[profile.label], profile.$id, { phoneNumber })
      queries.setQueryData(profileKey(profile.label, profile.$id), changed)
    },
    () => 'phoneNumber',
    onClose,
  )

  function submit() {
    const wrong = checkPhoneNumber(phoneNumber)
    if (phoneNumber.trim() === '') update.refuse('phoneNumber', profileWords.phoneNumberNeeded)
    else if (wrong !== undefined) update.refuse('phoneNumber', wrong)
    else update.send()
  }

  return (
    <UpdateForm
      action={profileWords.updatePhoneNumber}
      busy={update.isBusy}
      errors={update.errors}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextField
        label={profileWords.newPhoneNumber}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        asciiDigits
        enterKeyHint="done"
        error={update.errors.phoneNumber}
        value={phoneNumber}
        onValueChange={(value) => {
          setPhoneNumber(value)
          update.clearErrors()
        }}
      />
    </UpdateForm>
  )
}
