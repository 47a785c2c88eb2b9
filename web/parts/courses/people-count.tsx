import type { CourseRegister } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from './courses.module.css'

type PeopleCountProps = { enrolled: CourseRegister['enrolled'] }

/** How many are enrolled now, and apart from them how many were before. */
export function PeopleCount({ enrolled: { people, before } }: PeopleCountProps) {
  const words = useTextsOf(courseTexts).list
  const { number } = useFormat()
  return (
    <p className={styles.facts}>
      <span>{words.people(number(people))}</span> {before > 0 && <span>{words.before(number(before))}</span>}
    </p>
  )
}
