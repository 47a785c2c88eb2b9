import { useState } from 'react'
import { courseKinds, maxCourseCodeLength, maxCourseTitleLength } from '#contract/course-rules.ts'
import { courseTexts } from '#contract/course-texts.ts'
import type { CourseFields } from '#contract/courses.ts'
import { normaliseText } from '#contract/text-fields.ts'
import { checkNeeded, checkOptionalText, checkText } from '../../forms/check-field.ts'
import { useForm, useFormValues } from '../../forms/use-form.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import styles from '../../parts/courses/courses.module.css'
import { Button, Choice, ConfirmButton, TextField } from '../../ui/index.ts'

type Values = Readonly<Record<'code' | 'title' | 'department' | 'term' | 'firstDay', string>>

type CourseFormProps = {
  initial: Values
  /** Of a new course, which begins today. */
  hasKind: boolean
  busy: boolean
  onCancel?: () => void
  /** `fail` shows a sentence at the first day. */
  onSend: (fields: CourseFields, firstDay: string, fail: (sentence: string) => void) => Promise<void>
}

/** What the office says of a course. */
export function CourseForm({ initial, hasKind, busy, onCancel, onSend }: CourseFormProps) {
  const texts = useTexts()
  const words = useTextsOf('course', courseTexts).form
  const [kind, setKind] = useState<CourseFields['kind']>('course')
  const state = useFormValues(initial)
  const form = useForm(state, {
    code: checkText(maxCourseCodeLength)(state.values.code, texts),
    title: checkText(maxCourseTitleLength)(state.values.title, texts),
    department: checkOptionalText(maxCourseTitleLength)(state.values.department, texts),
    term: checkOptionalText(maxCourseTitleLength)(state.values.term, texts),
    firstDay: hasKind ? undefined : checkNeeded(state.values.firstDay, texts),
  })
  const send = form.submit(async ({ code, title, department, term, firstDay }) => {
    const fields = {
      code: normaliseText(code),
      title: normaliseText(title),
      department: normaliseText(department),
      term: normaliseText(term),
    }
    await onSend({ ...fields, kind }, firstDay, (sentence) => form.fail('firstDay', sentence))
  })
  const typed = { autoComplete: 'off', spellCheck: false }
  return (
    <form ref={form.formRef} className={styles.form} onSubmit={send} noValidate>
      <div className={styles.fields}>
        <TextField label={words.code} code {...typed} {...form.field('code')} />
        <TextField label={words.title} {...typed} {...form.field('title')} />
        <TextField label={words.term} optional {...typed} {...form.field('term')} />
        <TextField label={words.department} optional {...typed} {...form.field('department')} />
        {!hasKind && (
          <TextField label={words.firstDay} hint={words.firstDayHint} type="date" {...form.field('firstDay')} />
        )}
      </div>
      {hasKind && (
        <Choice
          label={words.kind}
          options={courseKinds.map((value) => ({ value, label: words.kinds[value] }))}
          value={kind}
          onChoose={setKind}
        />
      )}
      <div className={styles.actions}>
        {onCancel && <Button onClick={onCancel}>{texts.profile.cancel}</Button>}
        <ConfirmButton type="submit" kind="primary" busy={busy}>
          {words.save}
        </ConfirmButton>
      </div>
    </form>
  )
}
