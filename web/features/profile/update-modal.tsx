import { useTexts } from '../../language/texts.ts'
import { Modal } from '../../ui/index.ts'
import type { Profile } from './profile.ts'
import { UpdateEmailForm } from './update-email-form.tsx'
import { UpdatePasswordForm } from './update-password-form.tsx'
import { UpdatePhoneNumberForm } from './update-phone-number-form.tsx'

export type UpdatableField = 'email' | 'phoneNumber' | 'password'

const forms = { email: UpdateEmailForm, phoneNumber: UpdatePhoneNumberForm, password: UpdatePasswordForm } as const

export type UpdateModalProps = {
  /** What is being changed; undefined keeps the modal shut. */
  field: UpdatableField | undefined
  onClose: () => void
  profile: Profile
}

/** The modals of the profile drawer, titled 'Update email', 'Update phoneNumber' and 'Update password' (spec §2). */
export function UpdateModal({ field, onClose, profile }: UpdateModalProps) {
  const texts = useTexts()
  const Form = field && forms[field]
  return (
    <Modal
      open={field !== undefined}
      onClose={onClose}
      title={field === undefined ? '' : texts.profile.modalTitle(field)}
    >
      {Form && <Form profile={profile} onClose={onClose} />}
    </Modal>
  )
}
