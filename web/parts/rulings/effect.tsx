import type { RegisterWorking } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from './ruling-modal.module.css'

type Numbers = Pick<RegisterWorking, 'points' | 'counted' | 'percentage'>

/** What a decision would change in a person's numbers; nothing where it changes none. */
export function Effect({ now, after }: { now: Numbers; after: Numbers | undefined }) {
  const { today, register } = useTextsOf(courseTexts)
  const { number } = useFormat()
  if (!after || (after.points === now.points && after.counted === now.counted)) return null
  const say = ({ points, counted }: Numbers) => today.hereOf(number(points / 100), number(counted))
  const becomes = after.percentage === null ? register.none : `${say(after)}, ${after.percentage}`
  return (
    <p className={styles.effect} role="status">
      {`${say(now)} → ${becomes}`}
    </p>
  )
}
