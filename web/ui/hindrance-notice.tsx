import { IconAlertTriangle } from '@tabler/icons-react'
import { useTexts } from '../language/texts.ts'
import { Banner } from './banner.tsx'
import styles from './hindrance-notice.module.css'

/** What to change before a login: the address, where it is not that of the server (`origin`), or what the browser keeps. */
export function HindranceNotice({ origin }: { origin: string | undefined }) {
  const { common } = useTexts()
  return (
    <div className={styles.notice} role="alert">
      <Banner
        icon={<IconAlertTriangle size={24} stroke={1.8} aria-hidden="true" />}
        title={origin === undefined ? common.siteDataBlocked : common.otherAddress}
      >
        {origin === undefined ? (
          common.siteDataHint
        ) : (
          <a href={origin + location.pathname + location.search}>{origin}</a>
        )}
      </Banner>
    </div>
  )
}
