import { useEffect, useEffectEvent } from 'react'
import { useCheckInTexts } from '../../language/check-in-texts.ts'
import type { Offer } from './begin.ts'
import styles from './check-in.module.css'
import { useTimeLeft } from './use-time-left.ts'

/** One cell of the ruler, s. A scan is good for eighteen of them. */
const cellSeconds = 10
const cells = 18

/** What is left of the scan, over a ruler; `onOver` at its end. */
export function ScanLeft({ offer, onOver }: { offer: Offer; onOver: () => void }) {
  const words = useCheckInTexts()
  const left = useTimeLeft(offer.goodUntil, offer.serverTime)
  const reportOver = useEffectEvent(onOver)
  useEffect(() => {
    if (left === 0) reportOver()
  }, [left])
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
