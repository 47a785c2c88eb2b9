import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { receiptParameter } from '#contract/paths.ts'
import type { DisputeAnswer, Receipt } from '#contract/receipts.ts'
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
/** What the server answers to a dispute of this mark. */
const answerOf = ({ flaggedAt, mayDispute, ruling }: Receipt): DisputeAnswer => ({
  flaggedAt,
  ...(mayDispute && { mayDispute }),
  ...(ruling && { ruling: { status: ruling.status, reason: ruling.reason } }),
})
const told = 'Your institute has been told.'
const takenBack = 'Your institute sees that you took it back.'

/** Opens the question about the mark; the server answers what the student does with `answer`. */
async function ask(shown: Receipt, answer: DisputeAnswer, button: 'Tell my institute' | 'Take it back') {
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
  await ask(shown, answerOf(answer), button)
  await expect.element(toast(message)).toBeVisible()
  for (const other of [told, takenBack].filter((text) => text !== message)) await expectCount(toast(other), 0)
})

describe('the dispute of a withdrawn mark', () => {
  const withdrawn: Receipt = { ...mark, mayDispute: 'was-there', ruling: { status: 'absent', ...decided } }
  const field = page.getByRole('textbox', { name: /^Your words/ })

  /** Returns the bodies of the calls that dispute it. */
  async function open(): Promise<() => unknown[]> {
    const { mayDispute: _none, ...open } = withdrawn
    const asked = answerCalls({
      'GET /receipts': { receipts: [withdrawn] },
      'POST /receipts/flag': answerOf({ ...open, flaggedAt: mark.markedAt + 2 }),
    })
    showPart(<ReceiptNotices />, { account: asha, path: `/?${receiptParameter}=session-1` })
    await expect.element(page.getByRole('dialog', { name: 'Were you there?' })).toBeVisible()
    return () => asked.filter(({ call }) => call === 'POST /receipts/flag').map(({ body }) => body)
  }
  const send = () => press(page.getByRole('button', { name: 'Tell my institute' }), 'Enter')

  test.each([
    ['none', '  ', {}],
    ['some', ' I sat in the third row. ', { words: 'I sat in the third row.' }],
  ])(
    'asks whether the student was there, and sends the words that the student has: %s',
    async (_which, typed, said) => {
      const bodies = await open()
      await userEvent.fill(field, typed)
      await send()
      await expect.element(toast(told)).toBeVisible()
      expect(bodies()).toEqual([{ attendanceSessionId: 'session-1', reason: 'was-there', ...said }])
    },
  )

  test('says before it sends that the words are too long', async () => {
    const bodies = await open()
    await userEvent.fill(field, 'x'.repeat(301))
    await send()
    await expect.element(page.getByText('Use at most 300 ordinary characters.')).toBeVisible()
    await expect.element(field).toHaveFocus()
    expect(bodies()).toEqual([])
  })
})

test('the dispute of a mark that counts asks for no words', async () => {
  answerCalls({ 'GET /receipts': { receipts: [fresh] } })
  showPart(<ReceiptNotices />, { account: asha, path: `/?${receiptParameter}=session-1` })
  await expect.element(page.getByRole('dialog', { name: 'Was this not you?' })).toBeVisible()
  await expectCount(page.getByRole('textbox'), 0)
})

test('a question that the institute has answered is shown with its answer, and asks nothing', async () => {
  answerCalls({ 'GET /receipts': { receipts: [stays] } })
  showPart(<ReceiptNotices />, { account: asha, path: `/?${receiptParameter}=session-1` })
  await expect.element(page.getByText('Your institute: the mark counts. “Your tutor saw you.”')).toBeVisible()
  await expectCount(page.getByRole('button', { name: 'Tell my institute' }), 0)
})
