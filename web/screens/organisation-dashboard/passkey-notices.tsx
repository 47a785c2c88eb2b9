import type { UseQueryResult } from '@tanstack/react-query'
import type { HeldPasskeys as Held, OwnPasskeys } from '#contract/passkey.ts'
import { PasskeyBanner } from '../../parts/passkey/passkey-banner.tsx'
import { HeldPasskeys } from './held-passkeys.tsx'
import { RecoveryCodesNotice } from './recovery-codes-notice.tsx'

export type PasskeyNoticesProps = { own: OwnPasskeys | undefined; held: UseQueryResult<Held> }

/**
 * Notices about passkeys: recovery codes that the organisation should make, and new passkeys of students that it can
 * confirm.
 */
export function PasskeyNotices({ own, held }: PasskeyNoticesProps) {
  return (
    <>
      {own?.enrolment === 'recovery-code' && <PasskeyBanner category="ORG" reason="recovery" />}
      {own && <RecoveryCodesNotice own={own} />}
      <HeldPasskeys held={held} />
    </>
  )
}
