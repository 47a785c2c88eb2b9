import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { flagMark } from '../../client/receipt-calls.ts'
import { messageOf } from '../../client/request-error.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/texts.ts'
import { ownReportsKey } from '../../live/live-keys.ts'
import { useAccount } from '../../session/session.ts'
import { Button, showError, showSuccess } from '../../ui/index.ts'
import { useAskedMark } from './asked-mark.ts'
import styles from './not-me-form.module.css'
import { receiptsKey } from './use-receipts.ts'

/** Asks before a mark is disputed: a dispute cannot be taken back, and the institute will follow it up. */
export function NotMeForm({
  attendanceSessionId,
  onClose,
}: {
  /** Null while the modal closes. */
  attendanceSessionId: string | null
  onClose: () => void
}) {
  const texts = useTexts()
  const format = useFormat()
  const queries = useQueryClient()
  const { $id } = useAccount()
  const mark = useAskedMark(attendanceSessionId)
  const { mutate, isPending } = useMutation({
    mutationFn: flagMark,
    onSuccess: async () => {
      showSuccess(texts.receipts.told)
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

  const isReportedAlready = mark !== undefined && mark.flaggedAt !== null
  return (
    <form className={styles.form} onSubmit={submit}>
      {mark && (
        <p className={styles.mark}>
          <b>{mark.organisationName}</b>
          <span>{format.dateTime(mark.markedAt)}</span>
        </p>
      )}
      <p>{isReportedAlready ? texts.receipts.told : texts.receipts.questionText}</p>
      <div className={styles.actions}>
        <Button onClick={onClose}>{isReportedAlready ? texts.common.close : texts.receipts.itWasMe}</Button>
        {!isReportedAlready && (
          <Button kind="primary" type="submit" busy={isPending}>
            {texts.receipts.tell}
          </Button>
        )}
      </div>
    </form>
  )
}
