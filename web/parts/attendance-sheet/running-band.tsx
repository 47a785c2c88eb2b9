import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CourseSession } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { useTextsOf } from '../../language/texts.ts'
import { buttonClass, classNames } from '../../ui/index.ts'
import { Ruler } from '../attendance-session/ruler.tsx'
import { useRemaining } from '../attendance-session/use-remaining.ts'
import { HereCount } from '../courses/here-count.tsx'
import { MoveRoom } from '../room-pick/move-room.tsx'
import { EndsIn } from './ends-in.tsx'
import styles from './running-band.module.css'

/** A session of a course, or a class in the same words. */
export type BandSession = Pick<
  CourseSession,
  'id' | 'startedAt' | 'endsAt' | 'present' | 'people' | 'apart' | 'hasRoomCode'
> & { readonly roomId: string | undefined }

type RunningBandProps = {
  session: BandSession
  title: string
  /** Of the display of its room code. */
  code: string
  mayRule: boolean
  /** What ends it. */
  children: ReactNode
}

/** A session while it runs: who is here, how long it still lasts, and what can be done with all of it. */
export function RunningBand({ session, title, code, mayRule, children }: RunningBandProps) {
  const words = useTextsOf(courseTexts).session
  const remaining = useRemaining(session.endsAt)
  return (
    <section className={classNames(styles.band, styles.stays)} data-board aria-label={words.band}>
      <div className={styles.figures}>
        <p className={styles.figure}>
          <HereCount session={session} />
        </p>
        <EndsIn remaining={remaining} />
      </div>
      <Ruler remaining={remaining} length={session.endsAt - session.startedAt} className={styles.ruler} />
      <div className={styles.ways}>
        {mayRule && <MoveRoom sessionId={session.id} roomId={session.roomId} title={title} />}
        {session.hasRoomCode && (
          <Link className={buttonClass()} to={code}>
            <span>{words.showCode}</span>
          </Link>
        )}
        {children}
      </div>
    </section>
  )
}
