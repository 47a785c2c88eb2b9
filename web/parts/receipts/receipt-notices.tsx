import { useEffect, useEffectEvent, useRef } from 'react'
import type { Receipt } from '#contract/receipts.ts'
import { receiptsTexts } from '#contract/receipts-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useLanguageTag, useTextsOf } from '../../language/texts.ts'
import { useAccount } from '../../session/session.ts'
import { Dialog, showNotice } from '../../ui/index.ts'
import { describeReceipt, headReceipt } from './describe-receipt.ts'
import { disputeTexts } from './dispute-texts.ts'
import { findNews } from './find-news.ts'
import { readKeptSubscription } from './kept-subscription.ts'
import { useQuestion } from './use-question.ts'
import { useReceipts } from './use-receipts.ts'

const loadQuestion = async () => (await import('./not-me-form.tsx')).NotMeForm

/** On every page of a student: a notice for each new mark, and the question of 'This was not me'. */
export function ReceiptNotices() {
  const receiptsWords = useTextsOf(receiptsTexts)
  const disputeWords = useTextsOf(disputeTexts)
  const format = useFormat()
  const { data: receipts } = useReceipts()
  const { asked, ask, close } = useQuestion()
  const known = useRef<readonly Receipt[]>(undefined)
  usePushConfirmed()

  const tell = useEffectEvent((receipt: Receipt) =>
    showNotice({
      title: headReceipt(receipt, { receipts: receiptsWords, disputeWords, format }),
      text: describeReceipt(receipt, { receipts: receiptsWords, disputeWords, format }),
      action: { label: receiptsWords.notMe, run: () => ask(receipt.attendanceSessionId) },
    }),
  )
  useEffect(() => {
    if (receipts === undefined) return
    for (const receipt of findNews(known.current, receipts)) tell(receipt)
    known.current = receipts
  }, [receipts])

  return <Dialog of={{ isOpen: asked !== null, close }} load={loadQuestion} props={{ attendanceSessionId: asked }} />
}

/**
 * A browser that takes pushes confirms it: after a new login it belongs to another session, perhaps with another
 * language.
 */
function usePushConfirmed(): void {
  const { $id } = useAccount()
  const language = useLanguageTag()
  useEffect(() => {
    if (readKeptSubscription() === undefined) return
    // Loaded only when needed. After a failure, the next page confirms again.
    void import('./push-subscription.ts')
      .then(({ confirmPushes }) => confirmPushes($id, language))
      .catch(() => undefined)
  }, [$id, language])
}
