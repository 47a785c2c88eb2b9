import { IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { attendanceTexts } from '#contract/attendance-texts.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useStartAttendance } from '../../parts/attendance-session/use-start-attendance.ts'
import { roomWay } from '../../parts/room-display/room-way.ts'
import { Button } from '../../ui/index.ts'
import styles from './no-session.module.css'

/** Starts the next session from the display of one that has ended. */
export function StartNext() {
  const attendance = useTextsOf(attendanceTexts)
  const { start, isStarting } = useStartAttendance()
  const place = useRef<HTMLSpanElement>(null)

  // The button that ended the session has gone, and the keyboard with it. Not to this one: it would start the next session.
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus()
  }, [])

  return (
    <span ref={place} className={styles.next} tabIndex={-1}>
      <Button
        kind="quiet"
        className={roomWay}
        icon={<IconPlayerPlay size={18} stroke={1.9} aria-hidden="true" />}
        busy={isStarting}
        onClick={() => start(false)}
      >
        {attendance.start}
      </Button>
    </span>
  )
}
