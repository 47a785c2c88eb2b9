import { IconCookieOff, IconWorld } from '@tabler/icons-react'
import { useTexts } from '../language/texts.ts'
import { Banner } from './banner.tsx'
import { findOtherOrigin } from './hindrance.tsx'
import styles from './hindrance-notice.module.css'

/** What to change before a login: the address, or what the browser keeps. */
export function HindranceNotice() {
  const { common } = useTexts()
  const origin = findOtherOrigin()
  return (
    <div className={styles.notice} role="alert">
      {origin === undefined ? (
        <Banner icon={<IconCookieOff size={24} stroke={1.8} aria-hidden="true" />} title={common.siteDataBlocked}>
          {common.siteDataHint}
        </Banner>
      ) : (
        <Banner icon={<IconWorld size={24} stroke={1.8} aria-hidden="true" />} title={common.otherAddress}>
          <a href={origin + location.pathname + location.search}>{origin}</a>
        </Banner>
      )}
    </div>
  )
}
