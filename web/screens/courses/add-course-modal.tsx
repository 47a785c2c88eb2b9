import { useState } from 'react'
import { useNavigate } from 'react-router'
import { courseKinds, maxCourseCodeLength, maxCourseTitleLength } from '#contract/course-rules.ts'
import { courseTexts } from '#contract/course-texts.ts'
import type { CourseFields } from '#contract/courses.ts'
import { paths } from '#contract/paths.ts'
import { normaliseText } from '#contract/text-fields.ts'
import { checkOptionalText, checkText } from '../../forms/check-field.ts'
import { Form } from '../../forms/form.tsx'
import { useForm, useFormValues } from '../../forms/use-form.ts'
import type { Acts } from '../../kit/use-act.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import styles from '../../parts/courses/courses.module.css'
import { ZoneFirst } from '../../parts/institute-settings/zone-first.tsx'
import { useInstitute } from '../../session/session.ts'
import { Button, Choice, ConfirmButton, TextField, useDialogTitle } from '../../ui/index.ts'

type AddCourseModalProps = { onClose: () => void; acts: Acts; isFirst: boolean }

/** Makes a course, and opens it. */
export function AddCourseModal({ isFirst, ...rest }: AddCourseModalProps) {
  useDialogTitle(useTextsOf(courseTexts).list.add)
  return (
    <ZoneFirst asks={isFirst}>
      <CourseForm {...rest} />
    </ZoneFirst>
  )
}

function CourseForm({ onClose, acts }: Omit<AddCourseModalProps, 'isFirst'>) {
  const { common } = useTexts()
  const words = useTextsOf(courseTexts).form
  const { $id } = useInstitute()
  const navigate = useNavigate()
  const [kind, setKind] = useState<CourseFields['kind']>('course')
  const state = useFormValues({ code: '', title: '', department: '', term: '' })
  const form = useForm(state, {
    code: checkText(maxCourseCodeLength)(state.values.code),
    title: checkText(maxCourseTitleLength)(state.values.title),
    department: checkOptionalText(maxCourseTitleLength)(state.values.department),
    term: checkOptionalText(maxCourseTitleLength)(state.values.term),
  })
  const send = form.submit(async ({ code, title, department, term }) => {
    const fields = {
      code: normaliseText(code),
      title: normaliseText(title),
      department: normaliseText(department),
      term: normaliseText(term),
      kind,
    }
    const made = await acts.run('POST /courses', {}, fields, { done: (course) => words.added(course.code) })
    if (!made) return
    onClose()
    await navigate(paths.course($id, made.id))
  })
  const typed = { autoComplete: 'off', spellCheck: false }
  return (
    <Form gap={20} ref={form.formRef} onSubmit={send}>
      <div className={styles.fields}>
        <TextField label={words.code} code {...typed} {...form.field('code')} />
        <TextField label={words.title} {...typed} {...form.field('title')} />
        <TextField label={words.term} optional {...typed} {...form.field('term')} />
        <TextField label={words.department} optional {...typed} {...form.field('department')} />
      </div>
      <Choice
        label={words.kind}
        options={courseKinds.map((value) => ({ value, label: words.kinds[value] }))}
        value={kind}
        onChoose={setKind}
      />
      <div className={styles.actions}>
        <Button onClick={onClose}>{common.cancel}</Button>
        <ConfirmButton type="submit" kind="primary" busy={acts.isBusy}>
          {words.save}
        </ConfirmButton>
      </div>
    </Form>
  )
}
