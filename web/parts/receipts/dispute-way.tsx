import type { ToldDispute } from '#contract/receipts.ts'
import { receiptsTexts } from '#contract/receipts-texts.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button } from '../../ui/index.ts'
import { disputeTexts } from './dispute-texts.ts'
import styles from './dispute-way.module.css'
import { useQuestion } from './use-question.ts'

type DisputeWayProps = {
  dispute: ToldDispute
  sessionId: string
  /** Names the session for screen readers. */
  about: string
}

/** The way to the dispute of one cell, or to take it back. It stands in the opened row of the session. */
export function DisputeWay({ dispute: { flaggedAt, mayDispute }, sessionId, about }: DisputeWayProps) {
  const words = useTextsOf(receiptsTexts)
  const disputeWords = useTextsOf(disputeTexts)
  const { ask } = useQuestion()
  const offered = mayDispute === 'was-there' ? disputeWords.wasThere : words.notMe
  const action = flaggedAt === null ? offered : disputeWords.takeBack
  return (
    <Button kind="quiet" className={styles.way} aria-label={`${action}, ${about}`} onClick={() => ask(sessionId)}>
      {action}
    </Button>
  )
}
