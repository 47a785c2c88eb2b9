import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import type { DayPassDisplay } from '#contract/day-pass.ts'
import { readCodeByDayPass } from '../../client/day-pass-calls.ts'
import { Read } from '../../kit/read.tsx'
import { useTextsOf } from '../../language/texts.ts'
import { CourseRoom } from '../../parts/room-display/course-room.tsx'
import { roomTexts } from '../../parts/room-display/room-texts.ts'
import { roomWay } from '../../parts/room-display/room-way.ts'
import { addressOf, usePassSheet } from './pass-reads.ts'

/** The room's display of a session, on the supply teacher's own device. */
export function PassDisplay({ sessionId, pass }: { sessionId: string; pass: DayPassDisplay }) {
  const words = useTextsOf(roomTexts)
  const navigate = useNavigate()
  const sheet = usePassSheet(sessionId)
  const back = addressOf(sessionId)
  return (
    <Read of={sheet}>
      {({ session }) => (
        <CourseRoom
          organisation={pass.organisation}
          session={session}
          ask={() => readCodeByDayPass(sessionId)}
          back={
            <Link className={roomWay} to={back} replace>
              <IconArrowLeft size={18} stroke={1.9} aria-hidden="true" />
              <span>{words.backToSheet}</span>
            </Link>
          }
          onBack={() => void navigate(back, { replace: true })}
        />
      )}
    </Read>
  )
}
