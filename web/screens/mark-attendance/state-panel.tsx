import { IconCheck, IconClockOff, IconDeviceMobile, IconHistory, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Texts } from '#contract/texts.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTexts } from '../../language/texts.ts'
import { classNames, Spinner, VisuallyHidden } from '../../ui/index.ts'
import type { FoundStudent } from './mark-student.ts'
import type { PanelState } from './panel-state.ts'
import styles from './state-panel.module.css'

export type StatePanelProps = { state: PanelState; session: 'running' | 'ended' | 'none' }

/** The kiosk's board: one colour, one icon and one sentence for each state. Its size never changes. */
export function StatePanel({ state, session }: StatePanelProps) {
  const { attendance } = useTexts()
  return (
    <section className={classNames(styles.panel, styles[fillOf(state)])}>
      <VisuallyHidden>
        <span aria-live="polite">{spokenText(state, attendance)}</span>
      </VisuallyHidden>
      {/* A new element for each state restarts the icon's animation. */}
      <div key={state.kind} className={styles.content}>
        <Content state={state} session={session} />
      </div>
    </section>
  )
}

/** What the toast does not show: the student, and the next step. */
function spokenText(state: PanelState, { next, confirmNow }: Texts['attendance']): string {
  if (state.kind === 'idle') return ''
  const name = state.student ? `${state.student.firstName} ${state.student.lastName}. ` : ''
  if (state.kind === 'busy') return state.student ? name + confirmNow : ''
  return state.kind === 'failed' ? name + next[state.next] : name
}

function fillOf(state: PanelState): 'board' | 'busy' | 'marked' | 'framed' | 'failed' {
  if (state.kind === 'idle') return 'board'
  return state.kind === 'already-marked' ? 'framed' : state.kind
}

function Content({ state, session }: StatePanelProps) {
  const { attendance } = useTexts()
  switch (state.kind) {
    case 'idle':
      return session === 'running' ? <Steps /> : <NotRunning hasEnded={session === 'ended'} />
    case 'busy':
      return (
        <>
          <Badge>{state.student ? <IconDeviceMobile stroke={1.9} /> : <Spinner size={52} />}</Badge>
          {state.student ? <Person student={state.student} /> : <p className={styles.code}>{state.typed}</p>}
          <p className={styles.message}>{state.student ? attendance.confirmNow : attendance.lookingUp}</p>
        </>
      )
    case 'marked':
      return (
        <>
          <Badge filled>
            <IconCheck stroke={3} />
          </Badge>
          <Person student={state.student} />
          <p className={styles.message}>{attendance.marked}</p>
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
          <p className={classNames(styles.message, state.message.length > 60 && styles.long)}>{state.message}</p>
          <p className={styles.next}>{attendance.next[state.next]}</p>
        </>
      )
  }
}

function Steps() {
  const { attendance } = useTexts()
  return (
    <>
      <h2 className={styles.heading}>{attendance.nextStudent}</h2>
      <ol className={styles.steps}>
        {attendance.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className={styles.short}>{attendance.stepsInShort}</p>
    </>
  )
}

/** Before the first session and after the end of one: no student can be marked. */
function NotRunning({ hasEnded }: { hasEnded: boolean }) {
  const { attendance } = useTexts()
  return (
    <>
      <Badge>
        <IconClockOff stroke={1.9} />
      </Badge>
      {hasEnded && <h2 className={styles.heading}>{attendance.ended}</h2>}
      <p className={styles.message}>{attendance.next.ended}</p>
    </>
  )
}

function Person({ student }: { student: FoundStudent }) {
  const name = `${student.firstName} ${student.lastName}`
  return (
    <div className={styles.person}>
      <p className={classNames(styles.name, nameSize(name))} lang={nameLanguage(name)}>
        {name}
      </p>
      <p className={styles.code}>{student.rollNumber}</p>
    </div>
  )
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
