import { IconPlayerPlay } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { attendanceTexts } from '#contract/attendance-texts.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useStartAttendance } from '../../parts/attendance-session/use-start-attendance.ts'
import { Button } from '../../ui/index.ts'
import styles from './no-session.module.css'

type NoSessionProps = {
  hasEnded: boolean
  /** The way to the session before. */
  children: ReactNode
}

/** Replaces the fields while no session runs: says why, and how to start one. */
export function NoSession({ hasEnded, children }: NoSessionProps) {
  const attendance = useTextsOf(attendanceTexts)
  const { start, isStarting } = useStartAttendance()
  const section = useRef<HTMLElement>(null)

  // The fields have gone, and the keyboard with them. Not to the button: a teacher who still types would start the next session.
  useEffect(() => {
    if (hasEnded && document.activeElement === document.body) section.current?.focus()
  }, [hasEnded])

  return (
    <section ref={section} className={styles.none} role="status" tabIndex={-1}>
      {!hasEnded && <h2 className={styles.title}>{attendance.noSession}</h2>}
      <p className={styles.hint}>{hasEnded ? attendance.endedHint : attendance.noSessionHint}</p>
      <Button
        kind="primary"
        size="large"
        className={styles.button}
        icon={<IconPlayerPlay size={22} stroke={1.9} aria-hidden="true" />}
        busy={isStarting}
        onClick={() => start(false)}
      >
        {attendance.start}
      </Button>
      {children}
    </section>
  )
}
