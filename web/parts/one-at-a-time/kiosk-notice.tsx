import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { type BrowserLack, checkBrowser } from '../../client/check-browser.ts'
import { useDeskTexts } from '../../language/desk-texts.ts'
import styles from './kiosk-notice.module.css'

/** What keeps phones from answering at this computer: what its browser lacks, or perhaps Bluetooth. */
export function KioskNotice({ isUnanswered }: { isUnanswered: boolean }) {
  const { kiosk } = useDeskTexts()
  const [lack, setLack] = useState<BrowserLack>()

  useEffect(() => {
    void checkBrowser().then(setLack)
  }, [])

  const notice = lack ? kiosk.lack[lack] : isUnanswered ? kiosk.unanswered : undefined
  return (
    <div role="status">
      {notice !== undefined && (
        <p className={styles.notice}>
          <IconAlertTriangle size={22} stroke={1.9} aria-hidden="true" />
          <span>{notice}</span>
        </p>
      )}
    </div>
  )
}
