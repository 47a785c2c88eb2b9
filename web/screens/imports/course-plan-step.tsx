import { Link } from 'react-router'
import { courseImportTexts } from '#contract/course-import-texts.ts'
import type { CourseImport, CourseImportView } from '#contract/course-imports.ts'
import { paths } from '#contract/paths.ts'
import { callProduct } from '../../client/call-product.ts'
import { withStepUp } from '../../kit/step-up.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useInstitute } from '../../session/session.ts'
import styles from './imports.module.css'
import { PlanStep } from './plan-step.tsx'
import { PlannedCourses } from './planned-courses.tsx'
import { useApply } from './use-apply.ts'

type CoursePlanStepProps = {
  plan: CourseImport
  /** What would happen now. */
  onPlan: (plan: CourseImport) => void
  onBack: () => void
  onApplied: (id: string) => void
}

const usual = ['newCourses', 'changedCourses', 'sameCourses', 'newEnrolments', 'sameEnrolments', 'newTeachers'] as const
const others = [
  ...(['goneCourses', 'goneEnrolments', 'goneTeachers', 'leftOutCourses'] as const),
  ...(['unknownPeople', 'toInvite'] as const),
]
const applyCall = 'POST /course-imports/:importId/apply'

/** What would happen to courses, people and teachers. */
export function CoursePlanStep({ plan, onPlan, onBack, onApplied }: CoursePlanStepProps) {
  const words = useTextsOf(courseImportTexts)
  const { plan: say } = words
  const { number } = useFormat()
  const importId = plan.id
  const { apply, again, moved } = useApply({
    apply: async (isReviewed: boolean) =>
      withStepUp(applyCall, () => callProduct(applyCall, { importId }, { seal: plan.seal, isReviewed })),
    finish: async () => undefined,
    onApplied: () => onApplied(importId),
    again: () => callProduct('POST /course-imports/:importId/plan', { importId }, {}),
    onPlan,
    sayMoved: async () => say.moved,
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
  const ends = counts.goneCourses + counts.goneEnrolments + counts.goneTeachers
  const begins = counts.newCourses + counts.changedCourses + counts.newEnrolments + counts.newTeachers
  const sayHold = () => {
    if (counts.goneCourses + counts.goneEnrolments === 0) return say.onHoldEmpty
    const courses = [number(counts.goneCourses), number(plan.ofSource.courses)] as const
    return say.onHold(...courses, number(counts.goneEnrolments), number(plan.ofSource.enrolments))
  }
  return (
    <PlanStep
      plan={plan}
      noMail={words.noMail}
      moved={moved}
      again={again}
      hold={{
        title: sayHold(),
        hint: say.onHoldHint,
        confirm: say.reviewed,
        part: counts.goneCourses > 0 ? 'gone' : 'people',
      }}
      counts={[
        ...usual.map((count) => ({ label: say.counts[count], count: counts[count], isUsual: true })),
        ...others.map((count) => ({ label: say.counts[count], count: counts[count], isUsual: false })),
      ]}
      note={
        <>
          {counts.toInvite > 0 && <Invite plan={plan} />}
          {plan.ownLeftOut && <p className={styles.quiet}>{say.ownLeftOut}</p>}
          {counts.unknownPeople > 0 && <p className={styles.quiet}>{say.unknownHint}</p>}
        </>
      }
      partsLabel={say.partsLabel}
      sizes={sizes}
      labelOf={(part) => (part === 'people' ? say.parts.people : `${say.parts[part]} ${number(sizes[part])}`)}
      lines={(part) => <PlannedCourses key={part} plan={plan} part={part} />}
      none={say.allSame}
      back={say.backToFiles}
      onBack={onBack}
      action={say.apply}
      isNothing={begins + ends === 0}
      isBusy={apply.isPending}
      onApply={apply.mutate}
    />
  )
}

/** Teachers who have to be invited, by name. */
function Invite({ plan: { invite, counts } }: { plan: CourseImport }) {
  const { plan: words } = useTextsOf(courseImportTexts)
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
