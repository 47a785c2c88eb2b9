import { IconDeviceLaptop } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { Label } from '#contract/identifiers.ts'
import { usePasskeyTexts } from '../../language/passkey-texts.ts'
import { Button } from '../../ui/index.ts'
import styles from './passkey-guide.module.css'
import { usePhoneWay } from './use-phone-way.ts'

const QrCode = lazy(async () => ({ default: (await import('../qr-code/qr-code.tsx')).QrCode }))

export type PasskeyGuideProps = {
  category: Label
  /** What a phone opens to register there, as a code to scan where this computer cannot ask the phone. */
  address?: string
  /** The computer's own registration runs. */
  busy: boolean
  onThisComputer: () => void
}

/** Beside the button that registers a first passkey: what it is, which device to take, and the way without a phone. */
export function PasskeyGuide({ category, address, busy, onThisComputer }: PasskeyGuideProps) {
  const { guide } = usePasskeyTexts()
  const way = usePhoneWay(category)
  const asksPhone = way === 'by-code' || way === 'unknown'
  return (
    <div className={styles.guide} data-waiting={way === 'unknown'}>
      <p>
        <strong className={styles.question}>{guide.question}</strong> {guide.answer[category]}
      </p>
      {asksPhone && (
        <ol className={styles.steps}>
          {guide.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {asksPhone && (
        <div className={styles.other}>
          <Button
            kind="quiet"
            className={styles.computer}
            icon={<IconDeviceLaptop size={20} stroke={1.9} aria-hidden="true" />}
            busy={busy}
            onClick={onThisComputer}
          >
            {guide.onThisComputer}
          </Button>
          <span className={styles.hint}>{guide.onThisComputerHint}</span>
        </div>
      )}
      {way === 'open-there' && (
        <div className={styles.there}>
          {address && (
            <div className={styles.code}>
              <Suspense fallback={null}>
                <QrCode address={address} label={guide.address} />
              </Suspense>
            </div>
          )}
          <p>{guide.noPhone}</p>
        </div>
      )}
      {way === 'is-here' && <p>{guide.onThisPhone}</p>}
    </div>
  )
}
