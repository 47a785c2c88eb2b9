import { IconAlertTriangle, IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { useId } from 'react'
import type { Receipt } from '#contract/receipts.ts'
import { useDisputeTexts } from '../../language/dispute-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/texts.ts'
import { Button, classNames } from '../../ui/index.ts'
import { describeReceipt } from './describe-receipt.ts'
import styles from './latest-receipts.module.css'
import { mayDispute } from './may-dispute.ts'
import { useQuestion } from './use-question.ts'
import { useReceipts } from './use-receipts.ts'

/**
 * The student's newest marks, at all organisations. Shows nothing if there are none: other parts of the screen say so.
 */
export function LatestReceipts() {
  const { receipts: words } = useTexts()
  const headingId = useId()
  const { data: receipts = [] } = useReceipts()
  if (receipts.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        {words.title}
      </h2>
      <ul className={styles.list}>
        {receipts.map((receipt) => (
          <Row key={receipt.attendanceSessionId} receipt={receipt} />
        ))}
      </ul>
    </section>
  )
}

function Row({ receipt }: { receipt: Receipt }) {
  const texts = useTexts()
  const disputeTexts = useDisputeTexts()
  const format = useFormat()
  const { ask } = useQuestion()
  const { ruling } = receipt
  const isFlagged = receipt.flaggedAt !== null
  const wasWithdrawn = ruling?.status === 'absent'
  const offered = wasWithdrawn ? disputeTexts.wasThere : texts.receipts.notMe
  const action = isFlagged ? disputeTexts.takeBack : offered
  const time = format.dateTime(receipt.markedAt)
  return (
    <li className={styles.row}>
      <span className={classNames(styles.ring, (isFlagged || wasWithdrawn) && styles.flagged)} aria-hidden="true">
        {isFlagged ? (
          <IconAlertTriangle size={18} stroke={2.2} />
        ) : wasWithdrawn ? (
          <IconArrowBackUp size={18} stroke={2.4} />
        ) : (
          <IconCheck size={18} stroke={3} />
        )}
      </span>
      <div className={styles.words}>
        <p className={styles.institute}>{receipt.organisationName}</p>
        <p className={styles.time}>{time}</p>
        <p className={styles.summary}>{describeReceipt(receipt, texts, format)}</p>
        {isFlagged && (
          <p className={styles.told}>{wasWithdrawn ? disputeTexts.youSaidThere : texts.receipts.youSaid}</p>
        )}
        {ruling && !isFlagged && (
          <p className={styles.told}>
            {disputeTexts.decided[ruling.status]} “{ruling.reason}”
          </p>
        )}
      </div>
      {mayDispute(receipt) && (
        <Button
          kind="quiet"
          className={styles.action}
          aria-label={`${action}, ${receipt.organisationName}, ${time}`}
          onClick={() => ask(receipt.attendanceSessionId)}
        >
          {action}
        </Button>
      )}
    </li>
  )
}
