import { useState } from 'react'
import type { CoursePolicy } from '#contract/course-policy.ts'
import { type PolicyNumber, policyBounds } from '#contract/course-rules.ts'
import { courseTexts } from '#contract/course-texts.ts'
import type { CourseDetail, PolicyEffect } from '#contract/courses.ts'
import type { Acts } from '../../kit/use-act.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from '../../parts/courses/courses.module.css'
import { Button, ConfirmButton, showError, TextField } from '../../ui/index.ts'
import { LabelledChoice } from './labelled-choice.tsx'

const numbers = Object.keys(policyBounds) as PolicyNumber[]

/** How a course counts: tried first, then kept. */
export function PolicyForm({ course, acts }: { course: CourseDetail; acts: Acts }) {
  const words = useTextsOf('course', courseTexts)
  const { number } = useFormat()
  const { policy } = course
  const [typed, setTyped] = useState<Readonly<Record<PolicyNumber, string>>>(() => ({
    goal: String(policy.goal),
    latePoints: String(policy.latePoints),
    leftEarlyPoints: String(policy.leftEarlyPoints),
    lateAsAway: String(policy.lateAsAway ?? 0),
    drop: String(policy.drop),
    lateAfter: String(policy.lateAfter),
    closesAfter: String(policy.closesAfter ?? 0),
  }))
  const [{ excused, by, afterClosing, guests }, setChosen] = useState(policy)
  const [effect, setEffect] = useState<PolicyEffect>()
  const change = (part: Partial<CoursePolicy>) => {
    setEffect(undefined)
    setChosen((before) => ({ ...before, ...part }))
  }

  async function send(isTrial: boolean) {
    const read = readNumbers(typed)
    if (read === undefined) {
      showError(words.policy.wrong)
      return
    }
    const input = { policy: { ...read, excused, by, afterClosing, guests }, isTrial }
    const telling = isTrial ? {} : { done: words.form.saved }
    const answer = await acts.run('PUT /courses/:courseId/policy', { courseId: course.id }, input, telling)
    setEffect(isTrial ? answer : undefined)
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send(true)
      }}
    >
      <div className={styles.fields}>
        {numbers.map((field) => (
          <TextField
            key={field}
            label={words.policy[field]}
            inputMode="numeric"
            autoComplete="off"
            asciiDigits
            value={typed[field]}
            onValueChange={(value) => {
              setEffect(undefined)
              setTyped((before) => ({ ...before, [field]: value }))
            }}
          />
        ))}
      </div>
      <LabelledChoice
        label={words.policy.excused}
        words={words.policy.excusedAs}
        value={excused}
        onChoose={(value) => change({ excused: value })}
      />
      <LabelledChoice
        label={words.policy.by}
        words={words.policy.bys}
        value={by}
        onChoose={(value) => change({ by: value })}
      />
      <LabelledChoice
        label={words.policy.afterClosing}
        words={words.policy.afterClosings}
        value={afterClosing}
        onChoose={(value) => change({ afterClosing: value })}
      />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={guests}
          onChange={({ currentTarget }) => change({ guests: currentTarget.checked })}
        />
        <span>{words.policy.guests}</span>
      </label>
      {effect && (
        <p role="status">
          {words.policy.effect(number(effect.belowAfter), number(effect.people), number(effect.belowBefore))}
        </p>
      )}
      <div className={styles.actions}>
        <Button type="submit" busy={acts.isBusy}>
          {words.policy.try}
        </Button>
        <ConfirmButton kind="primary" busy={acts.isBusy} disabled={!effect} onClick={() => void send(false)}>
          {words.form.save}
        </ConfirmButton>
      </div>
    </form>
  )
}

/** Undefined where a number is out of its bounds. An empty field, or 0, means never where a policy can do without. */
function readNumbers(typed: Readonly<Record<PolicyNumber, string>>): Pick<CoursePolicy, PolicyNumber> | undefined {
  const orNever = (field: PolicyNumber) => (Number(typed[field]) === 0 ? null : Number(typed[field]))
  const read = {
    goal: Number(typed.goal),
    latePoints: Number(typed.latePoints),
    leftEarlyPoints: Number(typed.leftEarlyPoints),
    lateAsAway: orNever('lateAsAway'),
    drop: Number(typed.drop),
    lateAfter: Number(typed.lateAfter),
    closesAfter: orNever('closesAfter'),
  }
  const isGood = numbers.every((field) => {
    const value = read[field]
    const [least, most] = policyBounds[field]
    return value === null || (Number.isInteger(value) && value >= least && value <= most)
  })
  return isGood && (read.closesAfter === null || read.lateAfter <= read.closesAfter) ? read : undefined
}
