import { useEffect, useEffectEvent, useRef } from 'react'
import { reportsTexts } from '#contract/reports-texts.ts'
import { screenTexts } from '#contract/screen-texts.ts'
import type { ScreenDisplay } from '#contract/screens.ts'
import { callSigned } from '../../client/screen-calls.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useRemaining } from '../../parts/attendance-session/use-remaining.ts'
import { checkInAtScreen } from '../../parts/one-at-a-time/check-in-at-screen.ts'
import { MarkForm } from '../../parts/one-at-a-time/mark-form.tsx'
import { MarkingNotice } from '../../parts/one-at-a-time/marking-notice.tsx'
import { ModeSwitch } from '../../parts/one-at-a-time/mode-switch.tsx'
import { StatePanel } from '../../parts/one-at-a-time/state-panel.tsx'
import { type Marking, useMarking } from '../../parts/one-at-a-time/use-marking.ts'
import { ApartCount } from '../../parts/room-display/apart-count.tsx'
import { CountdownDisplay } from '../../parts/room-display/countdown-display.tsx'
import { FullScreenButton } from '../../parts/room-display/full-screen-button.tsx'
import { RoomCode } from '../../parts/room-display/room-code.tsx'
import type { RoomCodeNow } from '../../parts/room-display/room-code-now.ts'
import { roomTexts } from '../../parts/room-display/room-texts.ts'
import { classNames, Initials } from '../../ui/index.ts'
import styles from './one-at-a-time.module.css'

/** Without a touch for so long, a screen with a code goes back to the whole room, ms. */
const restMs = 20_000

export type OneAtATimeProps = {
  shown: ScreenDisplay
  session: NonNullable<ScreenDisplay['session']>
  isLost: boolean
  /** The code, which stays in sight, and the ways back to the whole room. Undefined where the session takes no code. */
  room: { readonly now: RoomCodeNow; readonly onBack: () => void; readonly onRest: () => void } | undefined
}

/** One student at a time at a paired screen, as at the institute's own: the form, and the board with the result. */
export function OneAtATime({ shown, session, isLost, room }: OneAtATimeProps) {
  const words = useTextsOf(screenTexts)
  const roomWords = useTextsOf(roomTexts)
  const reports = useTextsOf(reportsTexts)
  const format = useFormat()
  const firstField = useRef<HTMLInputElement>(null)
  const makeCalls = (signal: AbortSignal, onLate: () => void) => checkInAtScreen(callSigned, signal, onLate)
  const marking = useMarking({ makeCalls, firstField })
  const remaining = useRemaining(session.endsAt)
  useEffect(() => {
    // In a column the switch is far below the code, which is to be seen.
    scrollTo({ top: 0, behavior: 'instant' })
    firstField.current?.focus()
  }, [])
  useRest(marking, room?.onRest)
  const { organisation, name, endsAt } = shown
  const { course } = session
  const sessionName = reports.session(format.number(session.number))
  return (
    <main className={classNames(styles.screen, room && styles.withCode)}>
      {room && (
        <section className={styles.code} aria-label={roomWords.code}>
          <RoomCode now={room.now} />
        </section>
      )}
      <header className={styles.head}>
        <div className={styles.institute}>
          <Initials name={organisation.name} of="institute" />
          <p lang={nameLanguage(organisation.name)}>{organisation.name}</p>
          <h1 className={styles.title}>{course ? `${course.title} · ${course.code} · ${sessionName}` : sessionName}</h1>
        </div>
        {!room && <CountdownDisplay remaining={remaining} />}
      </header>
      <div className={styles.entry}>
        <p className={styles.lost} role="status">
          {isLost && !room ? words.reconnecting : ''}
        </p>
        <MarkingNotice isUnanswered={marking.isUnanswered} instead={room ? 'roomCode' : 'keyAlone'} />
        <MarkForm
          inputs={marking.inputs}
          onInputsChange={marking.setInputs}
          onSubmit={() => void marking.mark()}
          work={marking.work}
          firstField={firstField}
        />
      </div>
      <div className={styles.result}>
        <StatePanel state={marking.panel} session="running" onCancel={marking.cancel} />
      </div>
      <footer className={styles.foot}>
        <p className={styles.count}>{roomWords.here(format.number(session.count), format.number(session.members))}</p>
        <ApartCount apart={session.apart} className={styles.count} />
        <div className={styles.ways}>
          {room && <ModeSwitch mode="single" onChoose={(mode) => mode === 'room' && room.onBack()} />}
          <FullScreenButton words={words} className={styles.way} />
          <span>{words.pairedUntil(name, format.dateTime(endsAt))}</span>
        </div>
      </footer>
    </main>
  )
}

/** Goes back after a while without a touch, also from a roll number that was left in the field. */
function useRest({ work, panel, inputs }: Marking, onRest: (() => void) | undefined): void {
  const rest = useEffectEvent(() => onRest?.())
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of these is a touch
  useEffect(() => {
    if (work !== 'none') return
    const timer = setTimeout(rest, restMs)
    return () => clearTimeout(timer)
  }, [work, panel, inputs])
}
