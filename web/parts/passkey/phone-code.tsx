import { lazy, type ReactNode, Suspense } from 'react'
import { usePasskeyGuideTexts } from '../../language/passkey-guide-texts.ts'
import styles from './phone-code.module.css'

const QrCode = lazy(async () => ({ default: (await import('../qr-code/qr-code.tsx')).QrCode }))

/** A code by which a phone opens `address`, beside what is to be done there. */
export function PhoneCode({ address, children }: { address: string; children: ReactNode }) {
  const { guide } = usePasskeyGuideTexts()
  return (
    <div className={styles.there}>
      <div className={styles.code}>
        <Suspense fallback={null}>
          <QrCode address={address} label={guide.address} />
        </Suspense>
      </div>
      {children}
    </div>
  )
}
