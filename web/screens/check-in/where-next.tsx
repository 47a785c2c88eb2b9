import type { CheckInSession } from '#contract/check-in.ts'
import { checkInTexts } from '#contract/check-in-texts.ts'
import { courseParameter, paths } from '#contract/paths.ts'
import { useTextsOf } from '../../language/texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import type { Offer } from './begin.ts'
import styles from './check-in.module.css'

type WhereNextProps = {
  /** Undefined where a scan was refused: it says of no session. */
  session: CheckInSession | undefined
  student: Offer['student']
  /** The student has sessions there. */
  isOwn?: boolean
}

/** Whom to ask, and the student's own page. A login leads on to the latter; so does its page, once logged in. */
export function WhereNext({ session, student, isOwn = true }: WhereNextProps) {
  const words = useTextsOf(checkInTexts)
  return (
    <>
      {session && <WhomToAsk session={session} student={student} />}
      <div className={styles.foot}>
        {session && student && isOwn ? (
          <OwnSessions session={session} studentId={student.id} />
        ) : (
          <a
            className={buttonClass('secondary', 'large', true)}
            href={student ? paths.studentDashboard(student.id) : paths.login}
          >
            {words.yourSessions}
          </a>
        )}
      </div>
    </>
  )
}

/** The course's teacher, or the office. Students are shown no names of people of an institute, but how to reach its office. */
export function WhomToAsk({ session, student }: { session: CheckInSession; student: Offer['student'] }) {
  const words = useTextsOf(checkInTexts)
  const { course, organisationId, organisationName } = session
  return (
    <p className={styles.ask}>
      <span>{course ? words.askInCourse(course.title, organisationName) : words.askInClass(organisationName)}</span>{' '}
      {student && <a href={paths.organisationDetail(student.id, organisationId)}>{words.reach}</a>}
    </p>
  )
}

/** To the sessions of this course or of the classes, on the student's own page. */
export function OwnSessions({
  session: { course, organisationId },
  studentId,
  size = 'large',
}: {
  session: CheckInSession
  studentId: string
  size?: 'large' | 'regular'
}) {
  const words = useTextsOf(checkInTexts)
  const page = course
    ? `${paths.studentDashboard(studentId)}?${new URLSearchParams({ [courseParameter]: course.id })}`
    : paths.organisationDetail(studentId, organisationId)
  return (
    <a className={buttonClass('secondary', size, true)} href={page}>
      {words.seeSessions}
    </a>
  )
}
