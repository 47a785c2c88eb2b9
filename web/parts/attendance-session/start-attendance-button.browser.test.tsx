import { useLocation } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { paths } from '#contract/paths.ts'
import { answerCalls, noAnswer } from '../../testing/answer-calls.ts'
import { office, officeDocument } from '../../testing/people.ts'
import { expectCount, press, showPart, toast } from '../../testing/show-part.tsx'
import { StartAttendanceButton } from './start-attendance-button.tsx'

const read = 'GET /databases/:databaseId/collections/:collectionId/documents/:documentId'
const write = 'PATCH /databases/:databaseId/collections/:collectionId/documents/:documentId'
const start = page.getByRole('button', { name: 'Start Attendance' })
const Here = () => <p>{useLocation().pathname}</p>
const part = <StartAttendanceButton kind="primary" disabled={false} />

test('without a passkey nothing is started, and the message says what is missing', async () => {
  const { passKey: _, ...withoutPasskey } = officeDocument
  const asked = answerCalls({ [read]: withoutPasskey })
  showPart(part, { account: office })
  await expect.element(start).not.toHaveAttribute('aria-busy')
  await press(start, 'Enter')
  await expect.element(toast('You have not registered your passkey yet!')).toBeVisible()
  expect(asked.filter(({ call }) => call === write)).toEqual([])
})

test('without a connection the message says that it has failed, and why', async () => {
  let reads = 0
  answerCalls({ [read]: () => (reads++ === 0 ? officeDocument : noAnswer) })
  showPart(part, { account: office })
  await expect.element(start).not.toHaveAttribute('aria-busy')
  await press(start, 'Enter')
  await expect.element(toast('Failed to start attendamce session: Network request failed')).toBeVisible()
})

test('the way back to a session that has ended meanwhile says so, and starts none', async () => {
  const serverTime = Date.now()
  let reads = 0
  const asked = answerCalls({
    [read]: () => ({ ...officeDocument, serverTime, sessionExpiry: reads++ === 0 ? serverTime + 600_000 : null }),
  })
  showPart(part, { account: office })
  await press(page.getByRole('button', { name: 'Start Attendance: back to session' }), 'Enter')
  await expect.element(toast('This session has ended')).toBeVisible()
  await expect.element(start).toHaveTextContent('Start Attendance')
  expect(asked.filter(({ call }) => call === write)).toEqual([])
})

test.each([
  ['the way back to a session that runs leads there without a warning', true],
  ['a start that finds a session of another browser says so, and leads there', false],
])('%s', async (_, isKnown) => {
  const serverTime = Date.now()
  let reads = 0
  const asked = answerCalls({
    [read]: () => ({
      ...officeDocument,
      serverTime,
      sessionExpiry: reads++ > 0 || isKnown ? serverTime + 600_000 : null,
    }),
  })
  showPart(
    <>
      {part}
      <Here />
    </>,
    { account: office },
  )
  const name = isKnown ? 'Start Attendance: back to session' : 'Start Attendance'
  const button = page.getByRole('button', { name, exact: true })
  await expect.element(button).not.toHaveAttribute('aria-busy')
  await press(button, 'Enter')
  await expect.element(page.getByText(paths.markAttendance(office.$id))).toBeVisible()
  await expectCount(toast('A session is already active'), isKnown ? 0 : 1)
  expect(asked.filter(({ call }) => call === write)).toEqual([])
})

test('a person who acts for the institute is asked first, with the number of people', async () => {
  const asked = answerCalls({ [read]: officeDocument, [write]: () => officeDocument })
  showPart(<StartAttendanceButton kind="primary" disabled={false} asks people={402} />, { account: office })
  await expect.element(start).not.toHaveAttribute('aria-busy')
  await start.click()
  const question = page.getByRole('button', { name: 'Start for everyone (402 people)?' })
  await expect.element(question).toBeVisible()
  expect(asked.filter(({ call }) => call === write)).toEqual([])
  await question.click()
  await expect.poll(() => asked.filter(({ call }) => call === write).length).toBe(1)
})

test('a double click starts one session, on a slow machine, too', async () => {
  const gate = Promise.withResolvers<typeof officeDocument>()
  const asked = answerCalls({ [read]: officeDocument, [write]: () => gate.promise })
  showPart(part, { account: office })
  await expect.element(start).not.toHaveAttribute('aria-busy')
  // Each click takes so long that the next one waits before any timer.
  const linger = () => {
    const until = performance.now() + 200
    while (performance.now() < until);
  }
  window.addEventListener('click', linger)
  onTestFinished(() => window.removeEventListener('click', linger))
  await start.dblClick()
  await expect.element(start).toHaveAttribute('aria-busy', 'true')
  gate.resolve(officeDocument)
  await expect.element(toast('New attendance session started successfully!')).toBeVisible()
  expect(asked.filter(({ call }) => call === write)).toHaveLength(1)
})
