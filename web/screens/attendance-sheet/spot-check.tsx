import { IconCheck, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { AttendanceSheet, Draw } from '#contract/attendance-sheet.ts'
import { messageOf } from '../../client/request-error.ts'
import { answerDraw, drawStudents } from '../../client/sheet-calls.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useSheetTexts } from '../../language/sheet-texts.ts'
import { useTexts } from '../../language/texts.ts'
import { useRuling } from '../../parts/rulings/use-ruling.tsx'
import { Button, showError, useLostFocus } from '../../ui/index.ts'
import { CheckCard } from './check-card.tsx'
import styles from './checks.module.css'
import { useSheetChange } from './use-sheet-change.ts'

/**
 * Five students drawn by the server. 'Not here' changes nothing by itself: it offers to withdraw the mark. `isOpen`: more can
 * be drawn.
 */
export function SpotCheck({ sheet, isOpen }: { sheet: AttendanceSheet; isOpen: boolean }) {
  const { spotCheck: words } = useSheetTexts()
  const { reports } = useTexts()
  const format = useFormat()
  const ruling = useRuling()
  const { draws, session } = sheet
  const { draw, answer, isDrawing, answering } = useDraws(session.id)
  const lostFocus = useLostFocus()
  const notThere = draws.filter(({ here }) => here === false).length
  const withdraw = ({ studentId, name, rollNumber }: Draw) =>
    ruling.decide({
      sessionId: session.id,
      studentId,
      name,
      rollNumber,
      session: `${reports.session(format.number(session.number))}, ${format.dateTime(session.startedAt)}`,
      withdrawFor: words.reason,
    })
  return (
    <CheckCard
      title={words.title}
      state={draws.length === 0 ? words.none : words.sum(format.number(draws.length), format.number(notThere))}
      beginsOpen={draws.some(({ here }) => here === null)}
    >
      <p className={styles.hint}>
        {isOpen ? `${words.hint} ${words.until(format.time(sheet.drawUntil))}` : words.over}
      </p>
      {draws.length > 0 && (
        <ul className={styles.draws} aria-label={words.drawn} {...lostFocus}>
          {draws.map((one) => (
            <Drawn
              key={`${one.studentId} ${one.drawnAt}`}
              draw={one}
              answering={answering?.studentId === one.studentId ? answering.here : undefined}
              onAnswer={(here) => answer(one, here, () => withdraw(one))}
              onWithdraw={() => withdraw(one)}
            />
          ))}
        </ul>
      )}
      {isOpen && (
        <Button busy={isDrawing} onClick={draw}>
          {draws.length === 0 ? words.draw : words.again}
        </Button>
      )}
      {ruling.dialog}
    </CheckCard>
  )
}

type DrawnProps = {
  draw: Draw
  /** The answer that is on its way. */
  answering: boolean | undefined
  onAnswer: (here: boolean) => void
  onWithdraw: () => void
}

function Drawn({ draw, answering, onAnswer, onWithdraw }: DrawnProps) {
  const { spotCheck: words } = useSheetTexts()
  const { name, rollNumber, here } = draw
  return (
    <li className={styles.drawn} data-next={here === null}>
      <span className={styles.name} lang={nameLanguage(name)}>
        {name}
      </span>{' '}
      <span className={styles.code}>{rollNumber}</span>
      {here === null ? (
        <div className={styles.answers}>
          <Button busy={answering === true} aria-label={words.hereNamed(name)} onClick={() => onAnswer(true)}>
            {words.here}
          </Button>
          <Button busy={answering === false} aria-label={words.notHereNamed(name)} onClick={() => onAnswer(false)}>
            {words.notHere}
          </Button>
        </div>
      ) : (
        // It takes the focus of the two buttons: on the next student's, a key that is held down would answer again.
        <p className={styles.answer} data-here={here} tabIndex={-1}>
          {here ? (
            <IconCheck size={18} stroke={3} aria-hidden="true" />
          ) : (
            <IconX size={18} stroke={3} aria-hidden="true" />
          )}
          {here ? words.here : words.notHere}
          {!here && (
            <Button kind="quiet" aria-label={words.withdrawNamed(name)} onClick={onWithdraw}>
              {words.withdraw}
            </Button>
          )}
        </p>
      )}
    </li>
  )
}

function useDraws(sessionId: string) {
  const texts = useTexts()
  const change = useSheetChange(sessionId)
  const onError = (error: Error) => showError(messageOf(error, texts))
  const drawing = useMutation({ mutationFn: () => drawStudents(sessionId), onSuccess: change, onError })
  const answering = useMutation({
    mutationFn: ({ studentId, here }: { studentId: string; here: boolean }) => answerDraw(sessionId, studentId, here),
    onSuccess: change,
    onError,
  })
  return {
    draw: () => drawing.mutate(),
    isDrawing: drawing.isPending,
    answering: answering.isPending ? answering.variables : undefined,
    /** `onNotHere` comes once the server knows it. */
    answer: ({ studentId }: Draw, here: boolean, onNotHere: () => void) => {
      if (answering.isPending) return
      answering.mutate({ studentId, here }, { onSuccess: () => !here && onNotHere() })
    },
  }
}
