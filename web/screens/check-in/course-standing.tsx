import { productAddress } from '#contract/addresses.ts'
import { checkInTexts } from '#contract/check-in-texts.ts'
import type { OwnSession, RegisterWorking } from '#contract/course-sessions.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Meter } from '../../ui/meter.tsx'
import { Percentage } from '../../ui/percentage.tsx'
import styles from './check-in.module.css'
import { useOwnRead } from './use-own-read.ts'

export type CourseStandingProps = { course: { readonly id: string; readonly title: string }; sessionId: string }

/** What the mark changes in the course's numbers. They are asked for once the mark is there: without an answer the page is as before. */
export function CourseStanding({ course, sessionId }: CourseStandingProps) {
  const words = useTextsOf(checkInTexts)
  const { number } = useFormat()
  const ids = { courseId: course.id, sessionId }
  const own = useOwnRead<OwnSession>(productAddress('GET /own/courses/:courseId/sessions/:sessionId', ids))
  if (!own || own.now.percentBp === null) return null
  const count = ({ points, counted }: RegisterWorking) => words.counted[own.by](number(points / 100), counted)
  const percent = own.now.percentBp / 100
  return (
    <section className={styles.standing}>
      <h2>{words.attendanceIn(course.title)}</h2>
      <Percentage percent={percent} line={own.goal} size="large" />
      <Meter percent={percent} line={own.goal} className={styles.meter} />
      <dl className={styles.rows}>
        {own.before.counted > 0 && (
          <div>
            <dt>{words.beforeSession}</dt>
            <dd>{count(own.before)}</dd>
          </div>
        )}
        <div>
          <dt>{words.withSession}</dt>
          <dd>{count(own.now)}</dd>
        </div>
      </dl>
    </section>
  )
}
