import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { RunningSession as Running } from '#contract/attendance.ts'
import { useRunningSession } from '../parts/attendance-session/use-running-session.ts'
import { RunningSession } from '../screens/organisation-dashboard/running-session.tsx'
import { answerCalls } from '../testing/answer-calls.ts'
import { office } from '../testing/people.ts'
import { showPart } from '../testing/show-part.tsx'
import { ClockWatch } from './clock-watch.tsx'

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
const startedAt = Date.parse('2026-11-20T09:00:00Z')
const session: NonNullable<Running['session']> = {
  id: 'session-1',
  publicId: 'GWPK7MQ234',
  number: 1,
  ways: ['screen'],
  startedAt,
  endsAt: startedAt + hour,
  present: 0,
  latest: [],
}

function Countdown() {
  const running = useRunningSession()
  return running.data ? <RunningSession running={running.data} /> : null
}

/** A dashboard with a class that ends in half an hour. */
async function openDashboard({ isWatched = true } = {}) {
  const begin = performance.now()
  const server = { slept: 0, asked: 0 }
  answerCalls({
    'GET /attendance/running': () => {
      server.asked++
      return {
        session,
        members: 40,
        serverTime: startedAt + hour / 2 + Math.floor(performance.now() - begin) + server.slept,
      }
    },
  })
  showPart(
    <>
      <Countdown />
      {isWatched && <ClockWatch />}
    </>,
    { account: office },
  )
  // After the first tick all of it is at work.
  await expect.poll(() => Math.floor(readTimer() / minute)).toBe(29)
  return server
}

const readTimer = () => {
  const [hours = 0, minutes = 0, seconds = 0] =
    page.getByRole('timer').query()?.textContent?.split(':').map(Number) ?? []
  return hours * hour + minutes * minute + seconds * second
}

/** Sets the computer's clock. */
function setClock(ahead: number): void {
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead)
}

afterEach(() => {
  vi.restoreAllMocks()
})

test('a clock that is set by an hour does not move the countdown', async () => {
  await openDashboard({ isWatched: false })
  const before = readTimer()
  setClock(hour)
  // A tick later.
  await expect.poll(readTimer).toBeLessThan(before)
  expect(before - readTimer()).toBeLessThan(minute)
})

test('a computer that has slept asks for the time again', async () => {
  const server = await openDashboard()
  const before = readTimer()
  server.slept = 10 * minute
  // performance.now() stood still meanwhile.
  setClock(server.slept)
  await expect.poll(readTimer).toBeLessThan(before - 9 * minute)
  expect(server.asked).toBe(2)
})

test.each([
  ['is seen again', () => document.dispatchEvent(new Event('visibilitychange'))],
  [
    'comes back from the memory of the browser',
    () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  ],
])('a page that %s asks for the time again', async (_what, happen) => {
  const server = await openDashboard()
  happen()
  await expect.poll(() => server.asked).toBe(2)
})
