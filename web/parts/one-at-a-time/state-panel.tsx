import { IconCheck, IconClockOff, IconDeviceMobile, IconHistory, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { attendanceTexts } from '#contract/attendance-texts.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { Button, classNames, EmailAddress, Spinner, VisuallyHidden } from '../../ui/index.ts'
import { deskTexts } from '../attendance-session/desk-texts.ts'
import type { MarkingTexts } from '../room-display/marking-texts.ts'
import { markingTexts } from '../room-display/marking-texts.ts'
import type { FoundStudent } from './mark-student.ts'
import type { PanelState } from './panel-state.ts'
import styles from './state-panel.module.css'
import { useBrowserLack } from './use-browser-lack.ts'
import { useScrolls } from './use-scrolls.ts'

export type StatePanelProps = {
  state: PanelState
  session: 'running' | 'ended' | 'taken-back' | 'none'
  onCancel: () => void
}

/** The board beside the form: one colour, one icon and one sentence for each state. Its size never changes. */
export function StatePanel({ state, session, onCancel }: StatePanelProps) {
  const words = useTextsOf(markingTexts)
  const signWords = useSignWords()
  const sayNext = useNextStep(signWords)
  const { part, scrolls } = useScrolls()
  return (
    <section
      ref={part}
      className={classNames(styles.panel, styles[fillOf(state)])}
      {...(scrolls && { tabIndex: 0, 'aria-label': words.board })}
    >
      <VisuallyHidden>
        <span aria-live="polite">{spokenText(state, signWords, words, sayNext)}</span>
      </VisuallyHidden>
      {/* A new element for each state restarts the icon's animation. */}
      <div
        key={state.kind}
        className={classNames(styles.content, isLong(state) && styles.tight, isLongest(state) && styles.tightest)}
      >
        <Content state={state} session={session} onCancel={onCancel} signWords={signWords} sayNext={sayNext} />
      </div>
    </section>
  )
}

type SignWords = MarkingTexts['withKey']

/** How a student signs here: with a phone, or where this computer cannot ask one, with a security key. */
function useSignWords(): SignWords {
  const attendance = useTextsOf(attendanceTexts)
  const { withKey, stillThereHint } = useTextsOf(markingTexts)
  if (useBrowserLack() === 'hybrid') return withKey
  const { steps, confirmNow, next } = attendance
  return { steps, confirmNow, stillThereHint, cancelled: next.cancelled }
}

type SayNext = (failed: PanelState & { kind: 'failed' }) => string

/** The next step for a refused student, with the end of a wait where that is known. */
function useNextStep(signWords: SignWords): SayNext {
  const attendance = useTextsOf(attendanceTexts)
  const { dateTime } = useFormat()
  const { passkey } = useTextsOf(markingTexts)
  return ({ next, until }) => {
    if (until !== undefined) return passkey.heldUntil(dateTime(until))
    if (next === 'one-device') return passkey.oneDevice
    return next === 'cancelled' ? signWords.cancelled : attendance.next[next]
  }
}

/** What the toast does not show: the student, and the next step. */
function spokenText(
  state: PanelState,
  { confirmNow, stillThereHint }: SignWords,
  words: MarkingTexts,
  sayNext: SayNext,
): string {
  if (state.kind === 'idle') return ''
  const name = state.student ? `${state.student.name}. ` : ''
  if (state.kind === 'busy') {
    if (state.isLate) return `${words.oneMoment} ${words.oneMomentHint}`
    if (state.isLeftOpen) return `${words.stillThere} ${stillThereHint}`
    return state.student ? name + confirmNow : ''
  }
  if (state.kind !== 'failed') return name
  return state.typed === undefined ? name + sayNext(state) : `${state.typed}. ${sayNext(state)}`
}

function fillOf(state: PanelState): 'board' | 'busy' | 'marked' | 'framed' | 'failed' {
  if (state.kind === 'idle') return 'board'
  return state.kind === 'already-marked' ? 'framed' : state.kind
}

type ContentProps = StatePanelProps & { signWords: SignWords; sayNext: SayNext }

function Content({ state, session, onCancel, signWords, sayNext }: ContentProps) {
  const attendance = useTextsOf(attendanceTexts)
  const words = useTextsOf(markingTexts)
  const format = useFormat()
  switch (state.kind) {
    case 'idle':
      return session === 'running' ? <Steps steps={signWords.steps} /> : <NotRunning session={session} />
    case 'busy':
      return <Busy state={state} onCancel={onCancel} signWords={signWords} />
    case 'marked':
      return (
        <>
          <Badge filled>
            <IconCheck stroke={3} />
          </Badge>
          <Person student={state.student} />
          <p className={styles.message}>{words.presentSince(format.time(state.at))}</p>
        </>
      )
    case 'already-marked':
      return (
        <>
          <Badge>
            <IconHistory stroke={1.9} />
          </Badge>
          <Person student={state.student} />
          <p className={styles.message}>{attendance.alreadyMarked}</p>
        </>
      )
    case 'failed':
      return (
        <>
          <Badge>
            <IconX stroke={3} />
          </Badge>
          {state.student && <Person student={state.student} />}
          {state.typed !== undefined && <Typed>{state.typed}</Typed>}
          <p className={classNames(styles.message, state.message.length > 50 && styles.long)}>{state.message}</p>
          <p className={styles.next}>{sayNext(state)}</p>
        </>
      )
  }
}

type BusyProps = { state: Extract<PanelState, { kind: 'busy' }>; onCancel: () => void; signWords: SignWords }

/** The student is looked up, then asked; one who does not answer is asked about after a minute. A server that does not is waited for. */
function Busy({ state: { typed, student, isLeftOpen, isLate }, onCancel, signWords }: BusyProps) {
  const attendance = useTextsOf(attendanceTexts)
  const { common } = useTexts()
  const words = useTextsOf(markingTexts)
  const cancel = (
    <Button className={styles.cancel} onClick={onCancel}>
      {common.cancel}
    </Button>
  )
  if (student === undefined) {
    return (
      <>
        <Badge>
          <Spinner size={52} />
        </Badge>
        <Typed>{typed}</Typed>
        <p className={styles.message}>{attendance.lookingUp}</p>
        {cancel}
      </>
    )
  }
  return (
    <>
      <Badge>
        <IconDeviceMobile stroke={1.9} />
      </Badge>
      <Person student={student} />
      <p className={styles.message}>
        {isLate ? words.oneMoment : isLeftOpen ? words.stillThere : signWords.confirmNow}
      </p>
      {(isLate || isLeftOpen) && (
        <p className={styles.next}>{isLate ? words.oneMomentHint : signWords.stillThereHint}</p>
      )}
      {cancel}
    </>
  )
}

function Steps({ steps }: Pick<SignWords, 'steps'>) {
  const attendance = useTextsOf(attendanceTexts)
  return (
    <>
      <h2 className={styles.heading}>{attendance.nextStudent}</h2>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className={styles.short}>{attendance.stepsInShort}</p>
    </>
  )
}

/** Before the first session and after the end of one: no student can be marked. */
function NotRunning({ session }: Pick<StatePanelProps, 'session'>) {
  const attendance = useTextsOf(attendanceTexts)
  const { end } = useTextsOf(deskTexts)
  return (
    <>
      <Badge>
        <IconClockOff stroke={1.9} />
      </Badge>
      {session === 'ended' && <h2 className={styles.heading}>{attendance.ended}</h2>}
      {session === 'taken-back' && <h2 className={styles.heading}>{end.takenBack}</h2>}
      <p className={styles.message}>{attendance.next.ended}</p>
    </>
  )
}

function Person({ student: { name, rollNumber } }: { student: FoundStudent }) {
  return (
    <div className={styles.person}>
      <p className={classNames(styles.name, nameSize(name))} lang={nameLanguage(name)}>
        {name}
      </p>
      <p className={styles.code}>{rollNumber}</p>
    </div>
  )
}

/** What names no student, or none yet: a roll number or an email. */
function Typed({ children }: { children: string }) {
  return <p className={styles.code}>{children.includes('@') ? <EmailAddress>{children}</EmailAddress> : children}</p>
}

/** Name and roll number, or what was typed, take so many lines that the sign stands beside them, and all is set smaller. */
function isLong(state: PanelState): boolean {
  if (state.kind === 'idle') return false
  const { student } = state
  if (student) return student.name.length > 40 || student.rollNumber.length > 24
  return 'typed' in state && (state.typed?.length ?? 0) > 24
}

/** More letters than names have but for a few people. */
function isLongest(state: PanelState): boolean {
  return state.kind !== 'idle' && [...(state.student?.name ?? '')].length > 80
}

/** Names are never cut and words not broken: they wrap between words, and shrink if one does not fit the board. */
function nameSize(name: string): string | undefined {
  const longestWord = Math.max(...name.split(/[\s-]/).map((word) => [...word].length))
  const { length } = [...name]
  if (length > 40 || longestWord > 13) return styles.longestName
  return length > 20 || longestWord > 10 ? styles.longName : undefined
}

function Badge({ filled = false, children }: { filled?: boolean; children: ReactNode }) {
  return (
    <div className={classNames(styles.badge, filled && styles.filled)} aria-hidden="true">
      {children}
    </div>
  )
}
