import { useState } from 'react'
import { Link } from 'react-router'
import type { SessionStatus } from '#contract/course-rules.ts'
import type { CourseSession } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { paths } from '#contract/paths.ts'
import { Form } from '../../forms/form.tsx'
import { ReasonField, useReason } from '../../forms/reason-field.tsx'
import { useActs } from '../../kit/use-act.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import courses from '../../parts/courses/courses.module.css'
import { useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { Button, buttonClass, CardList } from '../../ui/index.ts'

/** Sessions that ended without an entry, and what each of them was. */
export function TodayNotTaken({ sessions }: { sessions: readonly CourseSession[] }) {
  const words = useTextsOf(courseTexts).today
  return (
    <CardList title={words.notTaken} count={sessions.length}>
      {sessions.map((session) => (
        <Card key={session.id} session={session} />
      ))}
    </CardList>
  )
}

function Card({ session }: { session: CourseSession }) {
  const { today: words, session: ofSession } = useTextsOf(courseTexts)
  const { $id } = useInstitute()
  const { number, dateTime } = useFormat()
  const mayRule = useMay('cells')
  const [said, setSaid] = useState<SessionStatus>()
  const title = words.session(session.course.title, number(session.number))
  const when = [dateTime(session.startedAt), session.room?.name ?? ''].filter((fact) => fact !== '').join(', ')
  return (
    <li aria-label={title}>
      <h3 lang={nameLanguage(session.course.title)}>{title}</h3>
      <p className={courses.facts}>{words.untaken(when)}</p>
      {said === undefined ? (
        <div className={courses.actions}>
          <Link className={buttonClass()} to={paths.courseSession($id, session.id)}>
            {words.take}
          </Link>
          {mayRule && (
            <>
              <Button onClick={() => setSaid('no-one-came')}>{words.nobodyCame}</Button>
              <Button kind="quiet" onClick={() => setSaid('cancelled')}>
                {words.cancel}
              </Button>
            </>
          )}
        </div>
      ) : (
        <Reason
          session={session}
          status={said}
          act={said === 'cancelled' ? words.cancel : words.nobodyCame}
          done={ofSession.saved}
          onBack={() => setSaid(undefined)}
        />
      )}
    </li>
  )
}

type ReasonProps = { session: CourseSession; status: SessionStatus; act: string; done: string; onBack: () => void }

/** Asked in the place of the buttons, and saved with Enter. */
function Reason({ session, status, act, done, onBack }: ReasonProps) {
  const words = useTextsOf(courseTexts).today
  const acts = useActs()
  const reason = useReason({ needed: words.reasonNeeded })
  return (
    <Form
      gap={10}
      onSubmit={() => {
        const said = reason.take()
        if (said === undefined) return
        const ids = { sessionId: session.id }
        void acts.run('POST /sessions/:sessionId/status', ids, { status, reason: said }, { done })
      }}
    >
      <ReasonField label={words.reason} autoFocus of={reason} />
      <div className={courses.actions}>
        <Button type="submit" busy={acts.isBusy}>
          {act}
        </Button>
        <Button kind="quiet" onClick={onBack}>
          {words.back}
        </Button>
      </div>
    </Form>
  )
}
