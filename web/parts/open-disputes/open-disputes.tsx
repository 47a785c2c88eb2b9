import { IconAlertTriangle } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { OpenDisputes as Disputes } from '#contract/receipts.ts'
import { rulingTexts } from '#contract/ruling-texts.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useMay } from '../../session/may.ts'
import { Button } from '../../ui/index.ts'
import { useRuling } from '../rulings/use-ruling.tsx'
import styles from './open-disputes.module.css'

/** What students dispute in the groups of the caller, and what waits for an answer. */
export function useOpenDisputes(): UseQueryResult<Disputes> {
  return useRead('GET /attendance/flagged', {}, {}, { enabled: useMay('teaching') })
}

/** The number of disputes that wait for an answer, and when opened, each of them. Shows nothing if there are none. */
export function OpenDisputes({ disputes: data }: { disputes: Disputes }) {
  const { disputes: words } = useTextsOf('ruling', rulingTexts)
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
      <details className={styles.disputed}>
        <summary className={styles.summary}>
          <IconAlertTriangle className={styles.icon} size={24} stroke={1.9} aria-hidden="true" />
          <span>{words.title(format.number(data.total))}</span>
        </summary>
        <div className={styles.body}>
          <p>{words.hint}</p>
          <ul className={styles.list}>
            {data.disputes.map((one) => (
              <li key={`${one.attendanceSessionId} ${one.studentId}`} className={styles.row}>
                <span className={styles.name}>{one.name}</span>
                <span className={styles.code}>{one.rollNumber}</span>
                <span>{say(one)}</span>
                <span className={styles.said}>
                  <span>{words.said[one.reason](format.dateTime(one.flaggedAt))}</span>
                  {one.words !== undefined && <span className={styles.words}>{`“${one.words}”`}</span>}
                </span>
                <Button
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
          </ul>
          {data.disputes.length < data.total && <p>{words.onlyOldest(format.number(data.disputes.length))}</p>}
        </div>
      </details>
      {dialog}
    </>
  )
}
