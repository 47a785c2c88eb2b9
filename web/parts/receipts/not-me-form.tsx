import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { flagMark, unflagMark } from '../../client/receipt-calls.ts'
import { messageOf } from '../../client/request-error.ts'
import { useDisputeTexts } from '../../language/dispute-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/texts.ts'
import { ownReportsKey } from '../../live/live-keys.ts'
import { useAccount } from '../../session/session.ts'
import { Button, showError, showSuccess } from '../../ui/index.ts'
import { useAskedMark } from './asked-mark.ts'
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
  const disputeTexts = useDisputeTexts()
  const format = useFormat()
  const queries = useQueryClient()
  const { $id } = useAccount()
  const mark = useAskedMark(attendanceSessionId)
  const isReportedAlready = mark !== undefined && mark.flaggedAt !== null
  const wasWithdrawn = mark?.ruling?.status === 'absent'
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) =>
      isReportedAlready ? unflagMark(id) : flagMark(id, wasWithdrawn ? 'was-there' : 'not-me'),
    onSuccess: async () => {
      showSuccess(isReportedAlready ? disputeTexts.takenBack : texts.receipts.told)
      onClose()
      await Promise.all(
        [receiptsKey($id), ownReportsKey($id)].map((queryKey) => queries.invalidateQueries({ queryKey })),
      )
    },
    onError: (error) => showError(messageOf(error, texts)),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (attendanceSessionId !== null && !isPending) mutate(attendanceSessionId)
  }

  function describeQuestion(): string {
    if (isReportedAlready) return texts.receipts.told
    return wasWithdrawn ? disputeTexts.wasThereText : texts.receipts.questionText
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      {mark && (
        <p className={styles.mark}>
          <b>{mark.organisationName}</b>
          <span>{format.dateTime(mark.markedAt)}</span>
        </p>
      )}
      <p>{describeQuestion()}</p>
      <div className={styles.actions}>
        <Button onClick={onClose}>
          {isReportedAlready || wasWithdrawn ? texts.common.close : texts.receipts.itWasMe}
        </Button>
        <Button kind={isReportedAlready ? 'secondary' : 'primary'} type="submit" busy={isPending}>
          {isReportedAlready ? disputeTexts.takeBack : texts.receipts.tell}
        </Button>
      </div>
    </form>
  )
}
