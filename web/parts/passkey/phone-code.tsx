import type { ReactNode } from 'react'
import { useTextsOf } from '../../language/texts.ts'
import { latePart } from '../late-part/late-part.tsx'
import { passkeyGuideTexts } from './passkey-guide-texts.ts'
import styles from './phone-code.module.css'

const QrCode = latePart(async () => (await import('../qr-code/qr-code.tsx')).QrCode)

/** A code by which a phone opens `address`, beside what is to be done there. Without the code the address itself. */
export function PhoneCode({ address, children }: { address: string; children: ReactNode }) {
  const { guide } = useTextsOf(passkeyGuideTexts)
  return (
    <div className={styles.there}>
      <div className={styles.code}>
        <QrCode address={address} label={guide.address} failed={<p className={styles.address}>{address}</p>} />
      </div>
      {children}
    </div>
  )
}
