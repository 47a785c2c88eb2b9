import { useNavigate } from 'react-router'
import { courseTexts } from '#contract/course-texts.ts'
import { paths } from '#contract/paths.ts'
import type { Acts } from '../../kit/use-act.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useInstitute } from '../../session/session.ts'
import { Modal } from '../../ui/index.ts'
import { CourseForm } from './course-form.tsx'

type AddCourseModalProps = { open: boolean; onClose: () => void; acts: Acts }

const nothing = { code: '', title: '', department: '', term: '', firstDay: '' }

/** Makes a course, and opens it. */
export function AddCourseModal({ open, onClose, acts }: AddCourseModalProps) {
  const words = useTextsOf('course', courseTexts)
  const { $id } = useInstitute()
  const navigate = useNavigate()
  return (
    <Modal open={open} onClose={onClose} title={words.list.add}>
      <CourseForm
        initial={nothing}
        hasKind
        busy={acts.isBusy}
        onCancel={onClose}
        onSend={async (fields) => {
          const made = await acts.run('POST /courses', {}, fields, { done: ({ code }) => words.form.added(code) })
          if (!made) return
          onClose()
          await navigate(paths.course($id, made.id))
        }}
      />
    </Modal>
  )
}
