import type { CourseSession } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from './courses.module.css'

type HereCountProps = { session: Pick<CourseSession, 'present' | 'people' | 'apart'> }

/** Who is here of whom is expected, and apart from them guests and who came after closing. */
export function HereCount({ session: { present, people, apart } }: HereCountProps) {
  const words = useTextsOf(courseTexts).session
  const { number } = useFormat()
  return (
    <span className={styles.here}>
      <b>{words.present(number(present), number(people))}</b>
      {apart.guests > 0 && <span className={styles.facts}> {words.guests(apart.guests)}</span>}
      {apart.afterClosing > 0 && (
        <span className={styles.facts}> {words.afterClosing(number(apart.afterClosing))}</span>
      )}
    </span>
  )
}
