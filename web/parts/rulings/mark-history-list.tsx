import { useId } from 'react'
import { actingTexts } from '#contract/acting-texts.ts'
import type { Person } from '#contract/person.ts'
import { sayReason } from '#contract/prepared-reasons.ts'
import { rulingTexts } from '#contract/ruling-texts.ts'
import type { MarkHistory } from '#contract/rulings.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { useSayPerson } from '../../language/use-say-person.ts'
import styles from './mark-history-list.module.css'

/** The mark, its dispute and every decision, the oldest first. */
export function MarkHistoryList({ history }: { history: MarkHistory }) {
  const { decision: words } = useTextsOf('ruling', rulingTexts)
  const { reports } = useTexts()
  const format = useFormat()
  const titleId = useId()
  const acting = useTextsOf('acting', actingTexts)
  const sayPerson = useSayPerson()
  const { markedAt, way, handReason, flaggedAt, flagWords, rulings } = history
  const named = (by: Person | undefined) => (by ? [acting.by(sayPerson(by))] : [])
  const quote = (said: string | undefined) => (said === undefined ? [] : [`“${said}”`])
  const entries = [
    { key: 'mark', at: markedAt, what: words.marked[way], words: [...named(history.by), ...quote(handReason)] },
    ...(flaggedAt === null ? [] : [{ key: 'dispute', at: flaggedAt, what: words.disputed, words: quote(flagWords) }]),
    ...rulings.map(({ sequence, status, cause, reason, note, decidedAt, by }, index) => {
      // A dispute of a withdrawn mark says 'I was there'.
      const wasWithdrawn = rulings[index - 1]?.status === 'absent'
      return {
        key: `${sequence}`,
        at: decidedAt,
        what: words.decided[cause === 'dispute' && wasWithdrawn ? 'withdrawal' : cause][status],
        words: [
          ...named(by),
          `“${sayReason(reason, reports.preparedReasons)}”`,
          ...(note === null ? [] : [words.noted(note)]),
        ],
      }
    }),
  ].sort((a, b) => a.at - b.at)
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.title}>
        {words.history}
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
