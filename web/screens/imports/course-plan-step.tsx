import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { courseImportTexts } from '#contract/course-import-texts.ts'
import type { CourseImport, CourseImportView } from '#contract/course-imports.ts'
import { importTexts } from '#contract/import-texts.ts'
import { paths } from '#contract/paths.ts'
import { callProduct } from '../../client/call-product.ts'
import { messageOf, RequestError } from '../../client/request-error.ts'
import { StepUpCancelled, withStepUp } from '../../kit/step-up.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { useInstitute } from '../../session/session.ts'
import { Button, Choice, ConfirmButton, classNames, showError } from '../../ui/index.ts'
import styles from './imports.module.css'
import { Moved, OnHold } from './plan-banners.tsx'
import { PlannedCourses } from './planned-courses.tsx'

type CoursePlanStepProps = {
  plan: CourseImport
  /** What would happen now. */
  onPlan: (plan: CourseImport) => void
  onBack: () => void
  onApplied: (id: string) => void
}

/** What would happen to courses, people and teachers, and the one way forward. */
export function CoursePlanStep({ plan, onPlan, onBack, onApplied }: CoursePlanStepProps) {
  const texts = useTexts()
  const words = useTextsOf('courseImport', courseImportTexts)
  const { plan: common } = useTextsOf('import', importTexts)
  const { number } = useFormat()
  const queries = useQueryClient()
  const [chosen, setPart] = useState<CourseImportView>()
  const [isReviewed, setReviewed] = useState(false)
  const [hasMoved, setMoved] = useState(false)
  const onError = (error: Error) => {
    if (!(error instanceof StepUpCancelled)) showError(messageOf(error, texts))
  }
  const apply = useMutation({
    mutationFn: async () => {
      const name = 'POST /course-imports/:importId/apply'
      const input = { seal: plan.seal, isReviewed }
      await withStepUp(name, () => callProduct(name, { importId: plan.id }, input))
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'account', refetchType: 'none' })
    },
    onSuccess: () => onApplied(plan.id),
    onError: (error) => {
      if (error instanceof RequestError && error.reason === 'courses-moved') setMoved(true)
      else onError(error)
    },
  })
  const again = useMutation({
    mutationFn: () => callProduct('POST /course-imports/:importId/plan', { importId: plan.id }, {}),
    onSuccess: (next) => {
      setMoved(false)
      setReviewed(false)
      onPlan(next)
    },
    onError,
  })
  const { counts } = plan
  const people = counts.newEnrolments + counts.goneEnrolments + counts.unknownPeople
  const teachers = counts.newTeachers + counts.goneTeachers + counts.toInvite
  const sizes = {
    'left-out': counts.leftOutCourses,
    gone: counts.goneCourses,
    changed: counts.changedCourses,
    new: counts.newCourses,
    people: people + teachers + (plan.ownLeftOut ? 1 : 0),
  } as const satisfies Record<CourseImportView, number>
  const open = (Object.keys(sizes) as CourseImportView[]).filter((part) => sizes[part] > 0)
  const part = open.find((one) => one === chosen) ?? open[0]
  const ends = counts.goneCourses + counts.goneEnrolments + counts.goneTeachers
  const begins = counts.newCourses + counts.changedCourses + counts.newEnrolments + counts.newTeachers
  const sayHold = () => {
    if (counts.goneCourses + counts.goneEnrolments === 0) return words.plan.onHoldEmpty
    const courses = [number(counts.goneCourses), number(plan.ofSource.courses)] as const
    return words.plan.onHold(...courses, number(counts.goneEnrolments), number(plan.ofSource.enrolments))
  }
  return (
    <>
      <p>
        <b>{common.nothingSaved}</b> <span>{common.wouldHappen}</span> <span>{words.noMail}</span>
      </p>
      {hasMoved && <Moved title={words.plan.moved} isBusy={again.isPending} onAgain={() => again.mutate()} />}
      {plan.isOnHold && (
        <OnHold
          title={sayHold()}
          hint={words.plan.onHoldHint}
          confirm={words.plan.reviewed}
          isReviewed={isReviewed}
          onLook={() => setPart(counts.goneCourses > 0 ? 'gone' : 'people')}
          onReviewed={setReviewed}
        />
      )}
      <Counts counts={counts} />
      {counts.toInvite > 0 && <Invite plan={plan} />}
      {plan.ownLeftOut && <p className={styles.quiet}>{words.plan.ownLeftOut}</p>}
      {counts.unknownPeople > 0 && <p className={styles.quiet}>{words.plan.unknownHint}</p>}
      {part ? (
        <div className={styles.part}>
          <Choice
            label={words.plan.partsLabel}
            options={open.map((value) => ({
              value,
              label:
                value === 'people' ? words.plan.parts.people : `${words.plan.parts[value]} ${number(sizes[value])}`,
            }))}
            value={part}
            onChoose={setPart}
          />
          <PlannedCourses key={part} plan={plan} part={part} />
        </div>
      ) : (
        <p>{words.plan.allSame}</p>
      )}
      <div className={styles.actions}>
        <Button onClick={onBack}>{words.plan.backToFiles}</Button>
        <ConfirmButton
          kind="primary"
          question={plan.seal}
          busy={apply.isPending}
          disabled={begins + ends === 0 || hasMoved || (plan.isOnHold && !isReviewed)}
          onClick={() => apply.mutate()}
        >
          {words.plan.apply}
        </ConfirmButton>
      </div>
    </>
  )
}

/** They are always said; the others where there are any. */
const usual = ['newCourses', 'changedCourses', 'sameCourses', 'newEnrolments', 'sameEnrolments', 'newTeachers'] as const
const others = [
  ...(['goneCourses', 'goneEnrolments', 'goneTeachers', 'leftOutCourses'] as const),
  ...(['unknownPeople', 'toInvite'] as const),
]

function Counts({ counts }: Pick<CourseImport, 'counts'>) {
  const { plan: words } = useTextsOf('courseImport', courseImportTexts)
  const { number } = useFormat()
  const shown = [...usual, ...others.filter((count) => counts[count] > 0)]
  return (
    <dl className={styles.counts}>
      {shown.map((count) => (
        <div key={count} className={classNames(others.some((one) => one === count) && styles.look)}>
          <dt>{words.counts[count]}</dt>
          <dd>{number(counts[count])}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Teachers who have to be invited, by name. */
function Invite({ plan: { invite, counts } }: { plan: CourseImport }) {
  const { plan: words } = useTextsOf('courseImport', courseImportTexts)
  const { $id } = useInstitute()
  return (
    <section className={styles.notes} aria-label={words.invite}>
      <p>
        <b>{words.invite}</b>
      </p>
      <p>
        <span>{words.inviteHint}</span> <Link to={paths.staff($id)}>{words.toStaff}</Link>
      </p>
      <ul>
        {invite.map(({ name, email }) => (
          <li key={`${name} ${email}`}>
            <span lang={nameLanguage(name)}>{name}</span> <span>{email}</span>
          </li>
        ))}
        {counts.toInvite > invite.length && <li>…</li>}
      </ul>
    </section>
  )
}
