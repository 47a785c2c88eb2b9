import { profileTexts } from '#contract/profile-texts.ts'
import { useTextsOf } from '../../language/texts.ts'
import type { Profile } from '../../parts/profile/profile.ts'
import { UpdateEmailForm } from '../../parts/profile/update-email-form.tsx'
import { Modal } from '../../ui/index.ts'

export type CorrectEmailProps = {
  open: boolean
  onClose: () => void
  profile: Pick<Profile, 'label' | '$id'>
}

/** A mistyped email can be changed before it is verified: its mail goes to a stranger, or nowhere. */
export function CorrectEmail({ open, onClose, profile }: CorrectEmailProps) {
  const profileWords = useTextsOf(profileTexts)
  return (
    <Modal open={open} onClose={onClose} title={profileWords.modalTitle('email')}>
      <UpdateEmailForm profile={profile} onClose={onClose} />
    </Modal>
  )
}
