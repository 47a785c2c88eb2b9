import { useEffect, useEffectEvent } from 'react'
import { checkInTexts } from '#contract/check-in-texts.ts'
import { watchClocks } from '../../client/server-clock.ts'
import { useTextsOf } from '../../language/texts.ts'
import type { Offer } from './begin.ts'
import styles from './check-in.module.css'
import type { CheckInWork } from './use-check-in.ts'
import { useTimeLeft } from './use-time-left.ts'

/** One cell of the ruler, s. A scan is good for eighteen of them. */
const cellSeconds = 10
const cells = 18

/** What is left of the scan, over a ruler; at its end another scan is asked for. */
export function ScanLeft({ work, offer }: { work: Pick<CheckInWork, 'go' | 'renew'>; offer: Offer }) {
  const words = useTextsOf(checkInTexts)
  const left = useTimeLeft(offer.goodUntil, offer.serverTime)
  const reportOver = useEffectEvent(() => work.go({ kind: 'scan', why: 'scan-over' }))
  const renew = useEffectEvent(() => void work.renew(offer))
  useEffect(() => {
    if (left === 0) reportOver()
  }, [left])
  // To be seen again is no reason: a new begin ends the one that may be under the student's thumb.
  useEffect(() => watchClocks((doubt) => doubt === 'apart' && renew()), [])
  const current = cells - Math.min(cells, Math.ceil(left / cellSeconds))
  return (
    <div className={styles.left}>
      <p className={styles.line}>
        <span>{words.goodFor}</span>
        <b className={styles.figures}>{`${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`}</b>
      </p>
      <div className={styles.ruler} aria-hidden="true">
        {Array.from({ length: cells }, (_, cell) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell of the ruler never moves
          <span key={cell} data-cell={cell < current ? 'past' : cell === current ? 'now' : 'left'} />
        ))}
      </div>
    </div>
  )
}
