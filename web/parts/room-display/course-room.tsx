import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { attendanceTexts } from '#contract/attendance-texts.ts'
import type { CourseSession } from '#contract/course-sessions.ts'
import type { CurrentRoomCode } from '#contract/room-display.ts'
import { messageOf } from '../../client/request-error.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useRemaining } from '../attendance-session/use-remaining.ts'
import { FullScreenButton } from './full-screen-button.tsx'
import { keepAwake } from './keep-awake.ts'
import { markingTexts } from './marking-texts.ts'
import { RoomDisplay } from './room-display.tsx'
import { roomWay } from './room-way.ts'
import { useAskedCode } from './use-asked-code.ts'

type CourseRoomProps = {
  organisation: { readonly name: string }
  session: CourseSession
  ask: () => Promise<CurrentRoomCode>
  /** See `useAskedCode`. */
  heard?: number
  /** The way to the sheet, which Escape takes, too. */
  back: ReactNode
  onBack: () => void
}

/** The display for the whole room where a session of a course has no paired screen: nothing of the sheet is beside it. */
export function CourseRoom({ organisation, session, ask, heard, back, onBack }: CourseRoomProps) {
  const attendance = useTextsOf(attendanceTexts)
  const marking = useTextsOf(markingTexts)
  const remaining = useRemaining(session.endsAt)
  const [refusal, setRefusal] = useState('')
  const isOver = remaining === 0
  const { now } = useAskedCode(isOver ? undefined : session.id, {
    ask,
    codeOf: (code) => code,
    onRefused: (error) => setRefusal(messageOf(error)),
    ...(heard !== undefined && { heard }),
  })
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') onBack()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  useEffect(() => (isOver ? undefined : keepAwake()), [isOver])
  const title = isOver ? attendance.ended : now.code ? '' : refusal
  const { present: count, people: members, apart } = session
  return (
    <RoomDisplay
      organisation={organisation}
      session={session}
      roomName={session.room?.name}
      now={{ ...now, latest: now.latest ?? { step: 0, count, members, apart, newest: [] } }}
      over={title === '' ? undefined : { title }}
      remaining={remaining}
      modeSwitch={null}
      back={back}
    >
      <FullScreenButton words={marking} className={roomWay} />
    </RoomDisplay>
  )
}
