import { profileTexts } from '#contract/profile-texts.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Modal } from '../../ui/index.ts'
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

export type UpdateModalProps = {
  open: boolean
  /** The field to change. Kept while the modal closes, so that its content does not disappear early. */
  field: UpdatableField
  onClose: () => void
  profile: Profile
}

/** The modals of the profile drawer, titled 'Update email', 'Update phoneNumber', 'Update password' and 'Update name' (spec §2). */
export function UpdateModal({ open, field, onClose, profile }: UpdateModalProps) {
  const profileWords = useTextsOf(profileTexts)
  const Form = forms[field]
  return (
    <Modal open={open} onClose={onClose} title={profileWords.modalTitle(field)}>
      <Form profile={profile} onClose={onClose} />
    </Modal>
  )
}
