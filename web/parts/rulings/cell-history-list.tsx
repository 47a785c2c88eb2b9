import { useId } from 'react'
import { actingTexts } from '#contract/acting-texts.ts'
import { courseTexts } from '#contract/course-texts.ts'
import type { PersonOrPass } from '#contract/person.ts'
import { sayReason } from '#contract/prepared-reasons.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import type { CellHistory } from '#contract/rulings.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useSayPerson } from '../../language/use-say-person.ts'
import styles from './cell-history-list.module.css'
import { rulingTexts } from './ruling-texts.ts'
import { useSayRuling } from './use-say-ruling.ts'

type CellHistoryListProps = { title: string; history: CellHistory; isCourse: boolean }

/** The mark, its dispute and every decision, the oldest first. */
export function CellHistoryList({ title, history: { mark, dispute, rulings }, isCourse }: CellHistoryListProps) {
  const { decision: words } = useTextsOf(rulingTexts)
  const { session: ofCourse } = useTextsOf(courseTexts)
  const reports = useTextsOf(reportsTexts)
  const format = useFormat()
  const titleId = useId()
  const acting = useTextsOf(actingTexts)
  const sayPerson = useSayPerson()
  const { sayStatus } = useSayRuling(isCourse)
  const named = (by: PersonOrPass | undefined) => (by ? [acting.by(sayPerson(by))] : [])
  const quote = (said: string | undefined) => (said === undefined || said === '' ? [] : [`“${said}”`])
  const entries = [
    ...(mark === null
      ? []
      : [
          {
            key: 'mark',
            at: mark.markedAt,
            what: isCourse ? ofCourse.ways[mark.way] : words.marked[mark.way],
            words: [...named(mark.by), ...quote(mark.handReason)],
          },
        ]),
    ...(dispute === null
      ? []
      : [{ key: 'dispute', at: dispute.at, what: words.disputed, words: quote(dispute.words) }]),
    ...rulings.map((ruling, index) => ({
      key: `${ruling.sequence}`,
      at: ruling.decidedAt,
      what: sayStatus(ruling, rulings[index - 1]),
      words: [
        ...named(ruling.by),
        ...(ruling.cause === 'roll-call' ? [ofCourse.byRoll] : []),
        ...(ruling.isAfterLock ? [ofCourse.afterLock] : []),
        ...quote(sayReason(ruling.reason, reports.preparedReasons)),
        ...(ruling.note === null ? [] : [words.noted(ruling.note)]),
      ],
    })),
  ].sort((a, b) => a.at - b.at)
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.title}>
        {title}
      </h3>
      <ol className={styles.list}>
        {entries.map((entry) => (
          <li key={entry.key} className={styles.row}>
            <span className={styles.time}>{format.dateTime(entry.at)}</span>
            <div className={styles.what}>
              <p>{entry.what}</p>
              {entry.words.map((line) => (
                <p key={line} className={styles.words}>
                  {line}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
