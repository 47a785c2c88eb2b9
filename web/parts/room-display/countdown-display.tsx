import { attendanceTexts } from '#contract/attendance-texts.ts'
import { useTextsOf } from '../../language/texts.ts'
import { formatCountdown } from '../attendance-session/countdown.ts'
import { Ruler } from '../attendance-session/ruler.tsx'
import styles from './countdown-display.module.css'

/** The countdown, digit by digit, over a ruler with one cell for each minute. `remaining`: ms. */
export function CountdownDisplay({ remaining }: { remaining: number }) {
  const attendance = useTextsOf(attendanceTexts)
  const shown = formatCountdown(remaining)
  return (
    <div className={styles.countdown}>
      <p className={styles.caption}>{attendance.endsAfter}</p>
      <p className={styles.time} role="timer" aria-label={shown}>
        {[...shown].map((character, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place in HH:MM:SS never moves
          <span key={place} className={character === ':' ? styles.colon : styles.digit} aria-hidden="true">
            {character}
          </span>
        ))}
      </p>
      <Ruler remaining={remaining} className={styles.ruler} />
    </div>
  )
}
