import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { KioskTexts } from '#contract/kiosk-texts.ts'
import { type BrowserLack, checkBrowser } from '../../client/check-browser.ts'
import { useKioskTexts } from '../../language/kiosk-texts.ts'
import styles from './kiosk-notice.module.css'

type KioskNoticeProps = {
  /** A student's phone did not answer. */
  isUnanswered: boolean
  /** How students can sign where this computer cannot ask a phone. */
  instead: keyof KioskTexts['instead']
}

/** What keeps phones from answering at this computer: what its browser lacks, or perhaps Bluetooth. */
export function KioskNotice({ isUnanswered, instead: how }: KioskNoticeProps) {
  const kiosk = useKioskTexts()
  const [lack, setLack] = useState<BrowserLack>()

  useEffect(() => {
    const check = () => void checkBrowser().then(setLack)
    check()
    // Bluetooth may be plugged in, or taken away, while the page is open.
    window.addEventListener('focus', check)
    document.addEventListener('visibilitychange', check)
    return () => {
      window.removeEventListener('focus', check)
      document.removeEventListener('visibilitychange', check)
    }
  }, [])

  const notice = lack ? kiosk.lack[lack] : isUnanswered ? kiosk.unanswered : undefined
  const instead = lack === 'hybrid' && ` ${kiosk.instead[how]}`
  return (
    <div role="status">
      {notice !== undefined && (
        <p className={styles.notice}>
          <IconAlertTriangle size={22} stroke={1.9} aria-hidden="true" />
          <span>
            <span>{notice}</span>
            <span>{instead}</span>
          </span>
        </p>
      )}
    </div>
  )
}
