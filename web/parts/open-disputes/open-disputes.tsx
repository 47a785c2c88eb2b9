import type { UseQueryResult } from '@tanstack/react-query'
import type { OpenDisputes as Disputes } from '#contract/receipts.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useMay } from '../../session/may.ts'
import { Button, CardList } from '../../ui/index.ts'
import { rulingTexts } from '../rulings/ruling-texts.ts'
import { useRuling } from '../rulings/use-ruling.tsx'
import styles from './open-disputes.module.css'

/** What students dispute in the groups of the caller, and what waits for an answer. */
export function useOpenDisputes(): UseQueryResult<Disputes> {
  return useRead('GET /attendance/flagged', {}, {}, { enabled: useMay('cells') })
}

/** The disputes that wait for an answer. Shows nothing if there are none. */
export function OpenDisputes({ disputes: data }: { disputes: Disputes }) {
  const { disputes: words } = useTextsOf(rulingTexts)
  const format = useFormat()
  const { decide, dialog } = useRuling()
  /** The session, and when the mark was made, if there is one. */
  function say({ course, number, markedAt, startedAt }: Disputes['disputes'][number]): string {
    const session = format.number(number)
    if (course) return words.ofCourse(course.code, session, format.dateTime(markedAt ?? startedAt))
    return markedAt === null
      ? words.absentIn(session, format.dateTime(startedAt))
      : words.markedIn(session, format.dateTime(markedAt))
  }
  if (data.total === 0) return dialog
  return (
    <>
      <CardList title={words.title(format.number(data.total))}>
        {data.disputes.map((one) => (
          <li key={`${one.attendanceSessionId} ${one.studentId}`}>
            <h3>
              <span>{one.name}</span> <span className={styles.code}>{one.rollNumber}</span>
            </h3>
            <p className={styles.facts}>
              <span>{say(one)}</span>
              <span>{words.said[one.reason](format.dateTime(one.flaggedAt))}</span>
              {one.words !== undefined && <span className={styles.words}>{`“${one.words}”`}</span>}
            </p>
            <Button
              className={styles.answer}
              aria-label={words.answerNamed(one.name, format.number(one.number))}
              onClick={() =>
                decide({
                  sessionId: one.attendanceSessionId,
                  personId: one.personId,
                  name: one.name,
                  rollNumber: one.rollNumber,
                  session: say(one),
                  isCourse: one.course !== null,
                })
              }
            >
              {words.answer}
            </Button>
          </li>
        ))}
      </CardList>
      {data.disputes.length < data.total && <p>{words.onlyOldest(format.number(data.disputes.length))}</p>}
      {dialog}
    </>
  )
}
