import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { RunningSession } from '#contract/attendance.ts'
import type { CurrentRoomCode } from '#contract/room-display.ts'
import { answerCalls, noAnswer, refuse } from '../../testing/answer-calls.ts'
import { findOverlaps } from '../../testing/find-overflow.ts'
import { longStudent } from '../../testing/long-people.ts'
import { office, officeDocument } from '../../testing/people.ts'
import { expectCount, showPart } from '../../testing/show-part.tsx'
import { MarkingScreen } from './marking-screen.tsx'

const startedAt = Date.now()
const endsAt = startedAt + 3_600_000
const running = (ways: NonNullable<RunningSession['session']>['ways']): RunningSession => ({
  session: { id: 'session', publicId: 'GWPK7MQ234', number: 26, ways, startedAt, endsAt, present: 0, latest: [] },
  members: 212,
  serverTime: startedAt,
})
const code: CurrentRoomCode = {
  publicId: 'GWPK7MQ234',
  code: 'GWPK7MQ2KDXT4M9TBB',
  step: 1,
  endsIn: 6_400,
  count: 143,
  members: 212,
  newest: ['Oluwaseun Adebayo', 'Lalrinpuii Chhangte'],
  endsAt,
  serverTime: startedAt,
}
const organisation = { ...officeDocument, students: [], classes: 26, sessionExpiry: endsAt }

beforeEach(() => page.viewport(1280, 720))

function open() {
  showPart(<MarkingScreen organisation={organisation} isChecking={false} onEnd={() => {}} />, {
    account: office,
  })
}

test('a whole room sees the code, its letters, the count and the newest names', async () => {
  answerCalls({
    'GET /attendance/running': running(['screen', 'room-code']),
    'GET /sessions/:sessionId/room-code': code,
  })
  open()
  await expect.element(page.getByRole('img', { name: 'Code to check in' })).toBeVisible()
  await expect.element(page.getByText('GWPK', { exact: true })).toBeVisible()
  await expect.element(page.getByText('7MQ2', { exact: true })).toBeVisible()
  await expect.element(page.getByText('143 of 212 here').first()).toBeVisible()
  await expect.element(page.getByRole('listitem').first()).toBeVisible()
  await expectCount(page.getByRole('listitem'), 2)
  const [past, now, left] = ['past', 'now', 'left'].map(
    (cell) => document.querySelectorAll(`[data-cell=${cell}]`).length,
  )
  expect([now, (past ?? 0) + (left ?? 0)]).toEqual([1, 9])
})

test.each([
  [390, 844, 144],
  [1280, 720, 122],
  [1920, 1080, 183],
])('names of 80 letters are not cut on the display, %i px wide, and take no more room', async (width, height, room) => {
  await page.viewport(width, height)
  answerCalls({
    'GET /attendance/running': running(['screen', 'room-code']),
    'GET /sessions/:sessionId/room-code': { ...code, newest: Array(6).fill(longStudent.name) },
  })
  open()
  await expectCount(page.getByRole('listitem'), 3)
  await document.fonts.ready
  for (const name of page.getByText(longStudent.name).elements()) {
    expect(name.scrollWidth).toBe(name.clientWidth)
  }
  expect(findOverlaps()).toEqual([])
  expect(page.getByRole('list').element().clientHeight).toBe(room)
})

test('the same screen takes one student at a time, and comes back', async () => {
  answerCalls({
    'GET /attendance/running': running(['screen', 'room-code']),
    'GET /sessions/:sessionId/room-code': code,
  })
  open()
  await page.getByRole('button', { name: 'One at a time' }).click()
  await expect.element(page.getByLabelText('Enter University Roll Number')).toHaveFocus()
  await page.getByRole('button', { name: 'Whole room' }).click()
  await expect.element(page.getByRole('img', { name: 'Code to check in' })).toBeVisible()
})

test('the form does not stand there before the session is read', async () => {
  const read = Promise.withResolvers<RunningSession>()
  answerCalls({
    'GET /attendance/running': () => read.promise,
    'GET /sessions/:sessionId/room-code': code,
  })
  open()
  await expect.element(page.getByText('Loading')).toBeVisible()
  await expectCount(page.getByLabelText('Enter University Roll Number'), 0)
  read.resolve(running(['screen', 'room-code']))
  await expect.element(page.getByRole('img', { name: 'Code to check in' })).toBeVisible()
})

test('without an answer about the session the form takes one student at a time', async () => {
  answerCalls({ 'GET /attendance/running': noAnswer })
  open()
  await expect.element(page.getByLabelText('Enter University Roll Number')).toHaveFocus()
})

test('where room code is off there is neither a code nor a switch', async () => {
  answerCalls({ 'GET /attendance/running': running(['screen']) })
  open()
  await expect.element(page.getByRole('button', { name: 'End session' })).toBeVisible()
  await expectCount(page.getByRole('button', { name: 'Whole room' }), 0)
  await expectCount(page.getByRole('img', { name: 'Code to check in' }), 0)
})

test('without a connection the code goes with its ten seconds, and comes back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let answers = 0
  const line: { isCut: boolean } = { isCut: false }
  answerCalls({
    'GET /attendance/running': running(['screen', 'room-code']),
    'GET /sessions/:sessionId/room-code': () => {
      if (line.isCut) return noAnswer
      return { ...code, step: ++answers, endsIn: 500 }
    },
  })
  open()
  await expect.element(page.getByRole('img', { name: 'Code to check in' })).toBeVisible()
  line.isCut = true
  // The half second of the code, and six in which the next one is asked for.
  await vi.advanceTimersByTimeAsync(7_000)
  await expect.element(page.getByText('No connection', { exact: true })).toBeVisible()
  await expectCount(page.getByRole('img', { name: 'Code to check in' }), 0)
  await expectCount(page.getByText('GWPK', { exact: true }), 0)
  line.isCut = false
  await expect.element(page.getByRole('img', { name: 'Code to check in' })).toBeVisible()
})

test('a session that another screen has ended is over here, too, without a live connection', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const held: { isOver: boolean } = { isOver: false }
  answerCalls({
    'GET /attendance/running': () =>
      held.isOver ? { session: null, members: 212, serverTime: Date.now() } : running(['screen', 'room-code']),
    'GET /sessions/:sessionId/room-code': () => (held.isOver ? refuse('document_not_found') : code),
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
  })
  open()
  await expect.element(page.getByRole('img', { name: 'Code to check in' })).toBeVisible()
  held.isOver = true
  // At the end of its code the page asks for the next one.
  await vi.advanceTimersByTimeAsync(code.endsIn)
  await expect.element(page.getByText('This session has ended')).toBeVisible()
  await expectCount(page.getByLabelText('Enter University Roll Number'), 0)
})

test('says how far any phone reads the code can be read, once it knows how high the picture is', async () => {
  answerCalls({
    'GET /attendance/running': running(['screen', 'room-code']),
    'GET /sessions/:sessionId/room-code': code,
  })
  open()
  await expect.element(page.getByText(/^Readable from 5 times the height/)).toBeVisible()
  await page.getByLabelText(/Height of the picture/).fill('1.7')
  await expect.element(page.getByText('Readable to 9 m; further back, type the letters.')).toBeVisible()
  await page.viewport(1024, 768)
  await expect.element(page.getByText('Readable to 7 m; further back, type the letters.')).toBeVisible()
  await page.getByLabelText(/Height of the picture/).fill('')
  await expect.element(page.getByText(/^Readable from 4 times/)).toBeVisible()
})
