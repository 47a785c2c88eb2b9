import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ScreenDisplay } from '#contract/screens.ts'
import { answerCalls, noAnswer, refuse } from '../../testing/answer-calls.ts'
import { findOverflow } from '../../testing/find-overflow.ts'
import { longInstitute } from '../../testing/long-people.ts'
import { showPart, takeAway } from '../../testing/show-part.tsx'
import { Screen } from './screen.tsx'

const now = Date.now()
const hour = 3_600_000
const pairing = { code: 'K7QF3M9T', expiresAt: now + 600_000, serverTime: now }
const paired = { state: 'approved', serverTime: now } as const
const shown: ScreenDisplay = {
  name: 'Room 12',
  endsAt: now + 6 * hour,
  organisation: { id: 'K7QF3M9T', name: 'Kaveri College' },
  session: null,
  serverTime: now,
}
const code = {
  publicId: 'GWPK7MQ234',
  code: 'GWPK7MQ2KDXT4M9TBB',
  step: 1,
  endsIn: 6_400,
  count: 143,
  members: 212,
  newest: ['Oluwaseun Adebayo'],
  endsAt: now + hour,
  serverTime: now,
}
const running = (room: typeof code | null): ScreenDisplay => ({
  ...shown,
  session: {
    id: 'session',
    number: 26,
    startedAt: now,
    endsAt: now + hour,
    ways: room ? ['screen', 'room-code'] : ['screen'],
    count: 143,
    members: 212,
    room,
  },
})

/** As a browser that has never been a screen. */
beforeEach(async () => {
  await page.viewport(1280, 720)
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase('rollkey-screen')
    request.onsuccess = resolve
    request.onerror = reject
  })
})

const heading = (name: string) => page.getByRole('heading', { level: 1, name })

/** Pairs this browser, and shows what the server answers from then on. */
async function openPaired(answer: NonNullable<Parameters<typeof answerCalls>[0]['GET /screen']>): Promise<void> {
  answerCalls({ 'POST /screens/pairing': pairing, 'GET /screens/pairing': paired, 'GET /screen': answer })
  showPart(<Screen />)
}

test('a browser that is no screen shows a code, and how to approve it', async () => {
  answerCalls({
    'POST /screens/pairing': pairing,
    'GET /screens/pairing': { state: 'waiting', serverTime: now },
  })
  showPart(<Screen />)
  await expect.element(heading('Pair this screen')).toBeVisible()
  await expect.element(page.getByText('K7QF', { exact: true })).toBeVisible()
  await expect.element(page.getByText('3M9T', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Good for 9 more minutes')).toBeVisible()
})

test('a code that has run out is followed by a new one only when a person asks', async () => {
  const asked = answerCalls({
    'POST /screens/pairing': pairing,
    'GET /screens/pairing': { state: 'over', serverTime: now },
  })
  showPart(<Screen />)
  await expect.element(heading('The code has run out')).toBeVisible()
  expect(asked.filter(({ call }) => call === 'POST /screens/pairing')).toHaveLength(1)
  await page.getByRole('button', { name: 'Show a new code' }).click()
  await expect.element(heading('Pair this screen')).toBeVisible()
})

test('an approved screen waits quietly between sessions', async () => {
  await openPaired(shown)
  await expect.element(heading('No session runs now')).toBeVisible()
  await expect.element(page.getByText('Kaveri College')).toBeVisible()
  await expect.element(page.getByText(/^Room 12, paired until/)).toBeVisible()
})

test('it shows the code, the count and the newest names of the session that runs', async () => {
  await openPaired(running(code))
  await expect.element(page.getByRole('img', { name: 'Code to check in' })).toBeVisible()
  await expect.element(page.getByText('143 of 212 here').first()).toBeVisible()
  await expect.element(page.getByText('Oluwaseun Adebayo')).toBeVisible()
})

test('a screen in a room shows which course runs there, also one at a time', async () => {
  const course = { code: 'PHY-101', title: 'Physics 101' }
  const { session } = running(code)
  await openPaired({ ...shown, roomName: 'Hall 2', session: session && { ...session, course } })
  await expect.element(heading('Physics 101')).toBeVisible()
  await expect.element(page.getByText('PHY-101 · Session 26 · Hall 2')).toBeVisible()
  await page.getByRole('button', { name: 'One at a time' }).click()
  await expect.element(heading('Physics 101 · PHY-101 · Session 26')).toBeVisible()
})

test('an old code does not stay when no answer comes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const questions: string[] = []
  let lastAnswered = Number.POSITIVE_INFINITY
  await openPaired(() => (questions.push('?') > lastAnswered ? noAnswer : running({ ...code, endsIn: 500 })))
  await expect.element(page.getByRole('img', { name: 'Code to check in' })).toBeVisible()
  lastAnswered = questions.length
  // The half second of the code, and six in which the next one is asked for.
  await vi.advanceTimersByTimeAsync(7_000)
  await expect.element(page.getByText('No connection')).toBeVisible()
  await expect.element(page.getByRole('img', { name: 'Code to check in' })).not.toBeInTheDocument()
})

test.each([
  ['screen-ended', 'This screen is not paired any more'],
  ['screen-copied', 'This screen was stopped'],
] as const)('a screen that is told %s says so, and pairs again by a press', async (reason, title) => {
  await openPaired(() => refuse(reason))
  await expect.element(heading(title)).toBeVisible()
  answerCalls({ 'POST /screens/pairing': pairing, 'GET /screens/pairing': { state: 'waiting', serverTime: now } })
  await page.getByRole('button', { name: 'Pair this screen again' }).click()
  await expect.element(heading('Pair this screen')).toBeVisible()
})

test.each([390, 768, 1100, 1440, 1920])(
  '%i px wide there is room for the widest code and for long names',
  async (width) => {
    await page.viewport(width, 900)
    const waiting = { state: 'waiting', serverTime: now } as const
    answerCalls({ 'POST /screens/pairing': { ...pairing, code: 'WMWMWMWM' }, 'GET /screens/pairing': waiting })
    showPart(<Screen />)
    await expect.element(heading('Pair this screen')).toBeVisible()
    expect(findOverflow()).toEqual([])
    await takeAway()
    const long = { name: longInstitute, organisation: { ...shown.organisation, name: longInstitute } }
    await openPaired({ ...shown, ...long })
    await expect.element(heading('No session runs now')).toBeVisible()
    expect(findOverflow()).toEqual([])
    await takeAway()
    await openPaired({ ...running({ ...code, newest: [] }), ...long })
    await expect.element(page.getByRole('img', { name: 'Code to check in' })).toBeVisible()
    expect(findOverflow()).toEqual([])
  },
)
