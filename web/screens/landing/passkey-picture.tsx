import { IconDeviceMobile } from '@tabler/icons-react'
import { attendanceTexts } from '#contract/attendance-texts.ts'
import { useTextsOf } from '../../language/texts.ts'
import { landingTexts } from './landing-texts.ts'
import styles from './passkey-picture.module.css'
import { QrPicture } from './qr-picture.tsx'
import { sampleStudent } from './sample-data.ts'

/** The institute's screen while it waits for the student's phone; the window at the left is the browser's own. */
export function PasskeyPicture() {
  const attendance = useTextsOf(attendanceTexts)
  const landing = useTextsOf(landingTexts)
  return (
    <div className={styles.picture} aria-hidden="true">
      <div className={styles.page}>
        <div className={styles.window}>
          <b>{landing.usePasskey}</b>
          <span>{landing.usePasskeyHint}</span>
          <QrPicture />
          <span className={styles.cancel}>{landing.cancel}</span>
        </div>
      </div>
      <div className={styles.panel}>
        <span className={styles.ring}>
          <IconDeviceMobile size={40} stroke={2.2} />
        </span>
        <div className={styles.name}>
          <span>{sampleStudent.firstName}</span>
          <br />
          <span>{sampleStudent.lastName}</span>
        </div>
        <div className={styles.rollNumber}>{sampleStudent.rollNumber}</div>
        <div className={styles.message}>{attendance.confirmNow}</div>
      </div>
    </div>
  )
}
