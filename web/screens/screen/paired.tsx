import { useEffect, useRef, useState } from 'react'
import { screenTexts } from '#contract/screen-texts.ts'
import type { ScreenDisplay } from '#contract/screens.ts'
import { RequestError } from '../../client/request-error.ts'
import { getScreen } from '../../client/screen-calls.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useRemaining } from '../../parts/attendance-session/use-remaining.ts'
import { latePart, wholeScreen } from '../../parts/late-part/late-part.tsx'
import { ModeSwitch } from '../../parts/one-at-a-time/mode-switch.tsx'
import { FullScreenButton } from '../../parts/room-display/full-screen-button.tsx'
import { keepAwake } from '../../parts/room-display/keep-awake.ts'
import type { RoomCodeNow } from '../../parts/room-display/room-code-now.ts'
import { RoomDisplay } from '../../parts/room-display/room-display.tsx'
import { roomWay } from '../../parts/room-display/room-way.ts'
import { useAskedCode } from '../../parts/room-display/use-asked-code.ts'
import { FullScreenSpinner } from '../../ui/index.ts'
import { Between } from './between.tsx'
import type { Stage } from './use-stage.ts'

// Most rooms take the code alone, and it is not to wait for the ceremony.
const OneAtATime = latePart(async () => (await import('./one-at-a-time.tsx')).OneAtATime)

/**
 * A paired screen: while a session runs, the room's display with a way to mark one student at a time, or the latter alone
 * where the session takes no code; a quiet picture otherwise.
 */
export function Paired({ goTo }: { goTo: (stage: Stage) => void }) {
  const {
    now,
    answer: shown,
    isLost,
  } = useAskedCode('screen', {
    ask: getScreen,
    codeOf: (shown) => shown.session?.room ?? null,
    onRefused: (error) => {
      if (!(error instanceof RequestError)) return
      if (error.reason === 'screen-copied') goTo('copied')
      if (error.reason === 'screen-ended') goTo('ended')
    },
  })
  useEffect(() => keepAwake(), [])
  if (!shown) return isLost ? <Between shown={undefined} isLost /> : <FullScreenSpinner />
  const { session } = shown
  if (!session) return <Between shown={shown} isLost={isLost} />
  const running = { shown, session }
  if (session.room) return <RoomOrOne key={session.id} {...running} isLost={isLost} now={now} />
  return <OneAtATime key={session.id} {...running} isLost={isLost} room={undefined} {...wholeScreen} />
}

type Running = {
  shown: ScreenDisplay
  session: NonNullable<ScreenDisplay['session']>
}

/** The display for the whole room, until a student who cannot scan the code presses 'One at a time'. */
function RoomOrOne({ isLost, now, ...running }: Running & { isLost: boolean; now: RoomCodeNow }) {
  const [mode, setMode] = useState<'room' | 'single' | 'back'>('room')
  const room = { now, onBack: () => setMode('back'), onRest: () => setMode('room') }
  const display = <Room {...running} now={now} isBack={mode === 'back'} onSingle={() => setMode('single')} />
  if (mode !== 'single') return display
  return <OneAtATime {...running} isLost={isLost} room={room} waiting={display} failed={display} />
}

type RoomProps = Running & { now: RoomCodeNow; isBack: boolean; onSingle: () => void }

function Room({ shown: { organisation, name, endsAt, roomName }, session, now, isBack, onSingle }: RoomProps) {
  const words = useTextsOf(screenTexts)
  const modes = useRef<HTMLDivElement>(null)
  // The switch that was pressed has gone with the form: the focus goes to this one.
  useEffect(() => {
    if (isBack) modes.current?.querySelector('button')?.focus()
  }, [isBack])
  const { dateTime } = useFormat()
  const remaining = useRemaining(session.endsAt)
  return (
    <RoomDisplay
      organisation={organisation}
      session={session}
      roomName={roomName}
      now={now}
      remaining={remaining}
      modeSwitch={
        <div ref={modes}>
          <ModeSwitch mode="room" onChoose={(mode) => mode === 'single' && onSingle()} />
        </div>
      }
    >
      <FullScreenButton words={words} className={roomWay} />
      <span className={roomWay}>{words.pairedUntil(name, dateTime(endsAt))}</span>
    </RoomDisplay>
  )
}
