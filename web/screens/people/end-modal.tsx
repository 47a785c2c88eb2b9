import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { EndedStaff } from '#contract/staff.ts'
import { UpdateForm } from '../../forms/update-form.tsx'
import { useRead } from '../../kit/use-read.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useInstitute } from '../../session/session.ts'
import { Actions, Button, buttonClass, useDialogTitle } from '../../ui/index.ts'
import type { AskedProps } from './asked-props.ts'
import styles from './people.module.css'
import { type StaffTexts, staffTexts } from './staff-texts.ts'
import { isNothing, WhatEnded } from './what-ended.tsx'

/** Says what the end of a person's work means, ends it, and names what ended with it and the screens that stay. */
export function EndModal({ person, acts, onClose }: AskedProps) {
  const { people: words } = useTextsOf(staffTexts)
  const [left, setLeft] = useState<Left>()
  async function end() {
    const done = words.endedDone(person.name)
    const rest = await acts.run('DELETE /staff/:staffId', { staffId: person.id }, {}, { done })
    if (rest && (rest.screens.length > 0 || !isNothing(rest.ended))) setLeft(rest)
    else if (rest) onClose()
  }
  useDialogTitle(left ? titleOf(left, words) : words.endTitle(person.name))
  if (left) return <LeftBehind name={person.name} left={left} onClose={onClose} />
  return (
    <UpdateForm
      action={words.endAction}
      busy={acts.isBusy}
      errors={undefined}
      onCancel={onClose}
      onSubmit={() => void end()}
    >
      <p>{words.endBody}</p>
      {person.role === 'teacher' && <p>{words.endScreens}</p>}
      <OwnCourses staffId={person.id} />
    </UpdateForm>
  )
}

/** Which of the person's courses run now, and which have no other teacher. */
function OwnCourses({ staffId }: { staffId: string }) {
  const { people: words } = useTextsOf(staffTexts)
  const { data } = useRead('GET /courses', {})
  const today = useRead('GET /today', {})
  const own = (data?.courses ?? []).filter(
    ({ closedAt, teachers }) => closedAt === null && teachers.some((teacher) => teacher.staffId === staffId),
  )
  const running = new Set(today.data?.running.map(({ course }) => course.id))
  const codesOf = (courses: typeof own) => courses.map(({ code }) => code).join(', ')
  const runs = codesOf(own.filter(({ id }) => running.has(id)))
  const alone = codesOf(own.filter(({ teachers }) => teachers.length === 1))
  return (
    <>
      {runs !== '' && <p>{words.endRuns(runs)}</p>}
      {alone !== '' && <p>{words.endAlone(alone)}</p>}
    </>
  )
}

type Left = Pick<EndedStaff, 'screens' | 'ended'>

function titleOf({ ended }: Left, words: StaffTexts['people']): string {
  return isNothing(ended) ? words.leftScreensTitle : words.endedTitle
}

type LeftBehindProps = { name: string; left: Left; onClose: () => void }

function LeftBehind({ name, left: { screens, ended }, onClose }: LeftBehindProps) {
  const { people: words } = useTextsOf(staffTexts)
  const { $id } = useInstitute()
  return (
    <div className={styles.left}>
      {!isNothing(ended) && <WhatEnded name={name} ended={ended} />}
      {screens.length > 0 && (
        <>
          <p>{words.leftScreens(name)}</p>
          <ul>
            {screens.map((screen) => (
              <li key={screen.id} lang={nameLanguage(screen.name)}>
                {screen.name}
              </li>
            ))}
          </ul>
        </>
      )}
      <Actions>
        {screens.length > 0 && (
          <Link className={buttonClass()} to={paths.settings($id)}>
            {words.toScreens}
          </Link>
        )}
        <Button kind="primary" onClick={onClose}>
          {words.done}
        </Button>
      </Actions>
    </div>
  )
}
