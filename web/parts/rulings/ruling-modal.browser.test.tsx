import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MarkHistory, Ruling } from '#contract/rulings.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { noPasskeys, office, officeDocument } from '../../testing/people.ts'
import { showPart } from '../../testing/show-part.tsx'
import { RulingModal } from './ruling-modal.tsx'

const at = Date.parse('2026-11-02T09:00:00Z')
const mark = { sessionId: 's', studentId: 'asha', name: 'Asha Rao', rollNumber: '1', session: 'Session 1' }
const ruling = (sequence: number, status: Ruling['status'], cause: Ruling['cause']): Ruling => ({
  status,
  reason: 'Seen by the tutor.',
  note: null,
  sequence,
  decidedBy: office.$id,
  decidedAt: at + sequence,
  cause,
})

async function open(history: Partial<MarkHistory>): Promise<void> {
  answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
    'GET /passkeys': noPasskeys,
    'GET /attendance/rulings/:sessionId/:studentId': {
      markedAt: at,
      way: 'screen',
      flaggedAt: null,
      isDisputed: false,
      rulings: [],
      ...history,
    },
  })
  showPart(<RulingModal open onClose={() => undefined} mark={{ ...mark, isUnsigned: true }} />, { account: office })
  await expect.element(page.getByRole('heading', { name: 'History of this mark' })).toBeVisible()
}
const option = (name: string) => page.getByRole('button', { name: new RegExp(name) })

test('of a mark that counts, the decision is that it stays or is withdrawn', async () => {
  await open({ rulings: [ruling(1, 'present', 'dispute')] })
  await expect.element(option('Mark stays')).toBeVisible()
  await expect.element(option('Mark withdrawn')).toBeVisible()
  await expect.element(page.getByText('Dispute answered: mark stays')).toBeVisible()
})

test('the history has what the student said to the dispute', async () => {
  await open({
    flaggedAt: at + 2,
    isDisputed: true,
    flagWords: 'I sat in the third row.',
    rulings: [ruling(1, 'absent', 'staff')],
  })
  const disputed = page.getByRole('listitem').filter({ hasText: 'Disputed by the student' })
  await expect.element(disputed.getByText('“I sat in the third row.”')).toBeVisible()
})

test('the history names who signed and who decided', async () => {
  const [ravi, meera] = [
    { name: 'Ravi Kulkarni', title: '', role: 'teacher' },
    { name: 'Meera Iyer', title: 'Head of Physics', role: 'owner' },
  ] as const
  await open({ way: 'hand', by: ravi, rulings: [{ ...ruling(1, 'absent', 'staff'), by: meera }] })
  const entry = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  await expect.element(entry('present by hand').getByText('by Ravi Kulkarni, Teacher')).toBeVisible()
  await expect.element(entry('Mark withdrawn').getByText('by Meera Iyer, Head of Physics')).toBeVisible()
})

test('of a withdrawn mark, the decision is that it counts or is withdrawn', async () => {
  await open({ rulings: [ruling(1, 'absent', 'dispute')] })
  await expect.element(option('Mark counts')).toBeVisible()
  await expect.element(option('Mark withdrawn')).toBeVisible()
  await expect.element(page.getByText('Dispute answered: mark withdrawn')).toBeVisible()
})

test.each([
  ['present', 'Dispute answered: mark counts'],
  ['absent', 'Dispute answered: mark stays withdrawn'],
] as const)('the answer “%s” to ‘I was there’ says what became of the mark', async (status, sentence) => {
  await open({ rulings: [ruling(1, 'absent', 'staff'), ruling(2, status, 'dispute')] })
  await expect.element(page.getByText(sentence)).toBeVisible()
})

test.each([
  ['screen', 'Marked present by passkey at the screen'],
  ['room-code', 'Marked present by passkey with the room code'],
  ['hand', 'Marked present by hand'],
] as const)('the history begins with how the mark was made: %s', async (way, sentence) => {
  await open({ way })
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
      'GET /attendance/rulings/:sessionId/:studentId': () => ({
        ...{ markedAt: at, way: 'screen', flaggedAt: null, isDisputed: false },
        rulings: isRuled ? [{ ...ruling(1, 'present', 'staff'), by: ravi }] : [],
      }),
      'POST /attendance/rulings/:sessionId/:studentId': () => {
        isRuled = true
        return refuse('ruled-meanwhile')
      },
    })
    const shown = { ...mark, isUnsigned: true, ...(isAbsent && { isAbsent }) }
    showPart(<RulingModal open onClose={() => undefined} mark={shown} />, { account: office })
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
