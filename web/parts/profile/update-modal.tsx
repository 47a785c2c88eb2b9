import { profileTexts } from '#contract/profile-texts.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useDialogTitle } from '../../ui/index.ts'
import type { Profile } from './profile.ts'
import { UpdateEmailForm } from './update-email-form.tsx'
import { UpdateNameForm } from './update-name-form.tsx'
import { UpdatePasswordForm } from './update-password-form.tsx'
import { UpdatePhoneNumberForm } from './update-phone-number-form.tsx'
import type { UpdatableField } from './use-update.ts'

const forms = {
  ...{ name: UpdateNameForm, email: UpdateEmailForm },
  ...{ phoneNumber: UpdatePhoneNumberForm, password: UpdatePasswordForm },
} as const

type UpdateModalProps = {
  /** To change. */
  field: UpdatableField
  onClose: () => void
  profile: Profile
}

/** The modals of the profile drawer, titled 'Update email', 'Update phoneNumber', 'Update password' and 'Update name' (spec §2). */
export function UpdateModal({ field, onClose, profile }: UpdateModalProps) {
  useDialogTitle(useTextsOf(profileTexts).modalTitle(field))
  const Form = forms[field]
  return <Form profile={profile} onClose={onClose} />
}
