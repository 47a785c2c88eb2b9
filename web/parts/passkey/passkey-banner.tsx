import { IconKey } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { Label } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { heldPasskeyHours, toastAutoCloseMs } from '#contract/rules.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { Banner, Button } from '../../ui/index.ts'
import { PasskeyGuide } from './passkey-guide.tsx'
import { passkeyGuideTexts } from './passkey-guide-texts.ts'
import { usePhoneWay } from './use-phone-way.ts'
import { useRegisterPasskey } from './use-register-passkey.ts'

export type PasskeyBannerProps = {
  category: Label
  /** Why it is shown: no passkey yet, or a login by recovery code instead of a lost one. */
  reason?: 'missing' | 'recovery'
  /** There was one before, so that the next one needs a mailed link, and is held. */
  needsLink?: boolean | undefined
}

/** Spec §2: shown while the account has no passkey. The sentence differs by category, and so does the guide below it. */
export function PasskeyBanner({ category, reason = 'missing', needsLink }: PasskeyBannerProps) {
  const { passkey } = useTexts()
  const { guide } = useTextsOf(passkeyGuideTexts)
  const { number } = useFormat()
  const { pathname } = useLocation()
  const queries = useQueryClient()
  const [isDone, setDone] = useState(false)
  const way = usePhoneWay(category)
  const registration = useRegisterPasskey(category, () => {
    setDone(true)
    const before = new Set(queries.getMutationCache().getAll())
    // Spec §4: the page reloads after the message was shown. It does not reload if the person has gone to another page
    // or begun something here: recovery codes, for example, are shown only once, and the data was read again anyway.
    setTimeout(() => {
      const isElsewhere = location.pathname !== pathname
      const hasBegun = queries
        .getMutationCache()
        .getAll()
        .some((mutation) => !before.has(mutation))
      // A write of before may still be open.
      const isAtWork = queries.isMutating() > 0 || hasBegun || document.querySelector('[role="dialog"]') !== null
      if (!isElsewhere && !isAtWork) location.reload()
    }, toastAutoCloseMs)
  })
  return (
    <Banner
      icon={<IconKey size={34} stroke={1.7} aria-hidden="true" />}
      title={reason === 'recovery' ? passkey.recovered : passkey.missing}
      more={
        reason === 'missing' && (
          <PasskeyGuide
            category={category}
            way={way}
            address={location.origin + paths.login}
            busy={registration.isBusy && registration.place === 'this-device'}
            isWaiting={registration.isBusy}
            onThisComputer={() => registration.start('this-device')}
            onCancel={registration.cancel}
          />
        )
      }
      action={
        <Button
          // The spinner takes the place of the picture, and the label stays.
          icon={<IconKey size={20} stroke={1.9} aria-hidden="true" />}
          kind={way === 'open-there' ? 'secondary' : 'primary'}
          busy={(registration.isBusy && registration.place !== 'this-device') || isDone}
          onClick={() => registration.start()}
        >
          {passkey.register}
        </Button>
      }
    >
      <span>{reason === 'recovery' ? passkey.whyAgain : passkey.whyNeeded[category]}</span>
      {needsLink && <span>{` ${guide.linkAhead} ${passkey.heldAfterwards(number(heldPasskeyHours))}`}</span>}
    </Banner>
  )
}
