import { useState } from 'react'
import { profileTexts } from '#contract/profile-texts.ts'
import { changePassword } from '../../client/account-calls.ts'
import { isRequestError } from '../../client/request-error.ts'
import { describePassword } from '../../forms/describe-password.ts'
import { UpdateForm } from '../../forms/update-form.tsx'
import { useTextsOf } from '../../language/texts.ts'
import { PasswordField } from '../../ui/index.ts'
import type { Profile } from './profile.ts'
import { useUpdate } from './use-update.ts'

/** Spec §5: both passwords are needed. */
export function UpdatePasswordForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const profileWords = useTextsOf(profileTexts)
  const [oldPassword, setOldPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const update = useUpdate<'oldPassword' | 'newPassword'>(
    'password',
    profileWords.passwordUpdated,
    () => changePassword(newPassword, oldPassword),
    (error) => (isRequestError(error, 'user_invalid_credentials') ? 'oldPassword' : 'newPassword'),
    onClose,
  )

  function submit() {
    if (oldPassword === '') update.refuse('oldPassword', profileWords.bothPasswordsNeeded)
    else if (newPassword === '') update.refuse('newPassword', profileWords.bothPasswordsNeeded)
    else update.send()
  }

  return (
    <UpdateForm
      action={profileWords.changePassword}
      busy={update.isBusy}
      errors={update.errors}
      onSubmit={submit}
      onCancel={onClose}
    >
      {/* A password manager stores the new password under this name; it looks for it before the first password field. */}
      <input type="text" hidden name="username" autoComplete="username" value={profile.email} readOnly />
      <PasswordField
        label={profileWords.oldPassword}
        autoComplete="current-password"
        error={update.errors.oldPassword}
        value={oldPassword}
        onValueChange={(value) => {
          setOldPassword(value)
          update.clearErrors()
        }}
      />
      <PasswordField
        label={profileWords.newPassword}
        autoComplete="new-password"
        enterKeyHint="done"
        error={update.errors.newPassword}
        hint={
          <>
            <span>{describePassword(newPassword, { email: profile.email, names: [profile.name] })}</span>
            <br />
            <span>{profileWords.sessionsNote}</span>
          </>
        }
        value={newPassword}
        onValueChange={(value) => {
          setNewPassword(value)
          update.clearErrors()
        }}
      />
    </UpdateForm>
  )
}
