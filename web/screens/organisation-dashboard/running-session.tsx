import { useId } from 'react'
import { Link } from 'react-router'
import type { RunningSession as Running } from '#contract/attendance.ts'
import { attendanceTexts } from '#contract/attendance-texts.ts'
import { paths } from '#contract/paths.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { formatCountdown } from '../../parts/attendance-session/countdown.ts'
import { deskTexts } from '../../parts/attendance-session/desk-texts.ts'
import { EndSession } from '../../parts/attendance-session/end-session.tsx'
import { type LastSession, StillPossible } from '../../parts/attendance-session/last-session.tsx'
import { useRemaining } from '../../parts/attendance-session/use-remaining.ts'
import { useInstitute } from '../../session/session.ts'
import { buttonClass, Card, Row, useLostFocus } from '../../ui/index.ts'
import styles from './running-session.module.css'

export type RunningSessionProps = {
  running: Running
}

/**
 * The class being held, as the dashboard shows it: how long it still runs and how many are present. After it the way to its sheet,
 * while that can still be changed; nothing then.
 */
export function RunningSession({ running: { session, last, members } }: RunningSessionProps) {
  const { running: words, sheet } = useTextsOf(deskTexts)
  const { $id } = useInstitute()
  const attendance = useTextsOf(attendanceTexts)
  const format = useFormat()
  const titleId = useId()
  const lostFocus = useLostFocus()
  const remaining = useRemaining(session?.endsAt ?? null)
  if (session === null && last) return <Ended last={last} />
  if (session === null || remaining === 0) return null
  const countdown = formatCountdown(remaining)
  return (
    <section className={styles.running} data-board aria-labelledby={titleId} {...lostFocus}>
      <h2 id={titleId} className={styles.title}>
        {words.title(format.number(session.number))}
      </h2>
      <dl className={styles.figures}>
        <div>
          <dt>{words.endsIn}</dt>
          <dd>
            <span role="timer" aria-label={countdown}>
              {countdown}
            </span>
          </dd>
        </div>
        <div>
          <dt>{words.present}</dt>
          <dd>{attendance.presentOf(format.number(session.present), format.number(members))}</dd>
        </div>
      </dl>
      <Row>
        <Link className={buttonClass()} to={paths.attendanceSheet($id, session.id)}>
          {sheet.running}
        </Link>
        <EndSession key={session.id} session={session} members={members} />
      </Row>
    </section>
  )
}

function Ended({ last }: { last: LastSession }) {
  const { last: words, sheet } = useTextsOf(deskTexts)
  const { $id } = useInstitute()
  const format = useFormat()
  const titleId = useId()
  return (
    <Card as="section" className={styles.ended} aria-labelledby={titleId}>
      <div className={styles.words}>
        <h2 id={titleId}>{words.title(format.number(last.number))}</h2>
        <p>
          <StillPossible last={last} />
        </p>
      </div>
      <Link className={buttonClass()} to={paths.attendanceSheet($id, last.id)}>
        {sheet.running}
      </Link>
    </Card>
  )
}
