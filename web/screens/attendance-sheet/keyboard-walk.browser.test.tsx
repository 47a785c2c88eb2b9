import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { Draw } from '#contract/attendance-sheet.ts'
import { paths } from '#contract/paths.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { noPasskeys, office, officeDocument } from '../../testing/people.ts'
import type { ClassSheet as Sheet } from '../../testing/sheets.ts'
import { markedRow, missingRow, noHistory, runningSheet, signedMark } from '../../testing/sheets.ts'
import { expectCount } from '../../testing/show-part.tsx'
import { showScreen } from '../../testing/show-screen.tsx'

/** The sheet without a mouse: each step begins where the one before has left the focus. */

const { id } = runningSheet.session
const at = runningSheet.serverTime
const anil = {
  ...markedRow,
  studentId: 'anil0000000000000000',
  personId: 'anil',
  name: 'Anil Das',
  rollNumber: '21CS003',
}
const drawn = (
  { studentId, personId, name, rollNumber }: typeof anil | typeof markedRow,
  here: boolean | null,
): Draw => ({
  ...{ studentId, personId, name, rollNumber, here },
  drawnAt: at,
})

function open(sheet: Partial<Sheet> = {}, answers: Parameters<typeof answerCalls>[0] = {}): void {
  answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen', 'room-code'] },
    'GET /attendance/running': { session: null, members: 2, serverTime: at },
    'GET /sessions/:sessionId': { ...runningSheet, ...sheet },
    'GET /passkeys': noPasskeys,
    'GET /sessions/:sessionId/people/:personId/rulings': { ...noHistory, mark: { ...signedMark, markedAt: at } },
    ...answers,
  })
  showScreen('attendanceSheet', office, paths.attendanceSheet(office.$id, id))
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const summary = (title: string) => page.getByText(title, { exact: true }).element().closest('summary')

const answerOf = (name: string) =>
  page
    .getByRole('list', { name: 'Drawn students' })
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('paragraph')

/** Presses Tab, or Shift and Tab, until the target has the focus. */
async function tabTo(target: Locator | (() => Element | null), keys = '{Tab}'): Promise<void> {
  const find = () => (typeof target === 'function' ? target() : target.query())
  await expect.poll(find).not.toBeNull()
  for (let presses = 0; presses < 40; presses++) {
    if (document.activeElement === find()) return
    await userEvent.keyboard(keys)
  }
  throw new Error('Tab does not reach it.')
}
const backTo = (target: Locator) => tabTo(target, '{Shift>}{Tab}{/Shift}')
const openCard = async (title: string) => {
  await expect.element(page.getByText(title, { exact: true })).toBeVisible()
  await tabTo(() => summary(title))
  await userEvent.keyboard('{Enter}')
}
test('heads are counted, and the focus stays at the number', async () => {
  open({}, { 'PUT /sessions/:sessionId/head-count': { counted: 51, countedAt: at } })
  await openCard('Head count')
  await tabTo(page.getByLabelText('People in the room'))
  await userEvent.keyboard('51{Enter}')
  await expect.element(page.getByText('1 checked in, 51 counted')).toBeVisible()
  await expect.element(page.getByLabelText('People in the room')).toHaveFocus()
})

test('five are drawn, and an answer keeps the focus at its student: Tab leads to the next', async () => {
  open(
    {},
    {
      'POST /sessions/:sessionId/draws': { draws: [drawn(markedRow, null), drawn(anil, null)] },
      'PUT /sessions/:sessionId/draws/:studentId': ({ address }) => ({
        draws: [drawn(markedRow, true), drawn(anil, address.includes(anil.studentId) ? true : null)],
      }),
    },
  )
  await openCard('Spot check')
  await tabTo(button('Draw five'))
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Draw five more')).toHaveFocus()
  await backTo(button('Here: Ravi Menon'))
  await userEvent.keyboard('{Enter}')
  await expect.element(answerOf('Ravi Menon')).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(button('Change the answer about Ravi Menon')).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(button('Here: Anil Das')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(answerOf('Anil Das')).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(button('Change the answer about Anil Das')).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(button('Draw five more')).toHaveFocus()
})

test('not here opens the decision, and Escape leads back to that student', async () => {
  open(
    { draws: [drawn(markedRow, null), drawn(anil, null)] },
    {
      'PUT /sessions/:sessionId/draws/:studentId': { draws: [drawn(markedRow, false), drawn(anil, null)] },
    },
  )
  await tabTo(button('Not here: Ravi Menon'))
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog', { name: 'Decide about a mark' })
  await tabTo(dialog.getByLabelText('Reason'))
  await userEvent.keyboard('{Escape}')
  await expectCount(dialog, 0)
  await expect.element(button('Withdraw the mark of Ravi Menon')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await tabTo(dialog.getByLabelText('Reason'))
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Withdraw the mark of Ravi Menon')).toHaveFocus()
})

test('a student is chosen by the space bar, and Escape leads back from the reason', async () => {
  open({}, { 'POST /check-ins': refuse('own-passkey-missing') })
  const meera = page.getByRole('checkbox', { name: /^Meera Iyer/ })
  await tabTo(meera)
  await userEvent.keyboard(' ')
  await expect.element(meera).toBeChecked()
  await tabTo(button('Mark by hand'))
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog', { name: 'Mark by hand' })
  await expect.element(dialog.getByLabelText('Reason')).toHaveFocus()
  await userEvent.keyboard('Phone forgotten')
  await expect.element(dialog.getByRole('button', { name: 'Sign with your passkey' })).toBeEnabled()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText(/Register one on your dashboard first/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expectCount(dialog, 0)
  await expect.element(button('Mark by hand')).toHaveFocus()
  await backTo(button('Choose none'))
  await userEvent.keyboard('{Enter}')
  await expect.element(meera).not.toBeChecked()
  await expect.element(page.getByRole('button', { name: /^Not yet marked 1/ })).toHaveFocus()
})

test('the mark of a row is decided about, and Escape leads back to the row', async () => {
  open({ rows: [markedRow, missingRow] })
  const change = button('Change the mark of Ravi Menon')
  await tabTo(change)
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog', { name: 'Decide about a mark' })
  await tabTo(dialog.getByLabelText('Reason'))
  const past = dialog.getByText('History of this mark').first()
  await tabTo(() => past.query()?.closest('summary') ?? null)
  await userEvent.keyboard('{Enter}')
  await tabTo(dialog.getByRole('button', { name: 'Take the evidence' }))
  await userEvent.keyboard('{Escape}')
  await expectCount(dialog, 0)
  await expect.element(change).toHaveFocus()
})

test('the room code is switched by the space bar, and a step-up that is left leads back to the switch', async () => {
  open({}, { 'PATCH /sessions/:sessionId/ways': refuse('step-up-needed') })
  await openCard('Ways to check in')
  const roomCode = page.getByRole('switch', { name: 'Room code in this session' })
  await tabTo(roomCode)
  await userEvent.keyboard(' ')
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect.element(question.getByLabelText('Current password')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expectCount(question, 0)
  await expect.element(roomCode).toHaveFocus()
})
