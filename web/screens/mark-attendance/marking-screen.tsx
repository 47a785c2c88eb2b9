import { useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useTextsOf } from '../../language/texts.ts'
import { runningSessionKey } from '../../live/live-keys.ts'
import { EndSession } from '../../parts/attendance-session/end-session.tsx'
import { latePart, wholeScreen } from '../../parts/late-part/late-part.tsx'
import { MarkForm } from '../../parts/one-at-a-time/mark-form.tsx'
import { MarkingNotice } from '../../parts/one-at-a-time/marking-notice.tsx'
import type { Mode } from '../../parts/one-at-a-time/mode-switch.tsx'
import { StatePanel } from '../../parts/one-at-a-time/state-panel.tsx'
import { type Marking, useMarking } from '../../parts/one-at-a-time/use-marking.ts'
import { CountdownDisplay } from '../../parts/room-display/countdown-display.tsx'
import { FullScreenButton } from '../../parts/room-display/full-screen-button.tsx'
import { markingTexts } from '../../parts/room-display/marking-texts.ts'
import { useInstituteCalls } from '../../session/session.ts'
import { classNames, FullScreenSpinner } from '../../ui/index.ts'
import { AfterEnd } from './after-end.tsx'
import { LatestMarks } from './latest-marks.tsx'
import { makeMarkCalls } from './mark-calls.ts'
import { MarkingHeader } from './marking-header.tsx'
import styles from './marking-screen.module.css'
import { NoSession } from './no-session.tsx'
import { type ShownSessionProps, useShownSession } from './use-shown-session.ts'

// Fetched where a session takes check-ins by room code.
const ModeSwitch = latePart(async () => (await import('../../parts/one-at-a-time/mode-switch.tsx')).ModeSwitch)
const Room = latePart(async () => (await import('./room.tsx')).Room)

/** The institute's screen: at the left the form, at the right the board with the result. */
export function MarkingScreen(props: ShownSessionProps) {
  const { organisation } = props
  const words = useTextsOf(markingTexts)
  const { state, remaining, isKnown, running, presence, takesRoomCode, instead } = useShownSession(props)
  const [mode, setMode] = useState<Mode>('room')
  const firstField = useRef<HTMLInputElement>(null)
  const marking = useInstituteMarking(organisation.$id, firstField)
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
    <main className={styles.screen}>
      <div className={classNames(styles.page, !isRunning && work === 'none' && styles.waiting)}>
        <div className={styles.head}>
          <MarkingHeader organisation={organisation}>
            <FullScreenButton words={words} className={classNames(styles.way, styles.fullScreen)} />
            {end}
          </MarkingHeader>
          <div className={styles.session}>
            {modeSwitch}
            {(isRunning || hasEnded) && <CountdownDisplay remaining={remaining} />}
          </div>
        </div>
        <div className={styles.entry}>
          <MarkingNotice isUnanswered={isRunning && marking.isUnanswered} instead={instead} />
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

/** Marking at the institute's own screen. */
function useInstituteMarking(organisationId: string, firstField: RefObject<HTMLInputElement | null>): Marking {
  const queries = useQueryClient()
  const calls = useInstituteCalls()
  return useMarking({
    makeCalls: (signal, onLate) => makeMarkCalls(calls, signal, onLate),
    firstField,
    // An event has brought it here already, if there is a live connection.
    onChanged: () =>
      void queries.invalidateQueries({ queryKey: runningSessionKey(organisationId) }, { cancelRefetch: false }),
  })
}
