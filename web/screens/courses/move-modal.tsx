import { useContext, useState } from 'react'
import { courseTexts } from '#contract/course-texts.ts'
import type { CourseDetail, CoursePerson } from '#contract/courses.ts'
import { joinNames } from '#contract/text-fields.ts'
import { listCourses, movePerson } from '../../client/course-calls.ts'
import { timeOfClock } from '../../language/calendar.ts'
import { TimeZoneContext } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import styles from '../../parts/courses/courses.module.css'
import { Button, ConfirmButton, Modal, SelectField, TextField } from '../../ui/index.ts'
import { enrolledIn } from './enrolled-in.ts'
import { LabelledChoice } from './labelled-choice.tsx'
import { ReadState } from './read-state.tsx'
import { type useCourseActs, useCourseRead } from './use-courses.ts'

type MoveModalProps = {
  open: boolean
  onClose: () => void
  course: CourseDetail
  person: CoursePerson
  acts: ReturnType<typeof useCourseActs>
}

/** Moves a person to another course, now or from an earlier day. */
export function MoveModal({ open, onClose, person, ...rest }: MoveModalProps) {
  const words = useTextsOf('course', courseTexts).course
  return (
    <Modal open={open} onClose={onClose} title={words.moveNamed(joinNames(person.given, person.family))}>
      <Move key={person.personId} person={person} onClose={onClose} {...rest} />
    </Modal>
  )
}

type Meanwhile = 'left-out' | 'absent'

function Move({ course, person, acts, onClose }: Omit<MoveModalProps, 'open'>) {
  const texts = useTexts()
  const words = useTextsOf('course', courseTexts).course
  const courses = useCourseRead(['list'], listCourses)
  const [to, setTo] = useState('')
  const [from, setFrom] = useState('')
  const [fromError, setFromError] = useState<string>()
  const zone = useContext(TimeZoneContext)
  const [meanwhile, setMeanwhile] = useState<Meanwhile>('left-out')
  const now = enrolledIn(person, course)
  async function move() {
    const at = timeOfClock(from, zone)
    const wanted = { to, meanwhile, ...(at !== undefined && { from: at }) }
    const done = () => words.moved
    const isDone = await acts.run({
      act: async () => {
        await movePerson(now, person.personId, wanted)
        return true
      },
      done,
      field: { reason: 'before-first-day', fail: setFromError },
    })
    if (isDone) onClose()
  }
  return (
    <div className={styles.form}>
      <ReadState of={courses}>
        {(answer) => (
          <SelectField
            label={words.moveTo}
            value={to}
            options={[
              { value: '', label: '' },
              ...answer.courses
                .filter(({ id, closedAt }) => id !== now && closedAt === null)
                .map(({ id, code, title }) => ({ value: id, label: `${code} · ${title}` })),
            ]}
            onChoose={(value) => {
              setTo(value)
              setFromError(undefined)
            }}
          />
        )}
      </ReadState>
      <TextField
        label={words.from}
        hint={words.fromHint}
        optional
        type="datetime-local"
        value={from}
        error={fromError}
        onValueChange={(value) => {
          setFrom(value)
          setFromError(undefined)
        }}
      />
      <LabelledChoice label={words.meanwhile} words={words.meanwhiles} value={meanwhile} onChoose={setMeanwhile} />
      <div className={styles.actions}>
        <Button onClick={onClose}>{texts.profile.cancel}</Button>
        <ConfirmButton kind="primary" busy={acts.isBusy} disabled={to === ''} onClick={() => void move()}>
          {words.move}
        </ConfirmButton>
      </div>
    </div>
  )
}
