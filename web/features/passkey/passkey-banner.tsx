import { IconKey } from '@tabler/icons-react'
import type { Label } from '#contract/identifiers.ts'
import { useTexts } from '../../language/texts.ts'
import { Banner, Button } from '../../ui/index.ts'
import { ConfirmPasswordModal } from './confirm-password-modal.tsx'
import { useRegisterPasskey } from './use-register-passkey.ts'

/** Spec §2: shown while the account has no passkey. The sentence differs by category. */
export function PasskeyBanner({ category }: { category: Label }) {
  const { passkey } = useTexts()
  const registration = useRegisterPasskey(category)
  return (
    <>
      <Banner
        icon={<IconKey size={34} stroke={1.7} aria-hidden="true" />}
        title={passkey.missing}
        action={
          <Button kind="primary" busy={registration.isBusy} onClick={registration.start}>
            {passkey.register}
          </Button>
        }
      >
        {passkey.whyNeeded[category]}
      </Banner>
      <ConfirmPasswordModal
        open={registration.isPasswordNeeded}
        onClose={registration.cancelPassword}
        onConfirm={registration.confirmPassword}
      />
    </>
  )
}
