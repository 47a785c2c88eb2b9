import { useState } from 'react'
import { actingTexts } from '#contract/acting-texts.ts'
import { checkInTexts } from '#contract/check-in-texts.ts'
import { type CellStatus, cellStatuses } from '#contract/course-cells.ts'
import { maxSessionMinutes } from '#contract/course-rules.ts'
import type { CellHistory } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { isPlainText, maxRulingReasonLength, normaliseText } from '#contract/text-fields.ts'
import { Read } from '../../kit/read.tsx'
import { useActs } from '../../kit/use-act.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { useSayPerson } from '../../language/use-say-person.ts'
import styles from '../../parts/courses/courses.module.css'
import { MarkEvidence } from '../../parts/rulings/mark-evidence.tsx'
import { ifRuledMeanwhile, RuledMeanwhile } from '../../parts/rulings/ruled-meanwhile.tsx'
import { Button, Choice, ConfirmButton, Modal, TextField } from '../../ui/index.ts'

type CellModalProps = {
  open: boolean
  onClose: () => void
  sessionId: string
  personId: string
  /** Null without an account. */
  studentId: string | null
  name: string
  /** What the choice begins with. */
  status: CellStatus
  /** Of a decision that came second: the last ruling that its person had seen. */
  seen?: number | undefined
}

/** One cell of a register: what holds, what was decided before, and another decision. */
export function CellModal({ open, onClose, name, ...cell }: CellModalProps) {
  // Typed once, it stays for the next cells.
  const [lastReason, setLastReason] = useState('')
  return (
    <Modal open={open} onClose={onClose} title={name}>
      <Content
        key={`${cell.sessionId} ${cell.personId} ${cell.seen}`}
        onClose={onClose}
        lastReason={lastReason}
        onReason={setLastReason}
        {...cell}
      />
    </Modal>
  )
}

type ContentProps = Omit<CellModalProps, 'open' | 'name'> & { lastReason: string; onReason: (reason: string) => void }

function Content({ onClose, sessionId, personId, studentId, lastReason, onReason, ...begun }: ContentProps) {
  const texts = useTexts()
  const words = useTextsOf('course', courseTexts)
  const acts = useActs()
  const cell = { sessionId, personId }
  const history = useRead('GET /sessions/:sessionId/people/:personId/rulings', cell)
  const [status, setStatus] = useState<CellStatus>(begun.status)
  const [seen, setSeen] = useState(begun.seen)
  const [minutes, setMinutes] = useState('')
  const [reason, setReason] = useState(lastReason)
  const [error, setError] = useState<string>()
  const [minutesError, setMinutesError] = useState<string>()
  const { number } = useFormat()

  async function save({ rulings }: CellHistory) {
    const typed = normaliseText(reason)
    if (!isPlainText(typed, maxRulingReasonLength)) {
      setError(words.session.reasonNeeded)
      return
    }
    const attended = status === 'left-early' && minutes.trim() !== '' ? Number(minutes) : undefined
    if (attended !== undefined && !(Number.isInteger(attended) && attended <= maxSessionMinutes)) {
      setMinutesError(words.session.minutesWrong(number(maxSessionMinutes)))
      return
    }
    onReason(typed)
    const after = rulings.at(-1)?.sequence ?? 0
    const input = {
      status,
      reason: typed,
      after,
      ...(attended !== undefined && { minutes: attended }),
    }
    const done = words.session.saved
    const act = 'POST /sessions/:sessionId/people/:personId/rulings'
    const refused = ifRuledMeanwhile(() => setSeen(after))
    if (await acts.run(act, cell, input, { done, refused })) onClose()
  }

  return (
    <Read of={history}>
      {(answer) => (
        <div className={styles.form}>
          <RuledMeanwhile seen={seen} rulings={answer.rulings} sayStatus={(ruling) => words.statuses[ruling.status]} />
          <Choice
            label={words.session.change}
            options={cellStatuses.map((value) => ({ value, label: words.statuses[value] }))}
            value={status}
            onChoose={setStatus}
          />
          {status === 'left-early' && (
            <TextField
              label={words.session.minutes}
              optional
              inputMode="numeric"
              autoComplete="off"
              asciiDigits
              error={minutesError}
              value={minutes}
              onValueChange={(value) => {
                setMinutes(value)
                setMinutesError(undefined)
              }}
            />
          )}
          <TextField
            label={words.session.reason}
            hint={words.session.reasonHint}
            error={error}
            autoComplete="off"
            value={reason}
            onValueChange={(value) => {
              setReason(value)
              setError(undefined)
            }}
          />
          <History history={answer} />
          {studentId !== null && isSigned(answer) && <MarkEvidence mark={{ sessionId, studentId }} />}
          <div className={styles.actions}>
            <Button onClick={onClose}>{texts.profile.cancel}</Button>
            <ConfirmButton kind="primary" busy={acts.isBusy} onClick={() => void save(answer)}>
              {words.form.save}
            </ConfirmButton>
          </div>
        </div>
      )}
    </Read>
  )
}

/** By the student's own passkey. */
const isSigned = ({ mark }: CellHistory) => mark?.way === 'room-code' || mark?.way === 'screen'

/** The oldest first. */
function History({ history: { mark, rulings } }: { history: CellHistory }) {
  const words = useTextsOf('course', courseTexts)
  const ways = useTextsOf('checkIn', checkInTexts).ways
  const { by } = useTextsOf('acting', actingTexts)
  const sayPerson = useSayPerson()
  const { dateTime } = useFormat()
  if (mark === null && rulings.length === 0) return null
  return (
    <section className={styles.part} aria-label={words.session.history}>
      <h3>{words.session.history}</h3>
      <ol className={styles.list}>
        {mark && <li className={styles.row}>{words.session.marked(dateTime(mark.markedAt), ways[mark.way])}</li>}
        {rulings.map((ruling) => (
          <li key={ruling.sequence} className={styles.row}>
            <b>{words.session.decided(words.statuses[ruling.status], dateTime(ruling.decidedAt))}</b>
            {ruling.by && <span className={styles.facts}>{by(sayPerson(ruling.by))}</span>}
            {ruling.cause === 'roll-call' && <span className={styles.facts}>{words.session.byRoll}</span>}
            {ruling.isAfterLock && <span className={styles.facts}>{words.session.afterLock}</span>}
            {ruling.reason !== '' && <span className={styles.facts}>{`“${ruling.reason}”`}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
