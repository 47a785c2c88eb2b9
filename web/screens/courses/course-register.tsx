import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useParams } from 'react-router'
import type { CourseRegister as Answer } from '#contract/course-sessions.ts'
import { paths } from '#contract/paths.ts'
import { registerTexts } from '#contract/register-texts.ts'
import { messageOf, RequestError } from '../../client/request-error.ts'
import { Read } from '../../kit/read.tsx'
import { useRead } from '../../kit/use-read.ts'
import { useTextsOf } from '../../language/texts.ts'
import { PeopleCount } from '../../parts/courses/people-count.tsx'
import { useInstitute } from '../../session/session.ts'
import { buttonClass, EmptyState, Hint, useMatches } from '../../ui/index.ts'
import { PrintedRegister } from './printed-register.tsx'
import { RegisterCards } from './register-cards.tsx'
import { RegisterGrid } from './register-grid.tsx'
import { RegisterToolbar } from './register-toolbar.tsx'
import { useFoundPeople } from './use-found-people.ts'
import { useReadAfter } from './use-read-after.ts'

/** The first tab of a course, and of the whole institute: people and sessions, cell by cell. */
export function CourseRegister() {
  const { courseId = '' } = useParams()
  const register = useRead('GET /groups/:groupId/register', { groupId: courseId })
  useReadAfter(register.data?.sessions.find(({ isOver }) => !isOver)?.endsAt, register)
  const { error } = register
  if (isTooLarge(error)) return <TooLarge error={error} />
  return <Read of={register}>{(answer) => <Register register={answer} />}</Read>
}

/** The whole institute is larger than a register. */
export const isTooLarge = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.reason === 'register-too-large'

export function TooLarge({ error }: { error: Error }) {
  const words = useTextsOf(registerTexts)
  const { $id } = useInstitute()
  return (
    <EmptyState
      title={messageOf(error)}
      action={
        <Link className={buttonClass('primary')} to={paths.reports($id)}>
          {words.toReports}
        </Link>
      }
    />
  )
}

/** A register with its tools, on the screen and on paper. */
function Register({ register }: { register: Answer }) {
  const words = useTextsOf(registerTexts)
  const found = useFoundPeople(register)
  const Cells = useMatches('(max-width: 640px)') ? RegisterCards : RegisterGrid
  if (register.sessions.length === 0 || register.people.length === 0) return <EmptyState title={words.empty} />
  return (
    <>
      {register.enrolled.before > 0 && <PeopleCount enrolled={register.enrolled} />}
      <RegisterToolbar register={register} found={found} />
      {found.people.length === 0 ? <Hint>{words.noMatch}</Hint> : <Cells register={register} people={found.people} />}
      <Paper register={register} />
    </>
  )
}

/** Drawn for the printer alone: a large register has more cells than a screen needs. */
function Paper({ register }: { register: Answer }) {
  const { course } = register
  const detail = useRead(
    'GET /courses/:courseId',
    { courseId: course?.id ?? '' },
    {},
    {
      enabled: course !== undefined,
    },
  )
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser takes the page as it is when these end.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting ? <PrintedRegister register={register} course={detail.data} /> : null
}
