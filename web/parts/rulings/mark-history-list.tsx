import { useId } from 'react'
import { sayReason } from '#contract/prepared-reasons.ts'
import type { MarkHistory } from '#contract/rulings.ts'
import { useFormat } from '../../language/format.ts'
import { useRulingTexts } from '../../language/ruling-texts.ts'
import { useTexts } from '../../language/texts.ts'
import styles from './mark-history-list.module.css'

/** The mark, its dispute and every decision, the oldest first. */
export function MarkHistoryList({ history }: { history: MarkHistory }) {
  const { decision: words } = useRulingTexts()
  const { reports } = useTexts()
  const format = useFormat()
  const titleId = useId()
  const { markedAt, way, handReason, flaggedAt, flagWords, rulings } = history
  const quote = (said: string | undefined) => (said === undefined ? [] : [`“${said}”`])
  const entries = [
    { key: 'mark', at: markedAt, what: words.marked[way], words: quote(handReason) },
    ...(flaggedAt === null ? [] : [{ key: 'dispute', at: flaggedAt, what: words.disputed, words: quote(flagWords) }]),
    ...rulings.map(({ sequence, status, cause, reason, note, decidedAt }, index) => {
      // A dispute of a withdrawn mark says 'I was there'.
      const wasWithdrawn = rulings[index - 1]?.status === 'absent'
      return {
        key: `${sequence}`,
        at: decidedAt,
        what: words.decided[cause === 'dispute' && wasWithdrawn ? 'withdrawal' : cause][status],
        words: [`“${sayReason(reason, reports.preparedReasons)}”`, ...(note === null ? [] : [words.noted(note)])],
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
