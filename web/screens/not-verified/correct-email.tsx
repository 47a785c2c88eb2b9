import { profileTexts } from '#contract/profile-texts.ts'
import { useTextsOf } from '../../language/texts.ts'
import type { Profile } from '../../parts/profile/profile.ts'
import { UpdateEmailForm } from '../../parts/profile/update-email-form.tsx'
import { useDialogTitle } from '../../ui/index.ts'

type CorrectEmailProps = {
  onClose: () => void
  profile: Pick<Profile, 'label' | '$id'>
}

/** A mistyped email can be changed before it is verified: its mail goes to a stranger, or nowhere. */
export function CorrectEmail({ onClose, profile }: CorrectEmailProps) {
  useDialogTitle(useTextsOf(profileTexts).modalTitle('email'))
  return <UpdateEmailForm profile={profile} onClose={onClose} />
}
