import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RunningSession as Running } from '#contract/attendance.ts'
import { paths } from '#contract/paths.ts'
import { office } from '../../testing/people.ts'
import { expectCount, showPart } from '../../testing/show-part.tsx'
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

const endSession = page.getByRole('button', { name: 'End session' })

/** The dashboard's part, which a later answer changes. Returns what gives that. */
function showRunning(first: Running): (next: Running) => void {
  let give: (next: Running) => void = () => {}
  function Part() {
    const [shown, setShown] = useState(first)
    give = setShown
    return (
      <main>
        <h1 tabIndex={-1}>Registered Students</h1>
        <RunningSession running={shown} />
      </main>
    )
  }
  showPart(<Part />, { account: office })
  return (next) => give(next)
}

test('the question about one session is not put about the next one', async () => {
  const change = showRunning(running)
  await endSession.click()
  await expect.element(page.getByRole('dialog', { name: 'End session 26?' })).toBeVisible()
  change({ ...running, session: running.session && { ...running.session, id: 'next', number: 27 } })
  await expect.element(page.getByText('Session 27 is running')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test.each([
  ['no one was marked in it', {}, true],
  ['its only mark was withdrawn', { hasMarks: true }, false],
  ['a student is marked in it', { present: 1, hasMarks: true }, false],
])('taking the session back is offered as the server allows it: %s', async (_, session, isOffered) => {
  showRunning({ ...running, session: running.session && { ...running.session, ...session } })
  await endSession.click()
  await expect.element(page.getByText(/^Marked so far: [01] of 2\./)).toBeVisible()
  await expectCount(page.getByRole('button', { name: 'Take it back' }), isOffered ? 1 : 0)
})

test('the keyboard is not lost when another screen ends the session', async () => {
  const change = showRunning(running)
  const way = page.getByRole('link', { name: 'Who is here' })
  await expect.element(way).toBeVisible()
  way.element().focus()
  change({ ...running, session: null })
  await expect.element(way).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('a running session leads to the sheet of who is here', async () => {
  showPart(<RunningSession running={running} />, { account: office })
  const way = page.getByRole('link', { name: 'Who is here' })
  await expect.element(way).toHaveAttribute('href', paths.attendanceSheet(office.$id, 'session'))
})

test.each([390, 1440])('what can be done stands together, %i px wide', async (wide) => {
  await page.viewport(wide, 844)
  showPart(<RunningSession running={running} />, { account: office })
  const way = page.getByRole('link', { name: 'Who is here' })
  await expect.element(way).toBeVisible()
  const [sheet, end] = [way, page.getByRole('button', { name: 'End session' })].map((one) =>
    one.element().getBoundingClientRect(),
  )
  expect(end?.top).toBe(sheet?.top)
  expect((end?.left ?? 0) - (sheet?.right ?? 0)).toBe(12)
})

test('a session that has ended leads to its sheet, while that can be changed', async () => {
  const minute = 60_000
  const last = { id: 'session', number: 26, drawUntil: now - minute, handUntil: now + 24 * 60 * minute }
  const ended = { ...running, session: null, last }
  const change = showRunning(ended)
  await expect.element(page.getByRole('heading', { name: 'Session 26 has ended' })).toBeVisible()
  await expect.element(page.getByText(/^Students can be marked by hand until .*\.$/)).toBeVisible()
  await expectCount(page.getByText(/can be drawn/), 0)
  const way = page.getByRole('link', { name: 'Who is here' })
  await expect.element(way).toHaveAttribute('href', paths.attendanceSheet(office.$id, 'session'))
  change({ ...ended, last: { ...last, drawUntil: now + 9 * minute } })
  await expect.element(page.getByText(/can be drawn until/)).toBeVisible()
  change({ ...ended, last: null })
  await expect.element(way).not.toBeInTheDocument()
})
