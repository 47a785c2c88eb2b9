import { useState } from 'react'
import { courseTexts } from '#contract/course-texts.ts'
import type { CourseDetail, PolicyEffect } from '#contract/courses.ts'
import type { FormState } from '../../forms/use-form.ts'
import { useActs } from '../../kit/use-act.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button, Card, Hint } from '../../ui/index.ts'
import styles from './course-settings.module.css'
import { type Changed, checkIn, counting, details, type Name, policyOf, type Teachers } from './course-values.ts'

type CourseChangesProps = {
  course: CourseDetail
  form: FormState<Name>
  teachers: Teachers
  changed: Changed
  leave: () => void
}

/** What the change would mean and for whom, and the one Save. */
export function CourseChanges({ course, form, teachers, changed, leave }: CourseChangesProps) {
  const { change: words, form: ofForm } = useTextsOf(courseTexts)
  const { number } = useFormat()
  const isOf = (names: readonly Name[]) => names.some((name) => changed.has(name))
  const without = (some: Teachers, others: Teachers) =>
    some.filter(({ staffId }) => !others.some((other) => other.staffId === staffId))
  const meanings = [
    ...(isOf(counting) ? [words.counting(number(course.sessions))] : []),
    ...(isOf(checkIn) ? [words.checkIn] : []),
    ...(isOf(details) ? [words.details] : []),
    ...without(teachers, course.teachers).map(({ name }) => words.begins(name)),
    ...without(course.teachers, teachers).map(({ name }) => words.ends(name)),
    ...(changed.has('teachers') && teachers.length === 0 ? [words.noTeacher] : []),
  ]
  return (
    <Card as="section" className={styles.changes} aria-label={words.title} data-changed={changed.size > 0}>
      <h2>{words.title}</h2>
      {isOf(counting) && <Trial course={course} form={form} />}
      {meanings.length === 0 ? (
        <Hint>{words.none}</Hint>
      ) : (
        meanings.map((meaning) => <Hint key={meaning}>{meaning}</Hint>)
      )}
      {form.refusal !== undefined && <p role="alert">{form.refusal}</p>}
      <div className={styles.acts}>
        <Button
          type="submit"
          kind={changed.size > 0 ? 'primary' : 'secondary'}
          disabled={changed.size === 0}
          busy={form.busy}
        >
          {ofForm.save}
        </Button>
        {changed.size > 0 && (
          <Button kind="quiet" onClick={() => leave()}>
            {words.leave}
          </Button>
        )}
      </div>
    </Card>
  )
}

/** How many would be below the goal: the server counts them, and keeps nothing. */
function Trial({ course, form }: Pick<CourseChangesProps, 'course' | 'form'>) {
  const { policy: words } = useTextsOf(courseTexts)
  const { number, percent } = useFormat()
  const { run, isBusy } = useActs()
  const [tried, setTried] = useState<{ readonly of: string; readonly effect: PolicyEffect }>()
  const policy = policyOf(form.values)
  const of = JSON.stringify(policy)
  async function tryOut() {
    const effect = await run('PUT /courses/:courseId/policy', { courseId: course.id }, { policy, isTrial: true })
    setTried(effect && { of, effect })
  }
  if (tried?.of !== of)
    return (
      <Button busy={isBusy} onClick={() => void tryOut()}>
        {words.try}
      </Button>
    )
  const { people, belowBefore, belowAfter } = tried.effect
  return (
    <div role="status" className={styles.effect}>
      <p data-more={belowAfter > belowBefore}>
        <b>{number(belowAfter)}</b> <span>{words.belowAfter(percent(policy.goal))}</span>
      </p>
      <p>{words.belowBefore(number(people), number(belowBefore), percent(course.policy.goal))}</p>
    </div>
  )
}
