import { IconArrowLeft, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useDeskTexts } from '../../language/desk-texts.ts'
import { useRoomTexts } from '../../language/room-texts.ts'
import { useTexts } from '../../language/texts.ts'
import { FullScreenButton } from '../../parts/room-display/full-screen-button.tsx'
import { RoomDisplay } from '../../parts/room-display/room-display.tsx'
import { roomWay } from '../../parts/room-display/room-way.ts'
import { useRoomCode } from './use-room-code.ts'

export type RoomProps = {
  organisation: { readonly $id: string; readonly name: string }
  session: { readonly id: string; readonly number: number }
  /** Of the session, ms. */
  remaining: number
  /** To 'One at a time'. */
  modeSwitch: ReactNode
  /** What else a person of the institute can do here. */
  children: ReactNode
}

/** The display for a whole room, in the institute's own login. */
export function Room({ organisation, session, remaining, modeSwitch, children }: RoomProps) {
  const words = useRoomTexts()
  const { attendance } = useTexts()
  const { kiosk } = useDeskTexts()
  const now = useRoomCode(organisation.$id, session.id)
  return (
    <RoomDisplay
      organisation={organisation}
      session={session}
      now={now}
      remaining={remaining}
      modeSwitch={modeSwitch}
      back={
        <Link className={roomWay} to={paths.organisationDashboard(organisation.$id)}>
          <IconArrowLeft size={18} stroke={1.9} aria-hidden="true" />
          {attendance.backToDashboard}
        </Link>
      }
    >
      {children}
      <FullScreenButton words={kiosk} className={roomWay} />
      <Link className={roomWay} to={paths.attendanceSheet(organisation.$id, session.id)}>
        <IconUsers size={18} stroke={1.9} aria-hidden="true" />
        {words.sheet}
      </Link>
    </RoomDisplay>
  )
}
