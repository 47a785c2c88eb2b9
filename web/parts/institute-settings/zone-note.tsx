import { useContext } from 'react'
import { TimeZoneContext } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Hint } from '../../ui/index.ts'
import { nameTimeZone } from './list-time-zones.ts'
import { settingsTexts } from './settings-texts.ts'

/** Names the zone of the times on a page, where the reader's clock has another one. */
export function ZoneNote() {
  const { timesOf } = useTextsOf(settingsTexts)
  const zone = useContext(TimeZoneContext)
  const here = nameTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
  if (zone === undefined || nameTimeZone(zone) === here) return null
  return <Hint>{timesOf(zone)}</Hint>
}
