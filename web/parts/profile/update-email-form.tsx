import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { collectionOf } from '#contract/identifiers.ts'
import { profileTexts } from '#contract/profile-texts.ts'
import { changeEmail } from '../../client/account-calls.ts'
import { updateDocument } from '../../client/document-calls.ts'
import { isRequestError } from '../../client/request-error.ts'
import { checkEmail } from '../../forms/check-field.ts'
import { UpdateForm } from '../../forms/update-form.tsx'
import { useTextsOf } from '../../language/texts.ts'
import { accountKey, profileKey } from '../../session/session.ts'
import { PasswordField, TextField } from '../../ui/index.ts'
import { makeEmailChange } from './change-profile-email.ts'
import type { Profile } from './profile.ts'
import { useUpdate } from './use-update.ts'

/** Spec §5: new email and current password. Afterwards another address is unverified, and the guard takes over. */
export function UpdateEmailForm({
  profile,
  onClose,
}: {
  profile: Pick<Profile, 'label' | '$id'>
  onClose: () => void
}) {
  const profileWords = useTextsOf(profileTexts)
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [change] = useState(() =>
    makeEmailChange({
      changeAccount: changeEmail,
      changeProfile: async (next) => {
        const changed = await updateDocument(collectionOf[profile.label], profile.$id, { email: next })
        queries.setQueryData(profileKey(profile.label, profile.$id), changed)
      },
    }),
  )
  const update = useUpdate<'email' | 'password'>(
    'email',
    profileWords.emailUpdated,
    async () => {
      const account = await change(email.trim(), password)
      // Last, because the guard then replaces this screen.
      queries.setQueryData(accountKey, account)
    },
    (error) => (isRequestError(error, 'user_invalid_credentials') ? 'password' : 'email'),
    onClose,
  )

  function submit() {
    const wrong = checkEmail(email)
    if (email.trim() === '') update.refuse('email', profileWords.newEmailNeeded)
    else if (wrong !== undefined) update.refuse('email', wrong)
    else if (password === '') update.refuse('password', profileWords.passwordNeeded)
    else update.send()
  }

  return (
    <UpdateForm
      action={profileWords.updateEmail}
      busy={update.isBusy}
      errors={update.errors}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextField
        label={profileWords.newEmail}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={update.errors.email}
        value={email}
        onValueChange={(value) => {
          setEmail(value)
          update.clearErrors()
        }}
      />
      <PasswordField
        label={profileWords.currentPassword}
        autoComplete="current-password"
        enterKeyHint="done"
        error={update.errors.password}
        hint={profileWords.mailNote}
        value={password}
        onValueChange={(value) => {
          setPassword(value)
          update.clearErrors()
        }}
      />
    </UpdateForm>
  )
}
