import { IconCheck, IconClock, IconDeviceLaptop, IconKey, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { OwnPasskeys } from '#contract/passkey.ts'
import { useFormat } from '../../language/format.ts'
import { usePasskeyTexts } from '../../language/passkey-texts.ts'
import { ClearPasskeyButton } from '../../parts/passkey/clear-passkey-button.tsx'
import { usePasskeys } from '../../parts/passkey/use-passkeys.ts'
import { usePhoneWay } from '../../parts/passkey/use-phone-way.ts'
import { useRegisterPasskey } from '../../parts/passkey/use-register-passkey.ts'
import { useProfile } from '../../session/session.ts'
import { Banner, Button, Skeleton } from '../../ui/index.ts'
import styles from './passkey-state.module.css'
import { findTried } from './passkey-task.ts'
import { useRehearsal } from './use-rehearsal.ts'

const icon = { size: 34, stroke: 1.7, 'aria-hidden': true } as const

/** Spec §2: what the student's passkey can do in class. Without one the banner of the frame stands in its place. */
export function PasskeyState() {
  const { data: student } = useProfile('STD')
  const { data: own, isError } = usePasskeys()
  if ((student && student.passKey !== true) || isError) return null
  if (student && own) return <State own={own} />
  return (
    <div className={styles.place}>
      <Skeleton height="100%" />
    </div>
  )
}

function State({ own }: { own: OwnPasskeys }) {
  const { state } = usePasskeyTexts()
  const { dateTime } = useFormat()
  const rehearsal = useRehearsal()
  const { passkeys, readiness } = own
  const tryIt = (kind: 'primary' | 'secondary') => (
    <Button kind={kind} busy={rehearsal.isBusy} onClick={rehearsal.start}>
      {state.tryIt}
    </Button>
  )
  switch (readiness?.state) {
    case 'held':
      return (
        <Banner
          icon={<IconClock {...icon} />}
          title={state.held(dateTime(readiness.heldUntil ?? 0))}
          action={tryIt('secondary')}
        >
          {state.heldText}
        </Banner>
      )
    case 'refused':
      return <Refused own={own} />
    case 'one-device':
      return <OneDevice own={own} />
    case 'ready': {
      const used = findTried(passkeys)
      if (used) return <Ready name={used.name} moment={dateTime(used.lastUsedAt)} action={tryIt('secondary')} />
      return (
        <Banner icon={<IconKey {...icon} />} title={state.untried} action={tryIt('primary')}>
          {state.untriedText(passkeys.at(-1)?.name ?? '')}
        </Banner>
      )
    }
    default:
      return null
  }
}

function Ready({ name, moment, action }: { name: string; moment: string; action: ReactNode }) {
  const { state } = usePasskeyTexts()
  return (
    <section className={styles.ready} aria-label={state.title}>
      <IconCheck className={styles.tick} size={22} stroke={2.6} aria-hidden="true" />
      <p className={styles.words}>
        <strong>{state.ready}</strong> <span className={styles.fact}>{state.lastUsed(name, moment)}</span>
      </p>
      {action}
    </section>
  )
}

function Refused({ own }: { own: OwnPasskeys }) {
  const { state } = usePasskeyTexts()
  const suspect = own.passkeys.find(({ isSuspect }) => isSuspect)
  return (
    <Banner
      tone="refused"
      icon={<IconX {...icon} />}
      title={state.refused}
      action={suspect && <ClearPasskeyButton label="STD" passkey={suspect} kind="secondary" />}
    >
      {state.refusedText}
    </Banner>
  )
}

function OneDevice({ own }: { own: OwnPasskeys }) {
  const { state, kiosk } = usePasskeyTexts()
  const registration = useRegisterPasskey('STD', true)
  const isByLogin = usePhoneWay('STD') === 'open-there'
  return (
    <>
      <Banner
        icon={<IconDeviceLaptop {...icon} />}
        title={state.oneDevice}
        action={
          !isByLogin && (
            <Button kind="primary" busy={registration.isBusy} onClick={() => registration.start()}>
              {state.addPhone}
            </Button>
          )
        }
      >
        {isByLogin ? kiosk.oneDevice : state.oneDeviceText(own.passkeys[0]?.name ?? '')}
      </Banner>
      {registration.dialog}
    </>
  )
}
