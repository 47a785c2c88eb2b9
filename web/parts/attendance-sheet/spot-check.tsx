import { IconCheck, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { actingTexts } from '#contract/acting-texts.ts'
import type { Draw, SheetChecks } from '#contract/attendance-sheet.ts'
import { callProduct } from '../../client/call-product.ts'
import { messageOf } from '../../client/request-error.ts'
import { useAct } from '../../kit/use-act.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useSayPerson } from '../../language/use-say-person.ts'
import { Button, Hint, showError, useLostFocus } from '../../ui/index.ts'
import { useRuling } from '../rulings/use-ruling.tsx'
import { CheckCard } from './check-card.tsx'
import styles from './checks.module.css'
import { sheetTexts } from './sheet-texts.ts'
import { useIsBefore } from './use-is-before.ts'
import { useSheetChange } from './use-sheet-change.ts'

type SpotCheckProps = Pick<SheetChecks, 'draws' | 'drawUntil'> & {
  sessionId: string
  /** As the decision names it, such as 'Session 26, 20 Nov 2026, 09:08'. */
  session: string
  isCourse?: boolean
}

/** Five students drawn by the server. 'Not here' changes nothing by itself: it offers to withdraw the mark. */
export function SpotCheck({ draws, drawUntil, sessionId, session, isCourse = false }: SpotCheckProps) {
  const { spotCheck: words } = useTextsOf(sheetTexts)
  const format = useFormat()
  const ruling = useRuling()
  const isOpen = useIsBefore(drawUntil)
  const { draw, isDrawing } = useDraw(sessionId)
  const lostFocus = useLostFocus()
  const notThere = draws.filter(({ here }) => here === false).length
  const withdraw = ({ personId, name, rollNumber }: Draw) =>
    ruling.decide({
      ...{ sessionId, personId, name, rollNumber, session, isCourse },
      withdrawFor: 'prepared:drawn-and-not-here',
    })
  return (
    <CheckCard
      title={words.title}
      state={draws.length === 0 ? words.none : words.sum(format.number(draws.length), format.number(notThere))}
      beginsOpen={draws.some(({ here }) => here === null)}
    >
      <Hint>{isOpen ? `${words.hint} ${words.until(format.time(drawUntil))}` : words.over}</Hint>
      {draws.length > 0 && (
        <ul className={styles.draws} aria-label={words.drawn} {...lostFocus}>
          {draws.map((one) => (
            <Drawn
              key={`${one.studentId} ${one.drawnAt}`}
              draw={one}
              sessionId={sessionId}
              isOpen={isOpen}
              // A decision that is being written is not taken away.
              onNotHere={() => !ruling.isDeciding && withdraw(one)}
              onWithdraw={() => withdraw(one)}
            />
          ))}
        </ul>
      )}
      {isOpen && (
        <Button busy={isDrawing} onClick={() => void draw()}>
          {draws.length === 0 ? words.draw : words.again}
        </Button>
      )}
      {ruling.dialog}
    </CheckCard>
  )
}

type DrawnProps = {
  draw: Draw
  sessionId: string
  /** The answer can still be another one. */
  isOpen: boolean
  /** The server knows it. */
  onNotHere: () => void
  onWithdraw: () => void
}

/** One drawn student: the two answers, or the one that was given with what can follow it. */
function Drawn({ draw, sessionId, isOpen, onNotHere, onWithdraw }: DrawnProps) {
  const { spotCheck: words } = useTextsOf(sheetTexts)
  const acting = useTextsOf(actingTexts)
  const sayPerson = useSayPerson()
  const { name, rollNumber, here, isWithdrawn = false, by } = draw
  const [isChanging, setChanging] = useState(false)
  const { answer, answering } = useAnswer(sessionId, draw.studentId, (changed) => {
    setChanging(false)
    if (!changed && !isWithdrawn) onNotHere()
  })
  return (
    <li className={styles.drawn} data-next={here === null}>
      <span className={styles.name} lang={nameLanguage(name)}>
        {name}
      </span>{' '}
      <span className={styles.code}>{rollNumber}</span>
      {by && <span className={styles.by}>{acting.by(sayPerson(by))}</span>}
      {here === null || (isChanging && isOpen) ? (
        <div className={styles.answers}>
          <Button
            busy={answering === true}
            aria-label={words.hereNamed(name)}
            aria-pressed={here ?? undefined}
            onClick={() => answer(true)}
          >
            {words.here}
          </Button>
          <Button
            busy={answering === false}
            aria-label={words.notHereNamed(name)}
            aria-pressed={here === null ? undefined : !here}
            onClick={() => answer(false)}
          >
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
          <span>{here ? words.here : words.notHere}</span>
          {isWithdrawn && <span className={styles.state}>{words.withdrawn}</span>}
          <span className={styles.further}>
            {!here && !isWithdrawn && (
              <Button kind="quiet" aria-label={words.withdrawNamed(name)} onClick={onWithdraw}>
                {words.withdraw}
              </Button>
            )}
            {isOpen && (
              <Button kind="quiet" aria-label={words.changeNamed(name)} onClick={() => setChanging(true)}>
                {words.change}
              </Button>
            )}
          </span>
        </p>
      )}
    </li>
  )
}

function useDraw(sessionId: string) {
  const change = useSheetChange(sessionId)
  const { run, isBusy } = useAct('POST /sessions/:sessionId/draws')
  async function draw() {
    const drawn = await run({ sessionId })
    if (drawn) change(drawn)
  }
  return { draw, isDrawing: isBusy }
}

/** `answering`: the answer that is on its way. */
function useAnswer(sessionId: string, studentId: string, onAnswered: (here: boolean) => void) {
  const change = useSheetChange(sessionId)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (here: boolean) =>
      callProduct('PUT /sessions/:sessionId/draws/:studentId', { sessionId, studentId }, { here }),
    // Names are called faster than answers come. One after the other, since each answer is the whole list.
    scope: { id: `draws ${sessionId}` },
    onSuccess: (changed, here) => {
      change(changed)
      onAnswered(here)
    },
    onError: (error) => showError(messageOf(error)),
  })
  return {
    answering: isPending ? variables : undefined,
    answer: (here: boolean) => {
      if (!isPending) mutate(here)
    },
  }
}
