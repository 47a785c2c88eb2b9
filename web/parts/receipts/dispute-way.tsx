import { disputeTexts } from '#contract/dispute-texts.ts'
import type { Receipt } from '#contract/receipts.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { Button } from '../../ui/index.ts'
import styles from './dispute-way.module.css'
import { useQuestion } from './use-question.ts'

type DisputeWayProps = {
  mark: Pick<Receipt, 'flaggedAt' | 'mayDispute'>
  sessionId: string
  /** Names the mark for screen readers. */
  about: string
}

/** The way to the dispute of one mark, or to take it back. It stands in the opened row of the mark. */
export function DisputeWay({ mark: { flaggedAt, mayDispute }, sessionId, about }: DisputeWayProps) {
  const { receipts: words } = useTexts()
  const disputeWords = useTextsOf('dispute', disputeTexts)
  const { ask } = useQuestion()
  const offered = mayDispute === 'was-there' ? disputeWords.wasThere : words.notMe
  const action = flaggedAt === null ? offered : disputeWords.takeBack
  return (
    <Button kind="quiet" className={styles.way} aria-label={`${action}, ${about}`} onClick={() => ask(sessionId)}>
      {action}
    </Button>
  )
}
