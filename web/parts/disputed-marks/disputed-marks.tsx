import { IconAlertTriangle } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { DisputedMarks as Marks } from '#contract/receipts.ts'
import { rulingTexts } from '#contract/ruling-texts.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useMay } from '../../session/may.ts'
import { Button } from '../../ui/index.ts'
import { useRuling } from '../rulings/use-ruling.tsx'
import styles from './disputed-marks.module.css'

/** The marks of the organisation that their students dispute. */
export function useDisputedMarks(): UseQueryResult<Marks> {
  return useRead('GET /attendance/flagged', {}, {}, { enabled: useMay('teaching') })
}

/** The number of disputes that wait for an answer, and when opened, the marks. Shows nothing if there are none. */
export function DisputedMarks({ marks: data }: { marks: Marks }) {
  const { disputes: words } = useTextsOf('ruling', rulingTexts)
  const format = useFormat()
  const { decide, dialog } = useRuling()
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
            {data.marks.map((mark) => (
              <li key={`${mark.attendanceSessionId} ${mark.studentId}`} className={styles.row}>
                <span className={styles.name}>{mark.name}</span>
                <span className={styles.code}>{mark.rollNumber}</span>
                <span>{words.markedIn(format.number(mark.number), format.dateTime(mark.markedAt))}</span>
                <span className={styles.said}>
                  <span>{words.said[mark.reason](format.dateTime(mark.flaggedAt))}</span>
                  {mark.words !== undefined && <span className={styles.words}>{`“${mark.words}”`}</span>}
                </span>
                <Button
                  aria-label={words.answerNamed(mark.name, format.number(mark.number))}
                  onClick={() =>
                    decide({
                      sessionId: mark.attendanceSessionId,
                      personId: mark.personId,
                      name: mark.name,
                      rollNumber: mark.rollNumber,
                      session: words.markedIn(format.number(mark.number), format.dateTime(mark.markedAt)),
                    })
                  }
                >
                  {words.answer}
                </Button>
              </li>
            ))}
          </ul>
          {data.marks.length < data.total && <p>{words.onlyOldest(format.number(data.marks.length))}</p>}
        </div>
      </details>
      {dialog}
    </>
  )
}
