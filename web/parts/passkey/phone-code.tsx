import { lazy, type ReactNode, Suspense } from 'react'
import { usePasskeyTexts } from '../../language/passkey-texts.ts'
import styles from './phone-code.module.css'

const QrCode = lazy(async () => ({ default: (await import('../qr-code/qr-code.tsx')).QrCode }))

/** A code by which a phone opens `address`, beside what is to be done there. */
export function PhoneCode({ address, children }: { address: string; children: ReactNode }) {
  const { guide } = usePasskeyTexts()
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
