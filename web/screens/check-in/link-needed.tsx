import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { passkeyTexts } from '#contract/passkey-texts.ts'
import { heldPasskeyHours } from '#contract/rules.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { Button } from '../../ui/button.tsx'
import { EmailAddress } from '../../ui/email-address.tsx'
import { FieldError } from '../../ui/field-error.tsx'
import { SetApart } from '../../ui/set-apart.tsx'
import type { Offer } from './begin.ts'
import styles from './check-in.module.css'
import { FrontDesk } from './closed-stage.tsx'
import { SignPanel } from './sign-panel.tsx'

/** A student whose last passkey was removed: the next one needs a mailed link, so this check-in ends at the front desk. */
export function LinkNeeded({ student }: { student: NonNullable<Offer['student']> }) {
  const texts = useTexts()
  const { stepUp } = useTextsOf(passkeyTexts)
  const { number } = useFormat()
  const [sentTo, setSentTo] = useState<string | undefined>()
  const [error, setError] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)

  async function send() {
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      const { sendLinkHere } = await import('./register-here.ts')
      const outcome = await sendLinkHere()
      if (outcome.kind === 'sent') setSentTo(outcome.to)
      else setError(outcome.message)
    } catch {
      // Its part of the app could not be fetched.
      setError(texts.common.networkFailed)
    }
    setBusy(false)
  }

  const held = texts.passkey.heldAfterwards(number(heldPasskeyHours))
  return (
    <>
      <SignPanel tone="framed" icon={IconMail} title={stepUp.linkTitle} hint={`${stepUp.linkNeeded} ${held}`} />
      <div className={styles.form}>
        <p role="status" className={styles.about}>
          {sentTo !== undefined && (
            <SetApart sentence={texts.stepUp.linkSent(sentTo)} part={sentTo}>
              <EmailAddress>{sentTo}</EmailAddress>
            </SetApart>
          )}
        </p>
        <div role="alert">
          <FieldError message={error} />
        </div>
        {sentTo === undefined && (
          <Button kind="primary" size="large" wide busy={isBusy} onClick={() => void send()}>
            {texts.stepUp.sendLink}
          </Button>
        )}
        <FrontDesk student={student} />
      </div>
    </>
  )
}
