import { useEffect } from 'react'
import type { ScreenDisplay } from '#contract/screens.ts'
import { RequestError } from '../../client/request-error.ts'
import { getScreen } from '../../client/screen-calls.ts'
import { useFormat } from '../../language/format.ts'
import { useScreenTexts } from '../../language/screen-texts.ts'
import { useRemaining } from '../../parts/attendance-session/use-remaining.ts'
import { FullScreenButton } from '../../parts/room-display/full-screen-button.tsx'
import { keepAwake } from '../../parts/room-display/keep-awake.ts'
import type { RoomCodeNow } from '../../parts/room-display/room-code-now.ts'
import { RoomDisplay } from '../../parts/room-display/room-display.tsx'
import { roomWay } from '../../parts/room-display/room-way.ts'
import { useAskedCode } from '../../parts/room-display/use-asked-code.ts'
import { FullScreenSpinner } from '../../ui/index.ts'
import { Between } from './between.tsx'
import type { Stage } from './use-stage.ts'

/** A paired screen: the room's display while a session runs that takes the room code, a quiet picture otherwise. */
export function Paired({ goTo }: { goTo: (stage: Stage) => void }) {
  const { now, answer, isLost } = useAskedCode('screen', {
    ask: async () => {
      const shown = await getScreen()
      return { shown, clockOffset: shown.serverTime - Date.now() }
    },
    codeOf: ({ shown }) => shown.session?.room ?? null,
    onRefused: (error) => {
      if (!(error instanceof RequestError)) return
      if (error.reason === 'screen-copied') goTo('copied')
      if (error.reason === 'screen-ended') goTo('ended')
    },
  })
  useEffect(() => keepAwake(), [])
  if (!answer) return isLost ? <Between shown={undefined} isLost /> : <FullScreenSpinner />
  const { shown, clockOffset } = answer
  if (!shown.session?.room) return <Between shown={shown} isLost={isLost} />
  return <Room shown={shown} session={shown.session} now={now} clockOffset={clockOffset} />
}

type RoomProps = {
  shown: ScreenDisplay
  session: NonNullable<ScreenDisplay['session']>
  now: RoomCodeNow
  clockOffset: number
}

function Room({ shown: { organisation, name, endsAt }, session, now, clockOffset }: RoomProps) {
  const words = useScreenTexts()
  const { dateTime } = useFormat()
  const remaining = useRemaining(session.endsAt, clockOffset)
  return (
    <RoomDisplay organisation={organisation} session={session} now={now} remaining={remaining}>
      <FullScreenButton words={words} className={roomWay} />
      <span className={roomWay}>{words.pairedUntil(name, dateTime(endsAt))}</span>
    </RoomDisplay>
  )
}
