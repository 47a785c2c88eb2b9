import { IconAlertTriangle } from '@tabler/icons-react'
import { useTextsOf } from '../../language/texts.ts'
import type { MarkingTexts } from '../room-display/marking-texts.ts'
import { markingTexts } from '../room-display/marking-texts.ts'
import styles from './marking-notice.module.css'
import { useBrowserLack } from './use-browser-lack.ts'

type MarkingNoticeProps = {
  /** A student's phone did not answer. */
  isUnanswered: boolean
  /** How students can sign where this computer cannot ask a phone. */
  instead: keyof MarkingTexts['instead']
}

/** What keeps phones from answering at this computer: what its browser lacks, or perhaps Bluetooth. */
export function MarkingNotice({ isUnanswered, instead: how }: MarkingNoticeProps) {
  const words = useTextsOf(markingTexts)
  const lack = useBrowserLack()
  const notice = lack ? words.lack[lack] : isUnanswered ? words.unanswered : undefined
  const instead = lack === 'hybrid' && ` ${words.instead[how]}`
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
