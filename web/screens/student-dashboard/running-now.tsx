import { IconCircleCheck } from '@tabler/icons-react'
import { attendedStatuses } from '#contract/course-cells.ts'
import { paths } from '#contract/paths.ts'
import type { Receipt, ReceiptList } from '#contract/receipts.ts'
import { receiptsTexts } from '#contract/receipts-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useRemaining } from '../../parts/attendance-session/use-remaining.ts'
import { usePasskeys } from '../../parts/own-passkeys/use-passkeys.ts'
import { describeReceipt } from '../../parts/receipts/describe-receipt.ts'
import { disputeTexts } from '../../parts/receipts/dispute-texts.ts'
import { useReceipts, useRunning } from '../../parts/receipts/use-receipts.ts'
import { buttonClass } from '../../ui/index.ts'
import styles from './running-now.module.css'

type Running = NonNullable<ReceiptList['running']>[number]

/** What runs now where the student is expected, and whether the student is there. */
export function RunningNow() {
  const { data: running = [] } = useRunning()
  return running.map((session) => <Band key={session.attendanceSessionId} session={session} />)
}

function Band({ session }: { session: Running }) {
  const { running: words, decided, decidedAbsent } = useTextsOf(disputeTexts)
  const { time } = useFormat()
  const { data: receipts = [] } = useReceipts()
  if (useRemaining(session.endsAt) === 0) return null
  const { attendanceSessionId, organisationName, room, endsAt, status } = session
  const what = session.courseTitle ?? words.classOf(organisationName)
  const mark = receipts.find((one) => one.attendanceSessionId === attendanceSessionId)
  const title = room === null ? words.runs(what) : words.runsIn(what, room)
  const state = mark ? stateOf(mark) : status
  const isHere = attendedStatuses.some((one) => one === state)
  return (
    <section data-board className={styles.band} aria-label={title}>
      <div className={styles.what}>
        <h2 className={styles.title}>{title}</h2>
        <p>{mark && isHere ? words.since(time(endsAt), time(mark.markedAt)) : words.until(time(endsAt))}</p>
        {!mark && status === 'absent' && <p>{decidedAbsent}</p>}
      </div>
      {isHere ? (
        <p className={styles.here}>
          <IconCircleCheck size={26} stroke={2} aria-hidden="true" />
          <b>{words.here}</b>
        </p>
      ) : mark ? (
        <Mark mark={mark} />
      ) : status === 'excused' ? (
        <p>{decided.excused}</p>
      ) : (
        <Way hasRoomCode={session.hasRoomCode} />
      )}
    </section>
  )
}

const stateOf = (mark: Receipt) => ('course' in mark ? mark.course.state : (mark.ruling?.status ?? 'present'))

/** Why a check-in does not count. */
function Mark({ mark }: { mark: Receipt }) {
  const receiptsWords = useTextsOf(receiptsTexts)
  const disputeWords = useTextsOf(disputeTexts)
  const format = useFormat()
  return (
    <p>
      {'course' in mark
        ? describeReceipt(mark, { receipts: receiptsWords, disputeWords, format })
        : disputeWords.decided.absent}
    </p>
  )
}

/** How the student is marked: not by a passkey that is held. */
function Way({ hasRoomCode }: Pick<Running, 'hasRoomCode'>) {
  const { running: words } = useTextsOf(disputeTexts)
  const { dateTime } = useFormat()
  const readiness = usePasskeys().data?.readiness
  if (readiness?.state === 'held' && readiness.heldUntil !== null)
    return <p>{words.askAtFront(dateTime(readiness.heldUntil))}</p>
  if (!hasRoomCode) return <p>{words.atScreen}</p>
  return (
    <a className={buttonClass('primary')} href={paths.checkIn}>
      <span>{words.checkIn}</span>
    </a>
  )
}
