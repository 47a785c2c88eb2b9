import { IconArrowLeft, IconUsers } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { attendanceTexts } from '#contract/attendance-texts.ts'
import { paths } from '#contract/paths.ts'
import { getRoomCode } from '../../client/room-calls.ts'
import { useTextsOf } from '../../language/texts.ts'
import { runningSessionKey } from '../../live/live-keys.ts'
import { deskTexts } from '../../parts/attendance-session/desk-texts.ts'
import { useRunningSession } from '../../parts/attendance-session/use-running-session.ts'
import { FullScreenButton } from '../../parts/room-display/full-screen-button.tsx'
import { markingTexts } from '../../parts/room-display/marking-texts.ts'
import type { RoomCodeNow } from '../../parts/room-display/room-code-now.ts'
import { RoomDisplay } from '../../parts/room-display/room-display.tsx'
import { roomTexts } from '../../parts/room-display/room-texts.ts'
import { roomWay } from '../../parts/room-display/room-way.ts'
import { useAskedCode } from '../../parts/room-display/use-asked-code.ts'
import { StartNext } from './start-next.tsx'
import type { Presence } from './use-presence.ts'
import type { ShownSession } from './use-shown-session.ts'

export type RoomProps = {
  organisation: { readonly $id: string; readonly name: string }
  session: Presence
  state: ShownSession['state']
  /** The way to its sheet after the end, and what can still be done there. */
  after: ReactNode
  /** Of the session, ms. */
  remaining: number
  /** To 'One at a time'. */
  modeSwitch: ReactNode
  /** What else a person of the institute can do here. */
  children: ReactNode
}

/** The display for a whole room, in the institute's own login: while the session runs, and after its end. */
export function Room({ organisation, session, state, after, remaining, modeSwitch, children }: RoomProps) {
  const words = useTextsOf(roomTexts)
  const attendance = useTextsOf(attendanceTexts)
  const marking = useTextsOf(markingTexts)
  const { end } = useTextsOf(deskTexts)
  const over =
    state === 'ended'
      ? { title: attendance.ended }
      : state === 'taken-back'
        ? { title: end.takenBack, hint: end.takenBackHint }
        : undefined
  const asked = useRoomCode(organisation.$id, over ? undefined : session.id)
  const { present: count, members, latest } = session
  const now = { ...asked, latest: asked.latest ?? { step: 0, count, members, newest: latest.map(({ name }) => name) } }
  return (
    <RoomDisplay
      organisation={organisation}
      session={session}
      now={now}
      over={over}
      remaining={remaining}
      modeSwitch={modeSwitch}
      note={after}
      back={
        <Link className={roomWay} to={paths.organisationDashboard(organisation.$id)}>
          <IconArrowLeft size={18} stroke={1.9} aria-hidden="true" />
          <span>{attendance.backToDashboard}</span>
        </Link>
      }
    >
      {over && <StartNext />}
      {children}
      <FullScreenButton words={marking} className={roomWay} />
      {!over && (
        <Link className={roomWay} to={paths.attendanceSheet(organisation.$id, session.id)}>
          <IconUsers size={18} stroke={1.9} aria-hidden="true" />
          <span>{words.sheet}</span>
        </Link>
      )}
    </RoomDisplay>
  )
}

/** The code of the room, asked for again at its end and when something changes. A refusal reads the running session again. Without a session not any more. */
function useRoomCode(organisationId: string, sessionId: string | undefined): RoomCodeNow {
  const queries = useQueryClient()
  const { data } = useRunningSession()
  return useAskedCode(sessionId, {
    ask: () => getRoomCode(sessionId ?? ''),
    codeOf: (code) => code,
    heard: data?.serverTime ?? 0,
    onRefused: () => void queries.invalidateQueries({ queryKey: runningSessionKey(organisationId) }),
  }).now
}
