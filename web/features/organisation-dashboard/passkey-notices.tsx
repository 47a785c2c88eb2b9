import { PasskeyBanner } from '../passkey/passkey-banner.tsx'
import { usePasskeys } from '../passkey/use-passkeys.ts'
import { HeldPasskeys } from './held-passkeys.tsx'
import { RecoveryCodesNotice } from './recovery-codes-notice.tsx'

/** What an organisation with a passkey may have to see to: its own lost one, the day that it is lost, or those of its students. */
export function PasskeyNotices() {
  const { data } = usePasskeys()
  return (
    <>
      {data?.enrolment === 'recovery-code' && <PasskeyBanner category="ORG" reason="recovery" />}
      {data && <RecoveryCodesNotice own={data} />}
      <HeldPasskeys />
    </>
  )
}
