import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { receiptParameter } from '#contract/paths.ts'
import type { Receipt } from '#contract/receipts.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { asha } from '../../testing/people.ts'
import { expectCount, press, showPart, toast } from '../../testing/show-part.tsx'
import { ReceiptNotices } from './receipt-notices.tsx'

const mark: Receipt = {
  attendanceSessionId: 'session-1',
  organisationId: 'K7QF3M9T',
  organisationName: 'Kaveri College',
  markedAt: Date.parse('2026-11-02T09:00:00Z'),
  total: 1,
  classes: 1,
  flaggedAt: null,
}
const decided = { reason: 'Your tutor saw you.', decidedAt: mark.markedAt + 1, cause: 'dispute' } as const
const stays: Receipt = { ...mark, ruling: { status: 'present', ...decided } }
const disputed: Receipt = { ...mark, flaggedAt: mark.markedAt }
const fresh: Receipt = { ...mark, mayDispute: 'not-me' }
const told = 'Your institute has been told.'
const takenBack = 'Your institute sees that you took it back.'

/** Opens the question about the mark; the server answers what the student does with `answer`. */
async function ask(shown: Receipt, answer: Receipt, button: 'Tell my institute' | 'Take it back') {
  answerCalls({
    'GET /receipts': { receipts: [shown] },
    'POST /receipts/flag': answer,
    'POST /receipts/unflag': answer,
  })
  showPart(<ReceiptNotices />, { account: asha, path: `/?${receiptParameter}=session-1` })
  await press(page.getByRole('button', { name: button }), 'Enter')
}

test.each<[string, Receipt, Receipt, 'Tell my institute' | 'Take it back', string]>([
  ['that is disputed', fresh, disputed, 'Tell my institute', told],
  ['whose institute was faster', fresh, stays, 'Tell my institute', 'Your institute: the mark counts.'],
  ['whose dispute is taken back', disputed, fresh, 'Take it back', takenBack],
  ['whose dispute was answered meanwhile', disputed, stays, 'Take it back', 'Your institute: the mark counts.'],
])('of a mark %s the message says what became of it', async (_which, shown, answer, button, message) => {
  await ask(shown, answer, button)
  await expect.element(toast(message)).toBeVisible()
  for (const other of [told, takenBack].filter((text) => text !== message)) await expectCount(toast(other), 0)
})

test('the dispute of a withdrawn mark asks whether the student was there', async () => {
  answerCalls({
    'GET /receipts': { receipts: [{ ...mark, mayDispute: 'was-there', ruling: { status: 'absent', ...decided } }] },
  })
  showPart(<ReceiptNotices />, { account: asha, path: `/?${receiptParameter}=session-1` })
  await expect.element(page.getByRole('dialog', { name: 'Were you there?' })).toBeVisible()
})

test('a question that the institute has answered is shown with its answer, and asks nothing', async () => {
  answerCalls({ 'GET /receipts': { receipts: [stays] } })
  showPart(<ReceiptNotices />, { account: asha, path: `/?${receiptParameter}=session-1` })
  await expect.element(page.getByText('Your institute: the mark counts. “Your tutor saw you.”')).toBeVisible()
  await expectCount(page.getByRole('button', { name: 'Tell my institute' }), 0)
})
