import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { disputeTexts } from '#contract/dispute-texts.ts'
import { sayReason } from '#contract/prepared-reasons.ts'
import { isPlainText, maxDisputeWordsLength, normaliseText } from '#contract/text-fields.ts'
import { disputeMark, takeDisputeBack } from '../../client/receipt-calls.ts'
import { messageOf } from '../../client/request-error.ts'
import { goToFirstError } from '../../forms/go-to-first-error.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { ownReportsKey } from '../../live/live-keys.ts'
import { useAccount } from '../../session/session.ts'
import { Button, ConfirmButton, showError, showInfo, showSuccess, TextField } from '../../ui/index.ts'
import { useAskedMark } from './asked-mark.ts'
import { hasDispute } from './has-dispute.ts'
import styles from './not-me-form.module.css'
import { receiptsKey } from './use-receipts.ts'

/** The question before a mark is disputed, and the way to take a dispute back that is not answered yet. */
export function NotMeForm({
  attendanceSessionId,
  onClose,
}: {
  /** Null while the modal closes. */
  attendanceSessionId: string | null
  onClose: () => void
}) {
  const texts = useTexts()
  const disputeWords = useTextsOf('dispute', disputeTexts)
  const format = useFormat()
  const queries = useQueryClient()
  const { $id } = useAccount()
  const mark = useAskedMark(attendanceSessionId)
  const isReportedAlready = mark !== undefined && mark.flaggedAt !== null
  const ruling = mark?.ruling
  const wasWithdrawn = ruling?.status === 'absent'
  const reason = wasWithdrawn ? 'was-there' : 'not-me'
  const form = useRef<HTMLFormElement>(null)
  const [words, setWords] = useState('')
  const [wordsError, setWordsError] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id, said }: { id: string; said: string }) =>
      isReportedAlready ? takeDisputeBack(id) : disputeMark(id, { reason, ...(said !== '' && { words: said }) }),
    onSuccess: async (answer) => {
      // Where the institute was faster, nothing was changed: its decision is the news.
      const isDone = isReportedAlready ? answer.mayDispute === reason : answer.flaggedAt !== null
      if (isDone) showSuccess(isReportedAlready ? disputeWords.takenBack : texts.receipts.told)
      else if (answer.ruling) showInfo(disputeWords.decided[answer.ruling.status])
      onClose()
      await Promise.all(
        [receiptsKey($id), ownReportsKey($id)].map((queryKey) => queries.invalidateQueries({ queryKey })),
      )
    },
    onError: (error) => showError(messageOf(error, texts)),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (attendanceSessionId === null || isPending) return
    const said = asksForWords ? normaliseText(words) : ''
    if (said !== '' && !isPlainText(said, maxDisputeWordsLength)) {
      setWordsError(texts.field.textWrong(maxDisputeWordsLength))
      requestAnimationFrame(() => goToFirstError(form))
      return
    }
    mutate({ id: attendanceSessionId, said })
  }

  // The institute has answered this question: its words are all there is to say.
  const answered = mark && !hasDispute(mark) ? ruling : undefined
  const asksForWords = wasWithdrawn && !isReportedAlready && !answered

  function describeQuestion(): string {
    if (answered)
      return `${disputeWords.decided[answered.status]} “${sayReason(answered.reason, texts.reports.preparedReasons)}”`
    if (isReportedAlready) return texts.receipts.told
    return wasWithdrawn ? disputeWords.wasThereText : texts.receipts.questionText
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      {mark && (
        <p className={styles.mark}>
          <b>{mark.organisationName}</b>
          <span>{format.dateTime(mark.markedAt)}</span>
        </p>
      )}
      <p>{describeQuestion()}</p>
      {asksForWords && (
        <TextField
          label={disputeWords.words}
          hint={disputeWords.wordsHint}
          optional
          error={wordsError}
          autoComplete="off"
          value={words}
          onValueChange={(value) => {
            setWords(value)
            setWordsError(undefined)
          }}
        />
      )}
      <div className={styles.actions}>
        <Button onClick={onClose}>
          {isReportedAlready || wasWithdrawn || answered ? texts.common.close : texts.receipts.itWasMe}
        </Button>
        {!answered && (
          <ConfirmButton kind={isReportedAlready ? 'secondary' : 'primary'} type="submit" busy={isPending}>
            {isReportedAlready ? disputeWords.takeBack : texts.receipts.tell}
          </ConfirmButton>
        )}
      </div>
    </form>
  )
}
