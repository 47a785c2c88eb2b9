import type { Label } from '#contract/identifiers.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { Button } from '../../ui/index.ts'
import styles from './passkey-guide.module.css'
import { passkeyGuideTexts } from './passkey-guide-texts.ts'
import { PhoneCode } from './phone-code.tsx'
import { ThisComputer } from './this-computer.tsx'
import type { PhoneWay } from './use-phone-way.ts'

export type PasskeyGuideProps = {
  category: Label
  way: PhoneWay
  /** What a phone opens to register there, as a code to scan; without one the link of a mail leads the phone here. */
  address?: string
  /** The computer's own registration runs. */
  busy: boolean
  /** Another registration runs, and is not to be cut off. */
  resting?: boolean
  onThisComputer: () => void
  /** A registration waits for a device. */
  isWaiting: boolean
  /** Ends the registration that waits for a device. */
  onCancel: () => void
}

/** Beside the button that registers a first passkey: what it is, which device to take, and the way without a phone. */
export function PasskeyGuide({
  category,
  way,
  address,
  busy,
  resting = false,
  onThisComputer,
  isWaiting,
  onCancel,
}: PasskeyGuideProps) {
  const { guide } = useTextsOf(passkeyGuideTexts)
  const { common } = useTexts()
  const asksPhone = way === 'by-code' || way === 'unknown'
  return (
    <div className={styles.guide} data-waiting={way === 'unknown'}>
      <p>
        <strong className={styles.question}>{guide.question}</strong> <span>{guide.answer[category]}</span>
      </p>
      {asksPhone && (
        <ol className={styles.steps}>
          {guide.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {asksPhone && <ThisComputer busy={busy} resting={resting} onClick={onThisComputer} />}
      {way === 'open-there' &&
        (address === undefined ? (
          <p>{guide.openLink}</p>
        ) : (
          <PhoneCode address={address}>
            <p>{guide.scanCode}</p>
          </PhoneCode>
        ))}
      {way === 'is-here' && <p>{guide.onThisPhone}</p>}
      {isWaiting && (
        <Button className={styles.cancel} onClick={onCancel}>
          {common.cancel}
        </Button>
      )}
    </div>
  )
}
