import { useEffect, useState } from 'react'
import type { AccountLabel } from '#contract/identifiers.ts'
import { findPlace, usualPlace } from '../../client/passkey-place.ts'

/**
 * How a student's phone gets its passkey: it is the device that the page is on, it scans a code that this computer shows, or
 * the student opens the page on it. `none`: of an institute no phone is wanted.
 */
export type PhoneWay = 'none' | 'is-here' | 'by-code' | 'open-there' | 'unknown'

/** `unknown` for a moment, until the browser has said whether it can ask a phone. */
export function usePhoneWay(category: AccountLabel): PhoneWay {
  const [canAsk, setCanAsk] = useState<boolean | undefined>()
  useEffect(() => {
    void findPlace(category).then((place) => setCanAsk(place === 'phone'))
  }, [category])
  if (category === 'ORG') return 'none'
  if (usualPlace(category) !== 'phone') return 'is-here'
  if (canAsk === undefined) return 'unknown'
  return canAsk ? 'by-code' : 'open-there'
}
