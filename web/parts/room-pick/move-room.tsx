import { useState } from 'react'
import { courseTexts } from '#contract/course-texts.ts'
import { useAct } from '../../kit/use-act.ts'
import { useRead } from '../../kit/use-read.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useHasPeople } from '../../session/may.ts'
import { RoomPick } from './late-room-pick.ts'
import { listInRooms } from './pick-room.ts'

type MoveRoomProps = { sessionId: string; roomId: string | undefined; title: string }

/** Moves a running session to another room. Nothing where the institute has no rooms. */
export function MoveRoom({ sessionId, roomId = '', title }: MoveRoomProps) {
  const words = useTextsOf(courseTexts).today
  // Institutes without people have no rooms.
  const { data: today } = useRead('GET /today', {}, {}, { enabled: useHasPeople() })
  const { run } = useAct('PUT /sessions/:sessionId/room')
  const [chosen, setChosen] = useState<string>()
  if (!today || today.rooms.length === 0) return null
  return (
    <RoomPick
      of={title}
      rooms={today.rooms}
      running={listInRooms(today, words.whole).filter(({ id }) => id !== sessionId)}
      room={today.rooms.find(({ id }) => id === (chosen ?? roomId))}
      onRoom={setChosen}
      // Each key in the list chooses: the session moves once, when the list is done with.
      onDone={() => chosen !== undefined && void run({ sessionId }, { roomId: chosen })}
      onClose={() => setChosen(undefined)}
    />
  )
}
