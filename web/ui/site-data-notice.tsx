import { IconCookieOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { keepsSiteData } from '../language/site-data.ts'
import { useTexts } from '../language/texts.ts'
import { Banner } from './banner.tsx'
import styles from './site-data-notice.module.css'

/** Above a form that a browser without cookies and storage cannot send: what to change. Nothing in other browsers. */
export function SiteDataNotice() {
  const { common } = useTexts()
  // Not at the first drawing: that of a page which is drawn in the build knows no browser.
  const [isKept, setKept] = useState(true)
  useEffect(() => setKept(keepsSiteData()), [])
  if (isKept) return null
  return (
    <div className={styles.notice} role="alert">
      <Banner icon={<IconCookieOff size={24} stroke={1.8} aria-hidden="true" />} title={common.siteDataBlocked}>
        {common.siteDataHint}
      </Banner>
    </div>
  )
}
