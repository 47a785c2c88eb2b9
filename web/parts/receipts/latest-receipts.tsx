import { IconAlertTriangle, IconArrowBackUp, IconCheck, IconMinus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { sayReason } from '#contract/prepared-reasons.ts'
import type { Receipt } from '#contract/receipts.ts'
import { receiptsTexts } from '#contract/receipts-texts.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Card, classNames, Stack } from '../../ui/index.ts'
import { Opener } from '../opener/opener.tsx'
import { WayBadge } from '../way-badge/way-badge.tsx'
import { describeReceipt } from './describe-receipt.ts'
import { disputeTexts } from './dispute-texts.ts'
import { DisputeWay } from './dispute-way.tsx'
import { EvidenceWay } from './evidence-way.tsx'
import { hasDispute, sayDispute } from './has-dispute.ts'
import styles from './latest-receipts.module.css'
import { useReceipts } from './use-receipts.ts'

/**
 * The student's newest marks, at all organisations. Shows nothing if there are none: other parts of the screen say so.
 */
export function LatestReceipts() {
  const words = useTextsOf(receiptsTexts)
  const headingId = useId()
  const { data: receipts = [] } = useReceipts()
  const [openId, setOpenId] = useState<string | undefined>()
  if (receipts.length === 0) return null
  return (
    <Stack as="section" gap={16} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        {words.title}
      </h2>
      <Card as="ul" className={styles.list}>
        {receipts.map((receipt) => {
          const id = receipt.attendanceSessionId
          return (
            <Row
              key={id}
              receipt={receipt}
              isOpen={openId === id}
              onToggle={() => setOpenId((last) => (last === id ? undefined : id))}
            />
          )
        })}
      </Card>
    </Stack>
  )
}

type RowProps = { receipt: Receipt; isOpen: boolean; onToggle: () => void }

/** One mark. What is rarely wanted of it, the dispute and the evidence, shows once the row is opened by the name of its institute or course. */
function Row({ receipt, isOpen, onToggle }: RowProps) {
  const receiptsWords = useTextsOf(receiptsTexts)
  const reports = useTextsOf(reportsTexts)
  const disputeWords = useTextsOf(disputeTexts)
  const format = useFormat()
  const wayId = useId()
  const { ruling, organisationName } = receipt
  const course = 'course' in receipt ? receipt.course : undefined
  const name = course?.title ?? organisationName
  const isFlagged = receipt.flaggedAt !== null
  const wasWithdrawn = ruling?.status === 'absent'
  const isAbsence = wasWithdrawn || course?.state === 'absent' || course?.state === 'after-closing'
  const countsNot = !isFlagged && !wasWithdrawn && (course?.state === 'guest' || course?.state === 'after-closing')
  const time = format.dateTime(receipt.markedAt)
  const about = `${name}, ${time}`
  const isSigned = receipt.isSigned === true
  const opens = hasDispute(receipt) || isSigned
  return (
    <li className={styles.row}>
      <span
        className={classNames(styles.ring, (isFlagged || wasWithdrawn) && styles.flagged, countsNot && styles.apart)}
        aria-hidden="true"
      >
        {isFlagged ? (
          <IconAlertTriangle size={18} stroke={2.2} />
        ) : wasWithdrawn ? (
          <IconArrowBackUp size={18} stroke={2.4} />
        ) : countsNot ? (
          <IconMinus size={18} stroke={2.4} />
        ) : (
          <IconCheck size={18} stroke={3} />
        )}
      </span>
      <div className={styles.words}>
        <p className={styles.institute}>
          {opens ? (
            <Opener isOpen={isOpen} controls={wayId} onToggle={onToggle} label={about}>
              <span lang={nameLanguage(name)}>{name}</span>
            </Opener>
          ) : (
            <span lang={nameLanguage(name)}>{name}</span>
          )}
          {course && <span className={styles.of}>{organisationName}</span>}
        </p>
        <p className={styles.time}>
          <span>{time}</span>
          {receipt.way && <WayBadge way={receipt.way}>{disputeWords.ways[receipt.way]}</WayBadge>}
        </p>
        <p className={styles.summary}>{describeReceipt(receipt, { receipts: receiptsWords, disputeWords, format })}</p>
        {receipt.handReason !== undefined && <p className={styles.told}>{reports.byHandFor(receipt.handReason)}</p>}
        {isFlagged && (
          <p className={styles.told}>{sayDispute({ ...receipt, isAbsence }, disputeWords, receiptsWords)}</p>
        )}
        {ruling && !isFlagged && (
          <p
            className={styles.told}
          >{`${disputeWords.decided[ruling.status]} “${sayReason(ruling.reason, reports.preparedReasons)}”`}</p>
        )}
      </div>
      {opens && isOpen && (
        <div id={wayId} className={styles.more}>
          {hasDispute(receipt) && (
            <DisputeWay dispute={receipt} sessionId={receipt.attendanceSessionId} about={about} />
          )}
          {isSigned && <EvidenceWay sessionId={receipt.attendanceSessionId} about={about} />}
        </div>
      )}
    </li>
  )
}
