import { courseTexts } from '#contract/course-texts.ts'
import { useTextsOf } from '../../language/texts.ts'
import { formatShortCountdown } from '../attendance-session/countdown.ts'
import styles from './running-band.module.css'

/** How long what runs still lasts, as a figure of its band. */
export function EndsIn({ remaining }: { remaining: number }) {
  const words = useTextsOf(courseTexts).today
  const left = formatShortCountdown(remaining)
  return (
    <p className={styles.figure}>
      <span className={styles.label}>{words.endsIn}</span>{' '}
      <b role="timer" aria-label={left}>
        {left}
      </b>
    </p>
  )
}
