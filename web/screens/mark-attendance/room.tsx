import { IconArrowLeft, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useDeskTexts } from '../../language/desk-texts.ts'
import { useKioskTexts } from '../../language/kiosk-texts.ts'
import { useRoomTexts } from '../../language/room-texts.ts'
import { useTexts } from '../../language/texts.ts'
import { FullScreenButton } from '../../parts/room-display/full-screen-button.tsx'
import { RoomDisplay } from '../../parts/room-display/room-display.tsx'
import { roomWay } from '../../parts/room-display/room-way.ts'
import { StartNext } from './start-next.tsx'
import type { KioskSession } from './use-kiosk-session.ts'
import type { Presence } from './use-presence.ts'
import { useRoomCode } from './use-room-code.ts'

export type RoomProps = {
  organisation: { readonly $id: string; readonly name: string }
  session: Presence
  state: KioskSession['state']
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
  const words = useRoomTexts()
  const { attendance } = useTexts()
  const kiosk = useKioskTexts()
  const { end } = useDeskTexts()
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
      <FullScreenButton words={kiosk} className={roomWay} />
      {!over && (
        <Link className={roomWay} to={paths.attendanceSheet(organisation.$id, session.id)}>
          <IconUsers size={18} stroke={1.9} aria-hidden="true" />
          <span>{words.sheet}</span>
        </Link>
      )}
    </RoomDisplay>
  )
}
