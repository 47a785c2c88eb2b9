import { IconCheck, IconClock, IconDeviceLaptop, IconDeviceMobile, IconKey, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { OwnPasskey, OwnPasskeys } from '#contract/passkey.ts'
import { paths } from '#contract/paths.ts'
import { heldPasskeyHours } from '#contract/rules.ts'
import { placeKey } from '../../client/passkey-ceremony.ts'
import { isHandheld } from '../../client/passkey-place.ts'
import { useFormat } from '../../language/format.ts'
import { readKept } from '../../language/site-data.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { findTried, pickCounting } from '../../parts/own-passkeys/passkey-task.ts'
import { usePasskeys } from '../../parts/own-passkeys/use-passkeys.ts'
import { ClearPasskeyButton } from '../../parts/passkey/clear-passkey-button.tsx'
import { ownPasskeyTexts } from '../../parts/passkey/own-passkey-texts.ts'
import { PhoneCode } from '../../parts/passkey/phone-code.tsx'
import { type PhoneWay, usePhoneWay } from '../../parts/passkey/use-phone-way.ts'
import { useRegisterPasskey } from '../../parts/passkey/use-register-passkey.ts'
import { useStudentProfile } from '../../session/session.ts'
import { Banner, Button, Card, Skeleton } from '../../ui/index.ts'
import styles from './passkey-state.module.css'
import { type Rehearsal, useRehearsal } from './use-rehearsal.ts'

const icon = { size: 34, stroke: 1.7, 'aria-hidden': true } as const

/** Spec §2: what the student's passkey can do in class. Without one the banner of the frame stands in its place. */
export function PasskeyState() {
  const { data: student } = useStudentProfile()
  const { data: own, isError } = usePasskeys()
  const way = usePhoneWay('STD')
  if (student && student.passKey !== true) return null
  if (student && own && way !== 'unknown') return <State own={own} way={way} />
  // What was read before stays, also where it could not be read again.
  if (!own && isError) return null
  return (
    <div className={styles.place}>
      <Skeleton height="100%" />
    </div>
  )
}

function State({ own, way }: { own: OwnPasskeys; way: PhoneWay }) {
  const { state } = useTextsOf(ownPasskeyTexts)
  const { dateTime } = useFormat()
  const heldAfterwards = useHeldAfterwards()
  const rehearsal = useRehearsal(own)
  const { readiness } = own
  const counting = pickCounting(own)
  const tried = findTried(counting)
  const newest = counting.at(-1)
  // A passkey on a phone cannot be tried where no phone can be asked.
  const isThere = way === 'open-there'
  if (readiness?.heldUntil) {
    return (
      <Banner
        icon={<IconClock {...icon} />}
        title={state.held(dateTime(readiness.heldUntil))}
        action={!isThere && <TryIt rehearsal={rehearsal} />}
      >
        <span>{state.heldText}</span> {newest && <span>{state.meanwhile((tried ?? newest).name)}</span>}{' '}
        {isThere && <span>{state.tryThere}</span>}
      </Banner>
    )
  }
  switch (readiness?.state) {
    case 'refused':
      return <Refused own={own} />
    case 'changed':
      return (
        <Banner tone="refused" icon={<IconX {...icon} />} title={state.refused}>
          <span>{state.changedText}</span> <span>{heldAfterwards}</span>
        </Banner>
      )
    case 'one-device':
      return (
        <OneDevice
          name={newest?.name ?? ''}
          isThere={isThere}
          isOnThisPhone={isHandheld() && counting.some(isHere)}
          rehearsal={rehearsal}
        />
      )
    case 'ready': {
      if (tried)
        return (
          <Ready
            name={tried.name}
            moment={dateTime(tried.lastUsedAt)}
            action={isThere ? <p className={styles.fact}>{state.tryThere}</p> : <TryIt rehearsal={rehearsal} />}
          />
        )
      return (
        <Banner
          icon={<IconKey {...icon} />}
          title={state.untried}
          action={!isThere && <TryIt kind="primary" rehearsal={rehearsal} />}
        >
          {isThere ? state.tryThere : state.untriedText(newest?.name ?? '')}
        </Banner>
      )
    }
    default:
      return null
  }
}

type TryItProps = { kind?: 'primary' | 'secondary'; rehearsal: Rehearsal; resting?: boolean }

function TryIt({ kind = 'secondary', rehearsal, resting = false }: TryItProps) {
  const { state } = useTextsOf(ownPasskeyTexts)
  return (
    <Button kind={kind} busy={rehearsal.isBusy} resting={resting} onClick={rehearsal.start}>
      {state.tryIt}
    </Button>
  )
}

function Ready({ name, moment, action }: { name: string; moment: string; action: ReactNode }) {
  const { state } = useTextsOf(ownPasskeyTexts)
  return (
    <Card as="section" className={styles.ready} aria-label={state.title}>
      <IconCheck className={styles.tick} size={22} stroke={2.6} aria-hidden="true" />
      <p className={styles.words}>
        <strong>{state.ready}</strong> <span className={styles.fact}>{state.lastUsed(name, moment)}</span>
      </p>
      {action}
    </Card>
  )
}

function Refused({ own }: { own: OwnPasskeys }) {
  const { state } = useTextsOf(ownPasskeyTexts)
  const heldAfterwards = useHeldAfterwards()
  const suspect = own.passkeys.find(({ isSuspect, isChanged }) => isSuspect && !isChanged)
  return (
    <Banner
      tone="refused"
      icon={<IconX {...icon} />}
      title={state.refused}
      action={suspect && <ClearPasskeyButton passkey={suspect} kind="secondary" />}
    >
      <span>{state.refusedText}</span> <span>{heldAfterwards}</span>
    </Banner>
  )
}

type OneDeviceProps = { name: string; isThere: boolean; isOnThisPhone: boolean; rehearsal: Rehearsal }

/** It may be a computer's; a phone that keeps its passkey for itself can be tried here. */
function OneDevice({ name, isThere, isOnThisPhone, rehearsal }: OneDeviceProps) {
  const { state } = useTextsOf(ownPasskeyTexts)
  const heldAfterwards = useHeldAfterwards()
  const registration = useRegisterPasskey('STD')
  return (
    <Banner
      icon={isHandheld() ? <IconDeviceMobile {...icon} /> : <IconDeviceLaptop {...icon} />}
      title={state.oneDevice}
      action={
        <div className={styles.actions}>
          {!isThere && !isOnThisPhone && (
            <Button
              kind="primary"
              busy={registration.isBusy}
              resting={rehearsal.isBusy}
              onClick={() => registration.start()}
            >
              {state.addPhone}
            </Button>
          )}
          <TryIt kind={isOnThisPhone ? 'primary' : 'secondary'} rehearsal={rehearsal} resting={registration.isBusy} />
        </div>
      }
      more={
        isThere && (
          <PhoneCode address={location.origin + paths.login}>
            <p>
              <span>{state.addThere}</span> <span>{heldAfterwards}</span>
            </p>
          </PhoneCode>
        )
      }
    >
      {isOnThisPhone ? state.onThisPhone(name) : state.oneDeviceText(name)}
    </Banner>
  )
}

/** When a passkey counts that is registered by a mailed link. */
function useHeldAfterwards(): string {
  const { passkey } = useTexts()
  const { number } = useFormat()
  return passkey.heldAfterwards(number(heldPasskeyHours))
}

/** Whether it is known that this passkey is on the device that the page is on. */
const isHere = ({ credentialId }: OwnPasskey) => readKept(placeKey) === credentialId
