import { useContext } from 'react'
import { settingsTexts } from '#contract/settings-texts.ts'
import { TimeZoneContext } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { nameTimeZone } from './list-time-zones.ts'
import styles from './settings.module.css'

/** Names the zone of the times on a page, where the reader's clock has another one. */
export function ZoneNote() {
  const { timesOf } = useTextsOf(settingsTexts)
  const zone = useContext(TimeZoneContext)
  const here = nameTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
  if (zone === undefined || nameTimeZone(zone) === here) return null
  return <p className={styles.hint}>{timesOf(zone)}</p>
}
