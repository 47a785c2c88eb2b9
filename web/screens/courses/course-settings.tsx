import { courseTexts } from '#contract/course-texts.ts'
import type { CourseDetail } from '#contract/courses.ts'
import { Form } from '../../forms/form.tsx'
import type { FormState } from '../../forms/use-form.ts'
import { useActs } from '../../kit/use-act.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import parts from '../../parts/courses/courses.module.css'
import { useMay } from '../../session/may.ts'
import { ConfirmButton, Fieldset, Hint, Stack, TextField } from '../../ui/index.ts'
import { CourseChanges } from './course-changes.tsx'
import styles from './course-settings.module.css'
import { CourseTeachers } from './course-teachers.tsx'
import { checkIn, counting, details, type Name, type RuleName, type Values, valuesOf } from './course-values.ts'
import { LabelledChoice } from './labelled-choice.tsx'
import { useCourseChanges, useSaveCourse } from './use-course-changes.ts'

/** How a course counts, who teaches it, and what it is called. */
export function CourseSettings({ course }: { course: CourseDetail }) {
  const { course: words } = useTextsOf(courseTexts)
  if (useMay('office')) return <OfficeSettings course={course} />
  return (
    <section className={parts.part} aria-label={words.teachers}>
      <h2>{words.teachers}</h2>
      <Hint>{course.teachers.map(({ name }) => name).join(', ') || words.noTeachers}</Hint>
    </section>
  )
}

function OfficeSettings({ course }: { course: CourseDetail }) {
  const words = useTextsOf(courseTexts)
  const changes = useCourseChanges(course)
  const save = useSaveCourse(course, changes)
  const { form, teachers, setTeachers } = changes
  const row = (name: Name) => <Row key={name} name={name} form={form} saved={valuesOf(course)} />
  return (
    <Form ref={form.formRef} className={styles.page} onSubmit={form.submit(save)}>
      <Stack gap={24}>
        <Fieldset legend={words.course.policy}>{counting.map(row)}</Fieldset>
        <Fieldset legend={words.policy.checkIn}>{checkIn.map(row)}</Fieldset>
        <Fieldset legend={words.course.details}>
          <CourseTeachers chosen={teachers} onChange={setTeachers} />
          {details.map(row)}
          <Closing course={course} />
        </Fieldset>
      </Stack>
      <CourseChanges course={course} {...changes} />
    </Form>
  )
}

type Rule = { readonly says: string; readonly unit?: string; readonly as?: Readonly<Record<string, string>> }

type RowProps = { name: Name; form: FormState<Name>; saved: Values }

const isRule = (name: Name): name is RuleName => !details.some((one) => one === name)

/** A sentence with its control, and what it was. */
function Row({ name, form, saved }: RowProps) {
  const words = useTextsOf(courseTexts)
  const field = form.field(name)
  const rule: Rule = isRule(name) ? words.policy.rules[name] : { says: words.form[name] }
  const was = rule.as?.[saved[name]] ?? saved[name]
  const typed = { ...field, label: rule.says, autoComplete: 'off', spellCheck: false }
  return (
    <div className={styles.row} data-wide={!isRule(name)}>
      {rule.as ? (
        <LabelledChoice label={rule.says} words={rule.as} value={field.value} onChoose={field.onValueChange} />
      ) : isRule(name) ? (
        <TextField {...typed} hint={rule.unit} inputMode="numeric" asciiDigits />
      ) : name === 'firstDay' ? (
        <TextField {...typed} hint={words.form.firstDayHint} type="date" />
      ) : (
        <TextField {...typed} code={name === 'code'} optional={name === 'term' || name === 'department'} />
      )}
      {field.value !== saved[name] && (
        <span className={styles.was}>{was === '' ? words.change.wasNothing : words.change.was(was)}</span>
      )}
    </div>
  )
}

/** What closing means stands beside the button; the same place opens the course again. */
function Closing({ course }: { course: CourseDetail }) {
  const { course: words } = useTextsOf(courseTexts)
  const { number } = useFormat()
  const { run, isBusy } = useActs()
  const isOpen = course.closedAt === null
  const act = `POST /courses/:courseId/${isOpen ? 'close' : 'reopen'}` as const
  const done = isOpen ? words.hasClosed : words.hasReopened
  return (
    <div className={styles.closing}>
      <Hint>{isOpen ? words.closing(number(course.people), number(course.sessions)) : words.closed}</Hint>
      <ConfirmButton question={act} busy={isBusy} onClick={() => void run(act, { courseId: course.id }, {}, { done })}>
        {isOpen ? words.close : words.reopen}
      </ConfirmButton>
    </div>
  )
}
