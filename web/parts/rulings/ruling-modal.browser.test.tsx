import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { CellHistory } from '#contract/rulings.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { noPasskeys, office, officeDocument } from '../../testing/people.ts'
import { noHistory, signedMark } from '../../testing/sheets.ts'
import { showDialog } from '../../testing/show-part.tsx'
import { RulingModal } from './ruling-modal.tsx'

const at = Date.parse('2026-11-02T09:00:00Z')
const cell = { sessionId: 's', personId: 'asha', name: 'Asha Rao', rollNumber: '1', session: 'Session 1' }
const unsaid = { isInRow: false, reason: '', onReason: () => undefined }
type Ruling = CellHistory['rulings'][number]
const ruling = (sequence: number, status: Ruling['status'], cause: Ruling['cause']): Ruling => ({
  ...{ status, minutes: null, isAfterLock: false },
  reason: 'Seen by the tutor.',
  note: null,
  sequence,
  decidedBy: office.$id,
  decidedAt: at + sequence,
  cause,
})

type Marked = Partial<NonNullable<CellHistory['mark']>>
async function open(
  rulings: readonly Ruling[],
  mark: Marked = {},
  dispute: CellHistory['dispute'] = null,
): Promise<void> {
  answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
    'GET /passkeys': noPasskeys,
    'GET /sessions/:sessionId/people/:personId/rulings': {
      ...noHistory,
      mark: { ...signedMark, markedAt: at, isSigned: false, ...mark },
      dispute,
      rulings: [...rulings],
    },
  })
  showDialog(RulingModal, { ...unsaid, cell }, { account: office })
  await expect.element(page.getByRole('heading', { name: 'History of this mark' })).toBeVisible()
}
const option = (name: string) => page.getByRole('button', { name: new RegExp(name) })

test('of a mark that counts, the decision is that it stays or is withdrawn', async () => {
  await open([ruling(1, 'present', 'dispute')])
  await expect.element(option('Mark stays')).toBeVisible()
  await expect.element(option('Mark withdrawn')).toBeVisible()
  await expect.element(page.getByText('Dispute answered: mark stays')).toBeVisible()
})

test('the history has what the student said to the dispute', async () => {
  await open([ruling(1, 'absent', 'staff')], {}, { at: at + 2, isOpen: true, words: 'I sat in the third row.' })
  const disputed = page.getByRole('listitem').filter({ hasText: 'Disputed by the student' })
  await expect.element(disputed.getByText('“I sat in the third row.”')).toBeVisible()
})

test('the history names who signed and who decided', async () => {
  const [ravi, meera] = [
    { name: 'Ravi Kulkarni', title: '', role: 'teacher' },
    { name: 'Meera Iyer', title: 'Head of Physics', role: 'owner' },
  ] as const
  await open([{ ...ruling(1, 'absent', 'staff'), by: meera }], { way: 'hand', by: ravi })
  const entry = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  await expect.element(entry('present by hand').getByText('by Ravi Kulkarni, Teacher')).toBeVisible()
  await expect.element(entry('Mark withdrawn').getByText('by Meera Iyer, Head of Physics')).toBeVisible()
})

test('of a withdrawn mark, the decision is that it counts or is withdrawn', async () => {
  await open([ruling(1, 'absent', 'dispute')])
  await expect.element(option('Mark counts')).toBeVisible()
  await expect.element(option('Mark withdrawn')).toBeVisible()
  await expect.element(page.getByText('Dispute answered: mark withdrawn')).toBeVisible()
})

test.each([
  ['present', 'Dispute answered: mark counts'],
  ['absent', 'Dispute answered: mark stays withdrawn'],
] as const)('the answer “%s” to ‘I was there’ says what became of the mark', async (status, sentence) => {
  await open([ruling(1, 'absent', 'staff'), ruling(2, status, 'dispute')])
  await expect.element(page.getByText(sentence)).toBeVisible()
})

test.each([
  ['screen', 'Marked present by passkey at the screen'],
  ['room-code', 'Marked present by passkey with the room code'],
  ['hand', 'Marked present by hand'],
] as const)('the history begins with how the mark was made: %s', async (way, sentence) => {
  await open([], { way })
  await expect.element(page.getByRole('listitem').first().getByText(sentence)).toBeVisible()
})

test.each([false, true])(
  'who comes second on a mark reads who decided what until it is closed, without a mark: %s',
  async (isAbsent) => {
    const ravi = { name: 'Ravi Kulkarni', title: '', role: 'teacher' } as const
    let isRuled = false
    answerCalls({
      'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
      'GET /passkeys': noPasskeys,
      'GET /sessions/:sessionId/people/:personId/rulings': () => ({
        ...noHistory,
        mark: isAbsent && !isRuled ? null : { ...signedMark, markedAt: at, isSigned: false },
        rulings: isRuled ? [{ ...ruling(1, 'present', 'staff'), by: ravi }] : [],
      }),
      'POST /sessions/:sessionId/people/:personId/rulings': () => {
        isRuled = true
        return refuse('ruled-meanwhile')
      },
    })
    showDialog(RulingModal, { ...unsaid, cell }, { account: office })
    await page.getByLabelText('Reason').fill('Was in the room.')
    await page.getByRole('button', { name: 'Save decision' }).click()
    const alert = page.getByRole('alert')
    for (const part of [
      'Your decision was not saved',
      'by Ravi Kulkarni, Teacher',
      '“Seen by the tutor.”',
      '2 Nov 2026',
    ])
      await expect.element(alert.getByText(part, { exact: false })).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'History of this mark' })).toBeVisible()
  },
)

test('in a course each status can be said, of who left early with the minutes, and with a note for the institute', async () => {
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
    'GET /passkeys': noPasskeys,
    'GET /sessions/:sessionId/people/:personId/rulings': noHistory,
    'POST /sessions/:sessionId/people/:personId/rulings': noHistory,
  })
  let isOpen = true
  const close = () => {
    isOpen = false
  }
  const course = { ...cell, isCourse: true, status: 'late' } as const
  showDialog(RulingModal, { ...unsaid, cell: course }, { account: office, onClose: close })
  const dialog = page.getByRole('dialog', { name: 'Asha Rao' })
  await expect.element(dialog.getByRole('radio', { name: 'Late' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'Left early' }).click()
  await dialog.getByLabelText(/^Minutes attended/).fill('20')
  await dialog.getByLabelText('Reason').fill('Went to the doctor.')
  await dialog.getByLabelText(/^Note/).fill('The letter lies in the office.')
  await dialog.getByRole('button', { name: 'Change' }).click()
  await expect.poll(() => isOpen).toBe(false)
  expect(asked.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)).toEqual([
    {
      ...{ status: 'left-early', minutes: 20, reason: 'Went to the doctor.' },
      ...{ note: 'The letter lies in the office.', after: 0 },
    },
  ])
})

test('the absence that a student disputes is answered with what was found, and the student’s words stand above', async () => {
  const words = 'I sat in the third row.'
  const dispute = { at, isOpen: true, words }
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
    'GET /passkeys': noPasskeys,
    'GET /sessions/:sessionId/people/:personId/rulings': { ...noHistory, dispute },
    'POST /sessions/:sessionId/people/:personId/rulings': { ...noHistory, dispute },
  })
  showDialog(RulingModal, { ...unsaid, cell }, { account: office })
  await expect.element(page.getByText(`“${words}”`).first()).toBeVisible()
  await page.getByRole('button', { name: 'Absent' }).click()
  await page.getByLabelText('Reason').fill('The seat was empty.')
  await page.getByRole('button', { name: 'Save decision' }).click()
  await expect
    .poll(() => asked.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body))
    .toEqual([{ status: 'absent', reason: 'The seat was empty.', after: 0 }])
})
