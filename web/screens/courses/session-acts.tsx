import type { SessionStatus } from '#contract/course-rules.ts'
import type { CourseSession } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { ReasonField, useReason } from '../../forms/reason-field.tsx'
import type { Acts } from '../../kit/use-act.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from '../../parts/courses/courses.module.css'
import { ConfirmButton, Stack } from '../../ui/index.ts'

type SessionActsProps = {
  session: CourseSession
  isOver: boolean
  acts: Acts
  onTakenBack: () => void
}

/** What a person can do with a whole session: while it runs, and after its end. */
export function SessionActs({ session, isOver, acts, onTakenBack }: SessionActsProps) {
  const words = useTextsOf(courseTexts)
  const ids = { sessionId: session.id }
  if (isOver) return <Said session={session} acts={acts} />
  async function takeBack() {
    const done = words.session.tookBack
    if (await acts.run('DELETE /sessions/:sessionId', ids, {}, { done })) onTakenBack()
  }
  if (session.isTaken) return null
  return (
    <section className={styles.actions}>
      <ConfirmButton kind="quiet" busy={acts.isBusy} onClick={() => void takeBack()}>
        {words.session.takeBack}
      </ConfirmButton>
    </section>
  )
}

/** What became of an ended session, with a reason. */
function Said({ session, acts }: Pick<SessionActsProps, 'session' | 'acts'>) {
  const words = useTextsOf(courseTexts).session
  const reason = useReason({ needed: words.reasonNeeded })
  const say = (status: SessionStatus) => {
    const said = reason.take()
    if (said === undefined) return
    const [ids, done] = [{ sessionId: session.id }, words.saved]
    void acts.run('POST /sessions/:sessionId/status', ids, { status, reason: said }, { done })
  }
  const offered = (['cancelled', 'no-one-came', 'held'] as const).filter((status) => status !== session.status)
  const labels = { cancelled: words.cancel, 'no-one-came': words.noOneCame, held: words.heldAgain }
  return (
    <Stack as="section">
      <ReasonField label={words.reason} of={reason} />
      <div className={styles.actions}>
        {offered.map((status) => (
          <ConfirmButton key={status} busy={acts.isBusy} onClick={() => say(status)}>
            {labels[status]}
          </ConfirmButton>
        ))}
      </div>
    </Stack>
  )
}
