import { sayReason } from '#contract/prepared-reasons.ts'
import { receiptsTexts } from '#contract/receipts-texts.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { maxDisputeWordsLength } from '#contract/text-fields.ts'
import { Form } from '../../forms/form.tsx'
import { ReasonField, useReason } from '../../forms/reason-field.tsx'
import { useActs } from '../../kit/use-act.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { Actions, Button, ConfirmButton, showInfo, showSuccess, useDialogTitle } from '../../ui/index.ts'
import { isAbsent, useAskedCell } from './asked-cell.ts'
import { disputeTexts } from './dispute-texts.ts'
import { hasDispute } from './has-dispute.ts'
import styles from './not-me-form.module.css'

/** The question before a cell is disputed, and the way to take a dispute back that is not answered yet. */
export function NotMeForm({
  attendanceSessionId,
  onClose,
}: {
  /** Null while the modal closes. */
  attendanceSessionId: string | null
  onClose: () => void
}) {
  const texts = useTexts()
  const receipts = useTextsOf(receiptsTexts)
  const reports = useTextsOf(reportsTexts)
  const disputeWords = useTextsOf(disputeTexts)
  const format = useFormat()
  const cell = useAskedCell(attendanceSessionId)
  const isReportedAlready = cell !== undefined && cell.flaggedAt !== null
  const wasAbsent = cell !== undefined && isAbsent(cell)
  useDialogTitle(wasAbsent ? disputeWords.wasThereQuestion : receipts.question)
  const reason = wasAbsent ? 'was-there' : 'not-me'
  const hasMark = cell?.hasMark !== false
  const words = useReason({ needed: '', max: maxDisputeWordsLength })
  const acts = useActs()
  async function say(id: string, said: string) {
    const mark = { attendanceSessionId: id }
    const answer = await (isReportedAlready
      ? acts.run('POST /receipts/unflag', {}, mark)
      : acts.run('POST /receipts/flag', {}, { ...mark, reason, ...(said !== '' && { words: said }) }))
    if (!answer) return
    // Where the institute was faster, nothing was changed: its decision is the news.
    const isDone = isReportedAlready ? answer.mayDispute === reason : answer.flaggedAt !== null
    if (isDone) showSuccess(isReportedAlready ? disputeWords.takenBack : receipts.told)
    else if (answer.ruling) showInfo(sayDecided(answer.ruling))
    onClose()
  }

  function submit() {
    if (attendanceSessionId === null || acts.isBusy) return
    const said = asksForWords ? words.take() : ''
    if (said !== undefined) void say(attendanceSessionId, said)
  }

  const sayDecided = ({ status }: { readonly status: string }) => {
    if (status !== 'absent') return disputeWords.decided.present
    return hasMark ? disputeWords.decided.absent : disputeWords.decidedAbsent
  }
  // The institute has answered this question: its words are all there is to say.
  const answered = cell && !hasDispute(cell) ? cell.ruling : undefined
  const asksForWords = wasAbsent && !isReportedAlready && !answered

  function describeQuestion(): string {
    if (answered) return `${sayDecided(answered)} “${sayReason(answered.reason, reports.preparedReasons)}”`
    if (isReportedAlready) return receipts.told
    if (!wasAbsent) return receipts.questionText
    return hasMark ? disputeWords.wasThereText : disputeWords.absentText
  }

  return (
    <Form gap={20} onSubmit={submit}>
      {cell && (
        <p className={styles.mark}>
          <b>{cell.where}</b>
          {cell.institute && <span>{cell.institute}</span>}
          <span>{format.dateTime(cell.at)}</span>
        </p>
      )}
      <p>{describeQuestion()}</p>
      {asksForWords && <ReasonField label={disputeWords.words} hint={disputeWords.wordsHint} optional of={words} />}
      <Actions>
        <Button onClick={onClose}>
          {isReportedAlready || wasAbsent || answered ? texts.common.close : receipts.itWasMe}
        </Button>
        {!answered && (
          <ConfirmButton kind={isReportedAlready ? 'secondary' : 'primary'} type="submit" busy={acts.isBusy}>
            {isReportedAlready ? disputeWords.takeBack : receipts.tell}
          </ConfirmButton>
        )}
      </Actions>
    </Form>
  )
}
