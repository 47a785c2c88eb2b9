import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Draw } from '#contract/attendance-sheet.ts'
import { paths } from '#contract/paths.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { noPasskeys, office, officeDocument } from '../../testing/people.ts'
import type { ClassSheet as Sheet } from '../../testing/sheets.ts'
import { endedSheet, markedRow, noHistory, runningSheet, signedMark } from '../../testing/sheets.ts'
import { expectCount, toast } from '../../testing/show-part.tsx'
import { showScreen } from '../../testing/show-screen.tsx'

const { id } = runningSheet.session
const drawnAt = runningSheet.serverTime
const drawn = (here: boolean | null): Draw => ({
  studentId: markedRow.studentId,
  personId: markedRow.personId,
  name: markedRow.name,
  rollNumber: markedRow.rollNumber,
  drawnAt,
  here,
})

function open(sheet: Partial<Sheet> = {}, answers: Parameters<typeof answerCalls>[0] = {}) {
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen', 'room-code'] },
    'GET /attendance/running': { session: null, members: 2, serverTime: drawnAt },
    'GET /sessions/:sessionId': { ...runningSheet, ...sheet },
    ...answers,
  })
  showScreen('attendanceSheet', office, paths.attendanceSheet(office.$id, id))
  return asked
}

const history = { ...noHistory, mark: { ...signedMark, markedAt: drawnAt } } as const

const card = (title: string) => page.getByText(title, { exact: true })
const dialog = page.getByRole('dialog', { name: 'Decide about a mark' })

test('the counted heads stand beside those who checked in', async () => {
  const asked = open(
    { counts: { ...runningSheet.counts, members: 60, marked: 58 } },
    { 'PUT /sessions/:sessionId/head-count': { counted: 51, countedAt: drawnAt } },
  )
  await card('Head count').click()
  await page.getByLabelText('People in the room').fill('51')
  await page.getByRole('button', { name: 'Save count' }).click()
  await expect.element(page.getByText('58 checked in, 51 counted')).toBeVisible()
  expect(asked.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({ counted: 51 })
})

test.each(['', 'many', '-1', '100001'])('%j is no number of heads, and is not sent', async (typed) => {
  const asked = open()
  await card('Head count').click()
  await page.getByLabelText('People in the room').fill(typed)
  await page.getByRole('button', { name: 'Save count' }).click()
  await expect.element(page.getByText('Type a whole number.')).toBeVisible()
  expect(asked.filter(({ call }) => call.startsWith('PUT'))).toEqual([])
})

test('five are drawn, and an answer stays with the student', async () => {
  open(
    {},
    {
      'POST /sessions/:sessionId/draws': { draws: [drawn(null)] },
      'PUT /sessions/:sessionId/draws/:studentId': { draws: [drawn(true)] },
    },
  )
  await card('Spot check').click()
  await page.getByRole('button', { name: 'Draw five' }).click()
  await page.getByRole('button', { name: 'Here: Ravi Menon', exact: true }).click()
  const list = page.getByRole('list', { name: 'Drawn students' })
  await expect.element(list.getByText('Here', { exact: true })).toBeVisible()
  await expect.element(page.getByText('1 drawn, 0 not there')).toBeVisible()
  await expectCount(dialog, 0)
})

test('not here changes nothing by itself, and offers to withdraw the mark with that reason', async () => {
  const asked = open(
    { draws: [drawn(null)] },
    {
      'PUT /sessions/:sessionId/draws/:studentId': { draws: [drawn(false)] },
      'GET /sessions/:sessionId/people/:personId/rulings': history,
    },
  )
  await page.getByRole('button', { name: 'Not here: Ravi Menon' }).click()
  await expect.element(dialog.getByRole('button', { pressed: true })).toHaveTextContent('Mark withdrawn')
  await expect.element(dialog.getByLabelText('Reason')).toHaveValue('Drawn in the spot check, and not in the room')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByText('1 drawn, 1 not there')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Withdraw the mark of Ravi Menon' })).toBeVisible()
  expect(asked.filter(({ call }) => call.startsWith('POST'))).toEqual([])
})

test('the suggested reason is sent as its key, and words that were typed as they are', async () => {
  const asked = open(
    { draws: [drawn(false)] },
    {
      'GET /sessions/:sessionId/people/:personId/rulings': history,
      'POST /sessions/:sessionId/people/:personId/rulings': history,
    },
  )
  const sent = () =>
    asked.flatMap(({ call, body }) => (call.startsWith('POST') ? [(body as { reason: string }).reason] : []))
  await card('Spot check').click()
  for (const typed of [undefined, 'He left early.']) {
    await page.getByRole('button', { name: 'Withdraw the mark of Ravi Menon' }).click()
    if (typed !== undefined) await dialog.getByLabelText('Reason').fill(typed)
    await dialog.getByRole('button', { name: 'Save decision' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  }
  expect(sent()).toEqual(['prepared:drawn-and-not-here', 'He left early.'])
})

test('an answer can be changed as long as students can be drawn', async () => {
  const asked = open(
    { draws: [drawn(false)] },
    { 'PUT /sessions/:sessionId/draws/:studentId': { draws: [drawn(true)] } },
  )
  await card('Spot check').click()
  await page.getByRole('button', { name: 'Change the answer about Ravi Menon' }).click()
  await page.getByRole('button', { name: 'Here: Ravi Menon', exact: true }).click()
  await expect.element(page.getByText('1 drawn, 0 not there')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Change the answer about Ravi Menon' })).toBeVisible()
  expect(asked.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({ here: true })
})

test('after that time the answer stays, and the mark can still be withdrawn', async () => {
  open({ ...endedSheet, drawUntil: endedSheet.serverTime - 1, draws: [drawn(false)] })
  await card('Spot check').click()
  await expect.element(page.getByRole('button', { name: 'Withdraw the mark of Ravi Menon' })).toBeVisible()
  await expectCount(page.getByRole('button', { name: 'Change the answer about Ravi Menon' }), 0)
})

test('a mark that was withdrawn is said to be, and offers nothing to withdraw', async () => {
  open(
    { draws: [{ ...drawn(true), isWithdrawn: true }] },
    {
      'PUT /sessions/:sessionId/draws/:studentId': { draws: [{ ...drawn(false), isWithdrawn: true }] },
    },
  )
  await card('Spot check').click()
  await expect.element(page.getByRole('list', { name: 'Drawn students' }).getByText('Mark withdrawn')).toBeVisible()
  await page.getByRole('button', { name: 'Change the answer about Ravi Menon' }).click()
  await page.getByRole('button', { name: 'Not here: Ravi Menon' }).click()
  await expect.element(page.getByText('1 drawn, 1 not there')).toBeVisible()
  await expectCount(page.getByRole('button', { name: 'Withdraw the mark of Ravi Menon' }), 0)
  await expectCount(dialog, 0)
})

test('answers that are given faster than the server takes them are all kept, in their order', async () => {
  const asha = { ...drawn(null), studentId: 'asha', name: 'Asha Rao' }
  let draws: readonly Draw[] = [drawn(null), asha]
  const slow = Promise.withResolvers<void>()
  const asked = open(
    { draws },
    {
      'PUT /sessions/:sessionId/draws/:studentId': async ({ address, body }) => {
        await slow.promise
        const { here } = body as { here: boolean }
        draws = draws.map((one) => (address.endsWith(one.studentId) ? { ...one, here } : one))
        return { draws }
      },
      'GET /sessions/:sessionId/people/:personId/rulings': history,
    },
  )
  await page.getByRole('button', { name: 'Not here: Ravi Menon' }).click()
  await page.getByRole('button', { name: 'Not here: Asha Rao' }).click()
  const answers = () => asked.filter(({ call }) => call.startsWith('PUT'))
  expect(answers()).toHaveLength(1)
  slow.resolve()
  await expect.element(page.getByText('2 drawn, 2 not there')).toBeVisible()
  expect(answers().map(({ address }) => address.split('/').at(-1))).toEqual([markedRow.studentId, 'asha'])
  // The second answer does not change whose mark is being decided about.
  await expect.element(dialog.getByText('Ravi Menon')).toBeVisible()
})

test('a decision about a mark that was withdrawn does not suggest to withdraw it', async () => {
  open(
    { draws: [drawn(false)] },
    {
      'GET /sessions/:sessionId/people/:personId/rulings': {
        ...history,
        rulings: [
          {
            sequence: 1,
            status: 'absent',
            minutes: null,
            isAfterLock: false,
            cause: 'staff',
            reason: 'Left at once',
            note: null,
            decidedAt: drawnAt,
            decidedBy: office.$id,
          },
        ],
      },
    },
  )
  await card('Spot check').click()
  await page.getByRole('button', { name: 'Withdraw the mark of Ravi Menon' }).click()
  await expect.element(dialog.getByLabelText('Reason')).toHaveValue('')
})

test('where no student is marked, none can be drawn', async () => {
  open({}, { 'POST /sessions/:sessionId/draws': refuse('draw-empty') })
  await card('Spot check').click()
  await page.getByRole('button', { name: 'Draw five' }).click()
  await expect.element(toast('No student is marked in this session yet.')).toBeVisible()
})

test('ten minutes after the end there is nothing to draw with, and what was drawn stays', async () => {
  open({ draws: [drawn(true)], serverTime: runningSheet.drawUntil })
  await card('Spot check').click()
  await expect.element(page.getByText('The time to draw is over.')).toBeVisible()
  await expect.element(page.getByText('1 drawn, 0 not there')).toBeVisible()
  await expectCount(page.getByRole('button', { name: /^Draw five/ }), 0)
})

test('room code is switched for this session alone', async () => {
  let { session } = runningSheet
  const asked = open(
    {},
    {
      'GET /sessions/:sessionId': () => ({ ...runningSheet, session }),
      'PATCH /sessions/:sessionId/ways': () => {
        session = { ...session, ways: ['screen'] }
        return { ways: ['screen'] }
      },
    },
  )
  await card('Ways to check in').click()
  const roomCode = page.getByRole('switch', { name: 'Room code in this session' })
  await expect.element(roomCode).toBeChecked()
  await roomCode.click()
  await expect.element(page.getByText('room code off')).toBeVisible()
  expect(asked.find(({ call }) => call.startsWith('PATCH'))?.body).toEqual({ ways: ['screen'] })
})

test('a switch of the ways asks who is there, and stays as it was when that is refused', async () => {
  open({}, { 'PATCH /sessions/:sessionId/ways': refuse('step-up-needed'), 'GET /passkeys': noPasskeys })
  await card('Ways to check in').click()
  await page.getByRole('switch', { name: 'Room code in this session' }).click()
  const question = page.getByRole('dialog')
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByText('room code on')).toBeVisible()
  await expect.element(page.getByRole('switch', { name: 'Room code in this session' })).toBeChecked()
})

test('after the end there are no ways to switch', async () => {
  open({ session: { ...runningSheet.session, isOver: true } })
  await expect.element(card('Head count')).toBeVisible()
  await expectCount(card('Ways to check in'), 0)
})
