import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { sheetTexts } from '../../parts/attendance-sheet/sheet-texts.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { countRowLines } from '../../testing/find-overflow.ts'
import { longAnswers } from '../../testing/long-people.ts'
import { asha, office } from '../../testing/people.ts'
import { expectCount, press, showPart } from '../../testing/show-part.tsx'
import { OwnRecord } from './own-record.tsx'

const report = longAnswers['GET /reports/own']
const [marked] = report.history.entries
const { ruling: _ruling, ...mark } = marked.mark
const entries = [
  { ...marked, sessionId: 'session3000000000000', number: 3, mark },
  { ...marked, sessionId: 'session2000000000000', number: 2, presence: 'absent', mark: null },
  { ...marked, sessionId: 'session1000000000000', number: 1, mark },
] as const

const notMe = page.getByRole('button', { name: 'This was not me', exact: false })
const session = (number: number) => page.getByRole('button', { name: `Session ${number}`, exact: true })

test("'This was not me' appears in the row that is opened, once, and only where there is a mark", async () => {
  answerCalls({ 'GET /reports/own': { ...report, history: { total: 3, entries } } })
  showPart(<OwnRecord organisationId={office.$id} />, { account: asha })
  await expect.element(session(3)).toHaveAttribute('aria-expanded', 'false')
  await expectCount(notMe, 0)
  await expectCount(session(2), 0)
  await press(session(3), 'Enter')
  await expect.element(page.getByRole('button', { name: 'This was not me, Session 3' })).toBeVisible()
  await press(session(1), 'Enter')
  await expect.element(page.getByRole('button', { name: 'This was not me, Session 1' })).toBeVisible()
  await expectCount(notMe, 1)
  await press(session(1), 'Enter')
  await expectCount(notMe, 0)
})

test('each row takes two lines on a phone', async () => {
  // As wide as the list is on a phone of 390 px.
  await page.viewport(358, 844)
  onTestFinished(() => page.viewport(1280, 720))
  const byHand = { ...entries[0], mark: { ...mark, method: 'hand' as const } }
  const byCode = { ...entries[2], number: 128, mark: { ...mark, method: 'room-code' as const } }
  const shown = [byHand, entries[1], byCode]
  answerCalls({ 'GET /reports/own': { ...report, history: { total: 3, entries: shown } } })
  showPart(<OwnRecord organisationId={office.$id} />, { account: asha })
  await expect.element(session(3)).toBeVisible()
  expect(countRowLines()).toEqual([2, 2, 2])
})

test.each([1440, 390])(
  'at %i pixels each mark says in what way it was made, in the words of the sheet',
  async (width) => {
    await page.viewport(width, 800)
    onTestFinished(() => page.viewport(1280, 720))
    const methods = ['kiosk', 'room-code', 'hand'] as const
    const listed = methods.map((method, place) => {
      const number = place + 1
      return { ...marked, sessionId: `session${number}000000000000`, number, mark: { ...mark, method } }
    })
    const absent = { ...entries[1], sessionId: 'session4000000000000', number: 4 }
    answerCalls({ 'GET /reports/own': { ...report, history: { total: 4, entries: [...listed, absent] } } })
    showPart(<OwnRecord organisationId={office.$id} />, { account: asha })
    const row = (number: number) => page.getByRole('row').filter({ hasText: `Session ${number}` })
    for (const [place, method] of methods.entries()) {
      const way = method === 'kiosk' ? 'screen' : method
      await expect.element(row(place + 1).getByText(sheetTexts.ways[way], { exact: true })).toBeVisible()
    }
    await expectCount(row(4).getByText(/At the screen|Room code|By hand/), 0)
  },
)
