import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RunningSession as Running } from '#contract/attendance.ts'
import { paths } from '#contract/paths.ts'
import { office } from '../../testing/people.ts'
import { showPart } from '../../testing/show-part.tsx'
import { RunningSession } from './running-session.tsx'

const now = Date.now()
const running: Running = {
  session: {
    id: 'session',
    publicId: 'GWPK7MQ234',
    number: 26,
    ways: ['screen'],
    startedAt: now,
    endsAt: now + 3_600_000,
    present: 0,
    latest: [],
  },
  members: 2,
  serverTime: now,
}

test('a running session leads to the sheet of who is here', async () => {
  showPart(<RunningSession running={running} readAt={now} />, { account: office })
  const way = page.getByRole('link', { name: 'Who is here' })
  await expect.element(way).toHaveAttribute('href', paths.attendanceSheet(office.$id, 'session'))
})

test.each([390, 1440])('what can be done stands together, %i px wide', async (wide) => {
  await page.viewport(wide, 844)
  showPart(<RunningSession running={running} readAt={now} />, { account: office })
  const way = page.getByRole('link', { name: 'Who is here' })
  await expect.element(way).toBeVisible()
  const [sheet, end] = [way, page.getByRole('button', { name: 'End session' })].map((one) =>
    one.element().getBoundingClientRect(),
  )
  expect(end?.top).toBe(sheet?.top)
  expect((end?.left ?? 0) - (sheet?.right ?? 0)).toBe(12)
})
