import { useContext, useRef, useState } from 'react'
import { courseTexts } from '#contract/course-texts.ts'
import type { CourseDetail, CoursePerson } from '#contract/courses.ts'
import { joinNames } from '#contract/text-fields.ts'
import { RequestError } from '../../client/request-error.ts'
import { Read } from '../../kit/read.tsx'
import type { Acts } from '../../kit/use-act.ts'
import { useRead } from '../../kit/use-read.ts'
import { timeOfClock } from '../../language/calendar.ts'
import { TimeZoneContext, useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import styles from '../../parts/courses/courses.module.css'
import { groupTexts } from '../../parts/group-head/group-texts.ts'
import { Button, ConfirmButton, SelectField, Stack, showSuccess, TextField, useDialogTitle } from '../../ui/index.ts'
import { enrolledIn } from './enrolled-in.ts'
import { LabelledChoice } from './labelled-choice.tsx'

type Meanwhile = 'left-out' | 'absent'

type MoveModalProps = {
  onClose: () => void
  course: CourseDetail
  people: readonly CoursePerson[]
  acts: Acts
}

/** Moves people to another course, now or from an earlier day. */
export function MoveModal({ course, people, acts, onClose }: MoveModalProps) {
  const { common } = useTexts()
  const words = useTextsOf(courseTexts).course
  const { moveChosen } = useTextsOf(groupTexts).people
  const { number } = useFormat()
  const [first, ...others] = people.map(({ given, family }) => joinNames(given, family))
  useDialogTitle(others.length === 0 ? words.moveNamed(first ?? '') : moveChosen(number(people.length)))
  const courses = useRead('GET /courses', {})
  const [to, setTo] = useState('')
  const [from, setFrom] = useState('')
  const [fromError, setFromError] = useState<string>()
  const zone = useContext(TimeZoneContext)
  const [meanwhile, setMeanwhile] = useState<Meanwhile>('left-out')
  const moved = useRef<readonly string[]>([])
  const now = new Set(people.map((person) => enrolledIn(person, course)))
  async function move() {
    const at = timeOfClock(from, zone)
    const wanted = { to, meanwhile, ...(at !== undefined && { from: at }) }
    const refused = (error: Error, sentence: string) =>
      error instanceof RequestError && error.reason === 'before-first-day' ? setFromError(sentence) : false
    for (const person of people.filter(({ personId }) => !moved.current.includes(personId))) {
      const ids = { courseId: enrolledIn(person, course), personId: person.personId }
      if (!(await acts.run('POST /courses/:courseId/people/:personId/move', ids, wanted, { refused }))) return
      moved.current = [...moved.current, person.personId]
    }
    showSuccess(words.moved)
    onClose()
  }
  return (
    <Stack>
      <Read of={courses}>
        {(answer) => (
          <SelectField
            label={words.moveTo}
            value={to}
            options={[
              { value: '', label: '' },
              ...answer.courses
                .filter(({ id, closedAt }) => !now.has(id) && closedAt === null)
                .map(({ id, code, title }) => ({ value: id, label: `${code} · ${title}` })),
            ]}
            onChoose={(value) => {
              setTo(value)
              setFromError(undefined)
            }}
          />
        )}
      </Read>
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
        <Button onClick={onClose}>{common.cancel}</Button>
        <ConfirmButton kind="primary" busy={acts.isBusy} disabled={to === ''} onClick={() => void move()}>
          {words.move}
        </ConfirmButton>
      </div>
    </Stack>
  )
}
