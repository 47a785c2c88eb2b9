import { useEffect, useRef, useState } from 'react'
import { useKioskTexts } from '../../language/kiosk-texts.ts'
import { EndSession } from '../../parts/attendance-session/end-session.tsx'
import { latePart, wholeScreen } from '../../parts/late-part/late-part.tsx'
import { KioskNotice } from '../../parts/one-at-a-time/kiosk-notice.tsx'
import { MarkForm } from '../../parts/one-at-a-time/mark-form.tsx'
import type { Mode } from '../../parts/one-at-a-time/mode-switch.tsx'
import { StatePanel } from '../../parts/one-at-a-time/state-panel.tsx'
import { CountdownDisplay } from '../../parts/room-display/countdown-display.tsx'
import { FullScreenButton } from '../../parts/room-display/full-screen-button.tsx'
import { classNames, FullScreenSpinner } from '../../ui/index.ts'
import { AfterEnd } from './after-end.tsx'
import styles from './kiosk.module.css'
import { KioskHeader } from './kiosk-header.tsx'
import { LatestMarks } from './latest-marks.tsx'
import { NoSession } from './no-session.tsx'
import { useKioskMarking } from './use-kiosk-marking.ts'
import { type KioskSessionProps, useKioskSession } from './use-kiosk-session.ts'

// Fetched where a session takes check-ins by room code.
const ModeSwitch = latePart(async () => (await import('../../parts/one-at-a-time/mode-switch.tsx')).ModeSwitch)
const Room = latePart(async () => (await import('./room.tsx')).Room)

/** The institute's screen: at the left the form, at the right the board with the result. */
export function Kiosk(props: KioskSessionProps) {
  const { organisation } = props
  const words = useKioskTexts()
  const { state, remaining, isKnown, running, presence, takesRoomCode, instead } = useKioskSession(props)
  const [mode, setMode] = useState<Mode>('room')
  const firstField = useRef<HTMLInputElement>(null)
  const marking = useKioskMarking(organisation.$id, firstField)
  const { work, cancel } = marking
  const isRunning = state === 'running'
  const hasEnded = state === 'ended' || state === 'taken-back'

  const showsForm = isRunning && isKnown && !(takesRoomCode && mode === 'room')
  useEffect(() => {
    if (showsForm) firstField.current?.focus()
  }, [showsForm])

  // No signature would count any more, and the next session is not to wait for it.
  useEffect(() => {
    if (hasEnded && work === 'asking') cancel()
  }, [hasEnded, work, cancel])

  const modeSwitch = isRunning && takesRoomCode && <ModeSwitch mode={mode} onChoose={setMode} />
  const session = isRunning ? running?.session : undefined
  const end = session && running && (
    <EndSession key={session.id} session={session} members={running.members} kind="quiet" className={styles.way} />
  )

  const last = state === 'ended' || state === 'none' ? running?.last : undefined
  const after = last && <AfterEnd organisationId={organisation.$id} last={last} />

  if (!isKnown && work === 'none') return <FullScreenSpinner />
  // After the end the whole room goes on seeing what the settings let it see.
  const showsRoom = takesRoomCode && (isRunning ? mode === 'room' : hasEnded && work === 'none')
  if (presence && showsRoom)
    return (
      <Room
        key={presence.id}
        organisation={organisation}
        session={presence}
        state={state}
        after={after}
        remaining={remaining}
        modeSwitch={modeSwitch}
        {...wholeScreen}
      >
        {end}
      </Room>
    )
  return (
    <main className={styles.kiosk}>
      <div className={classNames(styles.page, !isRunning && work === 'none' && styles.waiting)}>
        <div className={styles.head}>
          <KioskHeader organisation={organisation}>
            <FullScreenButton words={words} className={classNames(styles.way, styles.fullScreen)} />
            {end}
          </KioskHeader>
          <div className={styles.session}>
            {modeSwitch}
            {(isRunning || hasEnded) && <CountdownDisplay remaining={remaining} />}
          </div>
        </div>
        <div className={styles.entry}>
          <KioskNotice isUnanswered={isRunning && marking.isUnanswered} instead={instead} />
          {isRunning || work !== 'none' ? (
            <MarkForm
              inputs={marking.inputs}
              onInputsChange={marking.setInputs}
              onSubmit={() => void marking.mark()}
              work={work}
              firstField={firstField}
            />
          ) : (
            <NoSession hasEnded={hasEnded}>{after}</NoSession>
          )}
        </div>
      </div>
      <div className={styles.board}>
        <StatePanel state={marking.panel} session={state} onCancel={cancel} />
        <LatestMarks presence={presence} />
      </div>
    </main>
  )
}
