import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RunningSession } from '#contract/attendance.ts'
import type { OrganisationDocument } from '../../client/document-calls.ts'
import { useDeskTexts } from '../../language/desk-texts.ts'
import { EndSession } from '../../parts/attendance-session/end-session.tsx'
import { keepSessionExpiry, readSessionExpiry } from '../../parts/attendance-session/session-expiry.ts'
import { useRemaining } from '../../parts/attendance-session/use-remaining.ts'
import { useRunningSession } from '../../parts/attendance-session/use-running-session.ts'
import { latePart, wholeScreen } from '../../parts/late-part/late-part.tsx'
import { KioskNotice } from '../../parts/one-at-a-time/kiosk-notice.tsx'
import { MarkForm } from '../../parts/one-at-a-time/mark-form.tsx'
import type { Mode } from '../../parts/one-at-a-time/mode-switch.tsx'
import { StatePanel } from '../../parts/one-at-a-time/state-panel.tsx'
import { CountdownDisplay } from '../../parts/room-display/countdown-display.tsx'
import { FullScreenButton } from '../../parts/room-display/full-screen-button.tsx'
import { keepAwake } from '../../parts/room-display/keep-awake.ts'
import { classNames, FullScreenSpinner } from '../../ui/index.ts'
import styles from './kiosk.module.css'
import { KioskHeader } from './kiosk-header.tsx'
import { LatestMarks } from './latest-marks.tsx'
import { NoSession } from './no-session.tsx'
import { useKioskMarking } from './use-kiosk-marking.ts'
import { usePresence } from './use-presence.ts'

// Fetched where a session takes check-ins by room code.
const ModeSwitch = latePart(async () => (await import('../../parts/one-at-a-time/mode-switch.tsx')).ModeSwitch)
const Room = latePart(async () => (await import('./room.tsx')).Room)

export type KioskProps = {
  organisation: OrganisationDocument
  /** The server's clock minus this machine's, ms. */
  clockOffset: number
  /** The organisation document is being read again. */
  isChecking: boolean
  /** The session has ended by the server's clock. */
  onEnd: () => void
}

/** The institute's screen: at the left the form, at the right the board with the result. */
export function Kiosk({ organisation, clockOffset, isChecking, onEnd }: KioskProps) {
  const { $id } = organisation
  const desk = useDeskTexts()
  const running = useRunningSession()
  const expiry = findExpiry(organisation, running.data, isChecking)
  const remaining = useRemaining(expiry, clockOffset)
  const isRunning = remaining > 0
  const [wasRunning, setWasRunning] = useState(isRunning)
  const [mode, setMode] = useState<Mode>('room')
  const firstField = useRef<HTMLInputElement>(null)
  const presence = usePresence(running.data)
  const marking = useKioskMarking($id, firstField)

  if (isRunning && !wasRunning) setWasRunning(true)
  const hasEnded = wasRunning && !isRunning
  const isKnown = useKnownSession(isRunning, running)

  useEffect(() => {
    if (!isChecking) keepSessionExpiry($id, expiry)
  }, [$id, expiry, isChecking])

  const session = isRunning ? running.data?.session : undefined
  const takesRoomCode = session?.ways.some((way) => way === 'room-code') === true
  const showsForm = isRunning && isKnown && !(takesRoomCode && mode === 'room')
  useEffect(() => {
    if (showsForm) firstField.current?.focus()
  }, [showsForm])

  useEffect(() => (isRunning ? keepAwake() : undefined), [isRunning])

  const reportEnd = useEffectEvent(onEnd)
  useEffect(() => {
    if (hasEnded) reportEnd()
  }, [hasEnded])

  const { work, cancel } = marking
  // No signature would count any more, and the next session is not to wait for it.
  useEffect(() => {
    if (hasEnded && work === 'asking') cancel()
  }, [hasEnded, work, cancel])

  const modeSwitch = takesRoomCode && <ModeSwitch mode={mode} onChoose={setMode} />
  const end = session && running.data && (
    <EndSession
      key={session.id}
      session={session}
      members={running.data.members}
      clockOffset={clockOffset}
      kind="quiet"
      className={styles.way}
    />
  )

  if (!isKnown && work === 'none') return <FullScreenSpinner />
  if (session && takesRoomCode && mode === 'room')
    return (
      <Room
        organisation={organisation}
        session={session}
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
            <FullScreenButton words={desk.kiosk} className={classNames(styles.way, styles.fullScreen)} />
            {end}
          </KioskHeader>
          <div className={styles.session}>
            {modeSwitch}
            {(isRunning || hasEnded) && <CountdownDisplay remaining={remaining} />}
          </div>
        </div>
        <div className={styles.entry}>
          <KioskNotice isUnanswered={isRunning && marking.isUnanswered} takesRoomCode={takesRoomCode} />
          {isRunning || work !== 'none' ? (
            <MarkForm
              inputs={marking.inputs}
              onInputsChange={marking.setInputs}
              onSubmit={() => void marking.mark()}
              work={work}
              firstField={firstField}
            />
          ) : (
            <NoSession hasEnded={hasEnded} />
          )}
        </div>
      </div>
      <div className={styles.board}>
        <StatePanel
          state={marking.panel}
          session={isRunning ? 'running' : hasEnded ? 'ended' : 'none'}
          onCancel={cancel}
        />
        <LatestMarks presence={presence} />
      </div>
    </main>
  )
}

/** The end of the running session as the newer of two answers has it: without a live connection one of them may be old. */
function findExpiry(
  { $id, sessionExpiry, serverTime }: OrganisationDocument,
  running: RunningSession | undefined,
  isChecking: boolean,
): number | null {
  if (running && running.serverTime > serverTime) return running.session?.endsAt ?? null
  // When another screen has just started a session, the warning that led here has its end before the document does.
  return sessionExpiry ?? (isChecking ? readSessionExpiry($id) : null)
}

/**
 * Whether the running session was asked for once since it runs. Until then the kiosk does not know whether it takes room
 * codes, and the form would stand there for a moment. Without an answer the form is right: its marks need none.
 */
function useKnownSession(
  isRunning: boolean,
  { data, isFetching, failureCount }: UseQueryResult<RunningSession>,
): boolean {
  const [isAsked, setAsked] = useState(false)
  const isKnown = Boolean(data?.session) || !isFetching || failureCount > 0
  if (isAsked !== (isRunning && (isAsked || isKnown))) setAsked(!isAsked)
  return !isRunning || isAsked || isKnown
}
